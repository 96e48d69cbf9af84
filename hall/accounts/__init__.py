"""Passwords: set for a helper by the director, or for anybody at the site’s own computer."""
