"""The API of judging: calls and judges, rulings, notes on conduct, the judging in figures, and finding a rule."""
