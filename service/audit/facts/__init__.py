"""From stored rows to the facts that the checks look at."""
