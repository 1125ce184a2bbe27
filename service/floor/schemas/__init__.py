"""What the operations of the floor take and give, and how what is stored is shown."""
