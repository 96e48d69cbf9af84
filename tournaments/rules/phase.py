"""The six phases of an event, in order."""

from enum import StrEnum


class Phase(StrEnum):
    """Where an event is between its first entry and its report."""

    REGISTRATION = "registration"
    SEATING = "seating"
    QUALIFYING = "qualifying"
    CROSS_CHECK = "cross_check"
    PLAYOFFS = "playoffs"
    REPORT = "report"
