"""Notices for people who asked for them: what is to be told, to whom, and how it is sent.

The due notices are always derived from the state of an event and the notices already sent, so a lost job loses nothing.
"""
