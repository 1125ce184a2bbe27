"""What rulebook operations take and give."""
