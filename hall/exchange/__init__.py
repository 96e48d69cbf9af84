"""A whole tournament, or a whole club, as one JSON document, written and read.

`layout` and `club_layout` are the formats, made of `fields`; `sense` checks that a document makes sense; `older` upgrades
older versions. docs/export.md describes the formats. Everything is named by natural keys: an event by its short name, an
entrant by seat, or by number without one, a match by its number, a person by name.
"""
