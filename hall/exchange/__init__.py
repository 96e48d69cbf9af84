"""A whole tournament as one JSON document, written and read.

`layout` is what it looks like, of the `fields` that there are; `sense` says whether one makes sense; `older` knows what older versions lacked.
The format is described in docs/export.md. Everything is named by natural keys: an event by its short name, an entrant by
the seat or, without one, by the entrant's number, a match by its number, a person by name.
"""
