"""Tables, gaming days, sessions, rounds and their settlements."""
