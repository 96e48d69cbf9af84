"""The six phases of an event, in order."""

from enum import StrEnum


class Phase(StrEnum):
    """The step that an event has reached, from its first entry to its report."""

    REGISTRATION = "registration"
    SEATING = "seating"
    QUALIFYING = "qualifying"
    CROSS_CHECK = "cross_check"
    PLAYOFFS = "playoffs"
    REPORT = "report"
