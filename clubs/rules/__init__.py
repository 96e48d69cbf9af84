"""Nights and seasons of a club as pure functions over plain values."""
