"""What the cashier asks: what is payable, to whom and why."""
