"""Everything that people do when a judge is wanted: call, come, rule; and who can take calls."""
