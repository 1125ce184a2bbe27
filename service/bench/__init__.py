"""Measurements of the service: each prints figures beside a yardstick that ran in the same minutes."""
