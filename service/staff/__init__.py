"""Properties, people, devices, their roles and keys."""
