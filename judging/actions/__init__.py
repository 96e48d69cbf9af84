"""Acts of judging: call judges, come, rule; and who can take calls."""
