"""Notices for those who want them: what is to be told, to whom, and how it is sent.

What is due is always derived from the state of an event and from what was told already, so a lost job loses nothing.
"""
