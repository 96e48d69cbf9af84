"""The pages of the qualifying round: the pile of cards, the entry desk, the cross-check, the standings, posting."""

from scorecards.views.cards import card, cards, set_aside, take_up
from scorecards.views.control import control, ranks
from scorecards.views.crosscheck import accept, accept_all, by_hand, crosscheck, initials, leave, refer, take_back
from scorecards.views.exemption import exemption
from scorecards.views.inform import inform
from scorecards.views.looks import look, looks
from scorecards.views.own import own, own_by_code
from scorecards.views.pile import not_received, pile, received, worker
from scorecards.views.standings import check, posting, standings, tiebreaks
from scorecards.views.versions import versions

__all__ = [
    "accept",
    "accept_all",
    "by_hand",
    "card",
    "cards",
    "check",
    "control",
    "crosscheck",
    "exemption",
    "inform",
    "initials",
    "leave",
    "look",
    "looks",
    "not_received",
    "own",
    "own_by_code",
    "pile",
    "posting",
    "ranks",
    "received",
    "refer",
    "set_aside",
    "standings",
    "take_back",
    "take_up",
    "tiebreaks",
    "versions",
    "worker",
]
