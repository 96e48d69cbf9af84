"""Codes and values as sentences. Every word goes through gettext."""
