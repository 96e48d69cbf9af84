"""Whole tournaments played by the program itself: for the demonstration, for a look at the terminal, and for tests."""
