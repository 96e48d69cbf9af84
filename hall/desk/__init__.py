"""The desk of an event: what is on, what needs somebody now, and the trail of what was done.

A *todo* is one thing that blocks the event and the page that deals with it. The *face* is what visitors see instead of
the desk.
"""
