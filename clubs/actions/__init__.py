"""What is done in a club: one function, one transaction, one row of its log."""
