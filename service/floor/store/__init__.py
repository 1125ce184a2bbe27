"""The floor's SQL. Every query says whose rows it may see; none runs once per row."""
