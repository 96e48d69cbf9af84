"""A whole tournament as one JSON document: what it looks like (`layout`), whether one makes sense (`sense`),
and what older versions of it lacked (`older`).

The format is described in docs/export.md. Everything is named by natural keys: an event by its short name, an entrant by
the seat or, without one, by the entrant's number, a match by its number, a person by name.
"""

from config.document.layout import FLYER, FORMAT, VERSION, read_document
from config.document.older import brought_up
from config.document.sense import find_misfits, reference
from config.document.text import parse_document, write_document

__all__ = [
    "FLYER",
    "FORMAT",
    "VERSION",
    "brought_up",
    "find_misfits",
    "parse_document",
    "read_document",
    "reference",
    "write_document",
]
