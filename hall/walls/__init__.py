"""The screens of the hall: what each display shows, written anew for whoever looks from the back of the room.

`tournaments` stores the displays and what the desk wants on them; this room computes what that is now.
"""
