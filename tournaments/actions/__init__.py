"""The only code that writes tournaments, events, entrants, seats and roles. One function per thing a person does.

Every action locks first (the event's row, or the tournament's), then refuses, writes, and records one row in the log.
It raises Malformed if the request itself is invalid, and Refused if the current state does not allow it; both name
every fault by field.
"""
