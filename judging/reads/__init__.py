"""What the judges' pages show: referred games, and the calls for a judge."""

from judging.reads.calls import (
    CallShown,
    Whereabouts,
    call_of,
    call_values,
    calls,
    last_calls,
    mark_of,
    waiting_calls,
    whereabouts,
)
from judging.reads.referrals import EventReferrals, Referral, WrittenCard, referrals

__all__ = [
    "CallShown",
    "EventReferrals",
    "Referral",
    "Whereabouts",
    "WrittenCard",
    "call_of",
    "call_values",
    "calls",
    "last_calls",
    "mark_of",
    "referrals",
    "waiting_calls",
    "whereabouts",
]
