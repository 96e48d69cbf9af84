"""Everything that people do to cards, discrepancies and the list of qualifiers.

Each function is one act: it locks the event, refuses or writes, leaves one row in the trail and counts the event's
revision up. Lock order: the event first, then nothing else is needed, because every act on an event's cards takes it.
"""
