"""Jobs over a whole gaming day: settle it again, report every difference."""
