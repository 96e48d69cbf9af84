"""The cross-check: two cards of one game, looks at the paper, signatures, and the control sheet."""
