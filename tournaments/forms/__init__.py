"""The shape of what the pages of tournaments, entrants, seats and people send; what it means is decided elsewhere.

A field that the program itself would refuse is only read here: the action names the fault, the page puts it beside its field.
"""
