"""Seats: drawn, shown with their proof, swapped."""
