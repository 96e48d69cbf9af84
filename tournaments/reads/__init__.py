"""Fetches what pages, API and the apps above show of tournaments, events, entrants and seats.

An entrant *plays* unless it is a no-show: a no-show's seat is empty and moves like a person. Whoever withdrew stays in
the schedule and in the count.
"""
