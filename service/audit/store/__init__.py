"""The audit's SQL. It reads what other desks stored, in chunks, and writes findings."""
