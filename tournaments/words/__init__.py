"""Turns codes and values into sentences. Every word goes through gettext."""
