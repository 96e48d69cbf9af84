"""Judging in words: calls, referred games, rulings; the kinds of cases have modules of their own."""
