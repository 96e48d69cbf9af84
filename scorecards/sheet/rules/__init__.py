"""The qualifying round in plain values: lines, totals, ranking, the cut, and one game on two cards.

Nothing here knows the database, the clock or a screen. Rule numbers are those of the 2020 edition; where the classic
edition has another number, both are given.
"""
