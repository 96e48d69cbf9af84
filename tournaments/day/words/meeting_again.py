"""Sentences about letting people meet again so that everybody gets all games."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.day.words.round import latecomers, some_meet_again_title
from tournaments.rotation.rules.proof import Again


def meets_again(again: Again, games: int) -> tuple[str, str]:
    """The way on in which people meet again: a label, and what it gives."""
    sentences = [_rounds(again.rounds)]
    if again.people:
        sentences.append(
            ngettext(
                "%(n)d person meets somebody again, %(most)s.",
                "%(n)d people meet somebody again, %(most)s.",
                again.people,
            )
            % {"n": again.people, "most": _once_or_more(again.most)}
        )
    if again.short:
        sentences.append(
            ngettext(
                "%(n)d person still gets fewer than %(games)d games.",
                "%(n)d people still get fewer than %(games)d games.",
                again.short,
            )
            % {"n": again.short, "games": games}
        )
        return _("Some meet again, so that more people get %(games)d games") % {"games": games}, " ".join(sentences)
    sentences.append(_everybody(again.late, games))
    return _("Some meet again, so that everybody gets %(games)d games") % {"games": games}, " ".join(sentences)


def _everybody(late: int, games: int) -> str:
    """That everybody gets all games; `late` is the number of exceptions, who came late."""
    sentence = _("Everybody who plays on gets %(games)d games.") % {"games": games}
    if not late:
        return sentence
    exception = ngettext("%(n)d person who came late has fewer.", "%(n)d people who came late have fewer.", late) % {
        "n": late
    }
    return f"{sentence} {exception}"


def _rounds(rounds: int) -> str:
    """The number of rounds in words."""
    return ngettext("%(n)d round.", "%(n)d rounds.", rounds) % {"n": rounds}


def _once_or_more(most: int) -> str:
    """How often one person meets somebody again at most."""
    if most == 1:
        return _("once")
    return ngettext("at most %(n)d time each", "at most %(n)d times each", most) % {"n": most}


def nobody_meets_again(rounds: int, short: int, games: int) -> tuple[str, str]:
    """The way on without repeats, in which some get fewer games: a label, and what it gives."""
    return _("Nobody meets again because of it"), f"{_rounds(rounds)} {get_fewer(short, games)}"


def get_fewer(short: int, games: int) -> str:
    """How many get fewer games than the event has."""
    return ngettext(
        "%(n)d person gets fewer than %(games)d games.", "%(n)d people get fewer than %(games)d games.", short
    ) % {"n": short, "games": games}


def may_meet_again_later(again: Again, games: int) -> str:
    """That the director can let people meet again, now or later, so that they get more games, and the result."""
    _label, numbers = meets_again(again, games)
    return _("You can let some meet again, now or later: “%(where)s” on the page of the round. Then: %(numbers)s") % {
        "where": some_meet_again_title(),
        "numbers": numbers,
    }


def some_meet_again(games: int) -> str:
    """That some people meet again, so that everybody gets all games."""
    return _("Some meet again, so that everybody gets %(games)d games.") % {"games": games}


def people_may_meet_again() -> str:
    """In the log: that people may meet again from here on."""
    return _("Some meet again from here on, so that everybody gets the games.")


def nobody_may_meet_again() -> str:
    """In the log: that nobody may meet again any more."""
    return _("Nobody meets again now: it was taken back, or nobody needs it.")


def meet_again_reason() -> str:
    """Help text for the reason why people meet again."""
    return _(
        "Everybody may read it: it is also the reason why people meet again. For example: One player did "
        "not come, and this way all get their games."
    )


def meet_again_already(reason: str) -> str:
    """Why meeting again need not be allowed."""
    if reason:
        return _("People may already meet again: %(reason)s. Nothing more is needed.") % {"reason": reason.rstrip(".")}
    return _("People may meet again already, because more rounds are set than a table has opponents.")


def meet_again_needless(short: int, games: int, fixed_rounds: int | None, late: Sequence[tuple[str, int]] = ()) -> str:
    """Why meeting again helps nobody, and the fix if there is one.

    `late` are (name, games) of those who have fewer games because they came late.
    """
    if not short and late:
        return _("%(who)s Meeting again gives them no more: the others have all %(games)d and do not wait.") % {
            "who": latecomers(late, games),
            "games": games,
        }
    if not short:
        return _("Everybody who plays on gets %(games)d games, so nobody needs to meet again.") % {"games": games}
    sentence = get_fewer(short, games)
    if fixed_rounds is not None:
        cure = _(
            "Meeting again gives nobody more games, because the event is set to %(rounds)d rounds. Set more, "
            "or none, in its settings first."
        )
        return f"{sentence} {cure % {'rounds': fixed_rounds}}"
    return " ".join([sentence, _("Meeting again gives nobody more games: nobody is left to meet.")])


def meet_again_over(*, is_allowed: bool) -> str:
    """Why meeting again cannot be taken back here, and the fix."""
    if is_allowed:
        return _(
            "It was said before the day began that people may meet again. It is in the settings of the event, "
            "under “Why people may meet again”."
        )
    return _("Nobody may meet again now: this is already undone.")


def met_again_already(game: int) -> str:
    """Why meeting again cannot be taken back any more."""
    return _(
        "Game %(game)d is called, in which people meet again, and games that were called stay. If it was called too early, call "
        "the game before it again first."
    ) % {"game": game}


def meet_again_on_the_round(game: int) -> str:
    """Why meeting again is not set in the settings during a game, and where to do it."""
    return _(
        "Game %(game)d is on, and this changes whom people meet. Say it on the page of the round, where you see what it changes: "
        "“%(where)s” there, or its undo."
    ) % {"game": game, "where": some_meet_again_title()}
