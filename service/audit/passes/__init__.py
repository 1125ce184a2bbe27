"""What an audit goes through: each table's gaming day, and what belongs to no table."""
