"""What every desk needs: settings, clock, database, unit of work, errors, HTTP manners."""
