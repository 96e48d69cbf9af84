"""The desk of an event: what is on, what needs somebody now, and the trail of what was done.

*Todo* is one thing that stands in the way and what somebody does about it; the *face* is what visitors see instead of
the desk.
"""
