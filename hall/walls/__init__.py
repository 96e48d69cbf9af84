"""The screens of the hall: what each display shows, for people who look from the back of the room.

`tournaments` stores the displays and what the desk wants on them; this package computes the content.
"""
