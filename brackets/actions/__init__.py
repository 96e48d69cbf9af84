"""Acts in the playoffs. Each locks the event, refuses or writes, and adds one row to the log."""
