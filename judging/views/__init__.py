"""The judges' pages: calls and referred games, the rulings, the assistant at the board, and the rulebook."""
