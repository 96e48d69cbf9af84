"""Reads tournaments, events, entrants and seats for pages, the API and the apps above.

An entrant *plays* unless it is a no-show: a no-show's seat is empty and moves like a person. Entrants who withdrew stay
in the schedule and in the count.
"""
