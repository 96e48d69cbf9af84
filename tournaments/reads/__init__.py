"""Reads tournaments, events, entrants and seats for pages, the API and the apps above.

An entrant *plays* unless they are a no-show. The empty seat of a no-show moves like a person. Entrants who withdrew stay
in the schedule and in the count.
"""
