"""Notices for those who want them: what is to be told, to whom, and how it is sent.

What is due is always worked out from the state of an event and from what was told already: a job that got lost loses nothing.
"""
