"""The pages of the qualifying round: the pile of cards, the entry desk, the cross-check, the standings, posting."""

from scorecards.views.cards import card, cards, ends, goes_on, set_aside, take_up
from scorecards.views.control import control, ranks
from scorecards.views.crosscheck import accept, accept_all, by_hand, crosscheck, initials, leave, refer, take_back
from scorecards.views.earlier import earlier
from scorecards.views.exemption import exemption
from scorecards.views.inform import inform
from scorecards.views.looks import look, looks
from scorecards.views.phones import phone_cards, phone_line, phones
from scorecards.views.pile import not_received, pile, received, worker
from scorecards.views.standings import check, posting, standings
from scorecards.views.versions import as_of, versions

__all__ = [
    "accept",
    "accept_all",
    "as_of",
    "by_hand",
    "card",
    "cards",
    "check",
    "control",
    "crosscheck",
    "earlier",
    "ends",
    "exemption",
    "goes_on",
    "inform",
    "initials",
    "leave",
    "look",
    "looks",
    "not_received",
    "phone_cards",
    "phone_line",
    "phones",
    "pile",
    "posting",
    "ranks",
    "received",
    "refer",
    "set_aside",
    "standings",
    "take_back",
    "take_up",
    "versions",
    "worker",
]
