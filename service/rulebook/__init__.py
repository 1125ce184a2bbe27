"""Rulesets, paytables and schedules: versions that never change once published."""
