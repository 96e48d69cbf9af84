"""What is done in the playoffs. Every function locks the event, refuses, writes, and leaves one row in the trail."""
