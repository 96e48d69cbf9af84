"""The only code that writes tournaments, events, entrants, seats and roles. One function per thing a person does.

Every action locks first (the event's row, for what concerns a tournament the tournament's), then refuses, writes, and
leaves one row in the audit trail. Refusals are Malformed where what was asked for cannot be what it says it is, and
Refused where the state of things does not allow it; both name every fault with its place.
"""
