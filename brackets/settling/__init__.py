"""Prizes, pools and payouts: who has won what, and what was paid."""
