"""Everything that people do to cards, discrepancies and the list of qualifiers.

Each function is one act: it locks the event, refuses or writes, leaves one row in the log and increments the event's
revision. Every act on an event's cards locks the event first, so no other lock is needed.
"""
