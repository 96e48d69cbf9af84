"""What the judges' pages show: calls and who might come, referred games, and the rulings."""
