"""The screens of the hall: what each display shows, written anew for whoever looks from the back of the room.

`tournaments` keeps which displays there are and what the desk wants on them; here stands what that is at this moment.
"""
