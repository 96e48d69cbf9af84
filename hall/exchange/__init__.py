"""A whole tournament as one JSON document: what it looks like (`layout`, of the `fields` that there are), whether one makes sense
(`sense`), and what older versions of it lacked (`older`).

The format is described in docs/export.md. Everything is named by natural keys: an event by its short name, an entrant by
the seat or, without one, by the entrant's number, a match by its number, a person by name.
"""
