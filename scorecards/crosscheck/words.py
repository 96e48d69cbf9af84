"""Sentences of the cross-check: about a game, its looks, its signatures and its effects."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorecards.sheet.rules.by_hand import is_mutual
from scorecards.sheet.rules.crosscheck import ComparedGame
from scorecards.sheet.rules.line import Line
from scorecards.sheet.words import FINDINGS, ordinal
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row


def referred(edition: Edition) -> str:
    """Why a game that the rules would settle waits for the head judge; in classic for the judges."""
    sentence = _("A checker put this game %(before_judge)s. %(who)s")
    values = {
        "before_judge": citing_words.authority("before", edition),
        "who": citing_words.decides(edition),
    }
    return sentence % values


def unruled(edition: Edition) -> str:
    """How a game counts that was posted without a ruling."""
    sentence = _("Posted without a ruling %(of_judge)s: it counts on both cards as it is written.")
    return sentence % {"of_judge": citing_words.authority("of", edition)}


def waits(why: str, edition: Edition) -> str:
    """That a game waits for the head judge, or in classic for the judges, and why."""
    with_judge = str(capfirst(citing_words.authority("with", edition)))
    return _("%(with_judge)s: %(why)s") % {"with_judge": with_judge, "why": why}


def referred_first(edition: Edition) -> str:
    """Why a game that waits for a ruling cannot be accepted."""
    sentence = _("%(rules)s does not settle this game. %(who)s Enter the decision with its values and a reason.")
    values = {"rules": citing_words.named("discrepancies", edition), "who": citing_words.decides(edition)}
    return str(capfirst(sentence % values))


def ruled(edition: Edition) -> str:
    """That the head judge, or in classic the judges, decided a game."""
    return citing_words.authority("decided", edition)


def decided_otherwise() -> str:
    """That a checker decided a game by hand."""
    return _("Decided by hand, not as the rules propose.")


def state(code: str, edition: Edition) -> str:
    """The name of a game's state."""
    return {
        "proposed": _("proposed"),
        "accepted": _("accepted"),
        "overridden": _("decided by hand"),
        "open": citing_words.authority("with", edition),
        "agreed": _("agrees"),
    }[code]


def becomes(seat: str, line: Line, *, records_spread: bool = True) -> str:
    """A card's line after a correction, in a sentence."""
    if not records_spread:
        sentence = (
            _("%(seat)s’s card becomes a win, %(points)d game points.")
            if line.is_win
            else _("%(seat)s’s card becomes a loss.")
        )
        return sentence % {"seat": seat, "points": line.points or 0}
    sentence = {
        (True, True): _("%(seat)s’s card becomes a win by %(spread)d, %(points)d game points."),
        (True, False): _("%(seat)s’s card becomes a win without an amount, %(points)d game points."),
        (False, True): _("%(seat)s’s card becomes a loss by %(spread)d."),
        (False, False): _("%(seat)s’s card becomes a loss without an amount."),
    }[line.is_win, line.spread is not None]
    return sentence % {"seat": seat, "spread": line.spread or 0, "points": line.points or 0}


_RELATED: dict[str, str] = {
    "family": gettext_noop("You and %(name)s (%(seat)s) are relatives: a third checker signs here."),
    "partner": gettext_noop("You and %(name)s (%(seat)s) are partners: a third checker signs here."),
    "room": gettext_noop("You and %(name)s (%(seat)s) share a room: a third checker signs here."),
    "travel": gettext_noop("You and %(name)s (%(seat)s) travel together: a third checker signs here."),
    "club": gettext_noop("You and %(name)s (%(seat)s) are of the same club: a third checker signs here."),
}


def third_checker(kind: str, name: str, seat: str) -> str:
    """Why a checker should not check this card alone; `kind` is the relation to its player."""
    return _(_RELATED[kind]) % {"name": name, "seat": seat}


def alone() -> str:
    """What a checker who is related to a player can do instead of signing."""
    return _("Leave it to a third checker, or say that nobody else is free and why.")


def won_by_both(first: str, second: str, *, records_spread: bool) -> str:
    """Why a decision cannot make both cards a win, and what to enter instead."""
    if not records_spread:
        sentence = _(
            "Both cards, %(first)s and %(second)s, would say a win, and a game has one winner. Write 0 for one of them."
        )
        return sentence % {"first": first, "second": second}
    sentence = _(
        "Both cards, %(first)s and %(second)s, would say a win, and a game has one winner. Write a loss for one of them, or for both."
    )
    return sentence % {"first": first, "second": second}


def won_by_nobody(first: str, second: str, *, writers: Sequence[str]) -> str:
    """Why a decision cannot leave a game without a winner, and what to enter instead.

    `writers` are the seats whose card has a line of the game.
    """
    message = _(
        "So nobody would have won this game. Say who did: 2 or 3 game points for %(first)s or for %(second)s, and 0 for the other."
    )
    return _or_not_played(message % {"first": first, "second": second}, writers)


def untold(seat: str, winner: str, *, records_spread: bool, writers: Sequence[str]) -> str:
    """Why a decision cannot leave the loser's card without a result, and what to enter instead.

    `writers` is as in `won_by_nobody`.
    """
    message = (
        _(
            "%(winner)s would have won, and the card of %(seat)s would not say so. Write the loss for %(seat)s: -16, or 0."
        )
        if records_spread
        else _("%(winner)s would have won, and the card of %(seat)s would not say so. Write 0 for %(seat)s.")
    )
    return _or_not_played(message % {"seat": seat, "winner": winner}, writers)


def taken(seat: str, game: ComparedGame) -> str:
    """Why a decision cannot change the line of this card: it belongs to `game`, which is not the game decided."""
    other = next(seat_of_game for seat_of_game in game.seats if seat_of_game != seat)
    names = {"seat": seat, "other": other, "game": game.game}
    if game.decision is not None and not is_mutual(game):
        message = _(
            "What stands on the card of %(seat)s in game %(game)d was decided with the card of %(other)s. Leave %(seat)s as it is here, or take that decision back first."
        )
    else:
        message = _("%(seat)s and %(other)s met in game %(game)d. Leave the card of %(seat)s as it is here.")
    return message % names


def not_met(seat: str, game: ComparedGame, free: str, *, wrote: bool) -> str:
    """Why the player at the seat `free` has no opponent in the game decided, and what to enter instead.

    The line of `seat` belongs to another `game`. `wrote`: the card of `free` has a line of the game decided.
    """
    cure = _("If %(free)s met somebody else, decide that game first, or correct the opponent on the card of %(free)s.")
    sentences = f"{taken(seat, game)} {cure % {'free': free}}"
    return f"{sentences} {not_played_cure(free)}" if wrote else sentences


def names_third(seat: str, third: str, game: int) -> str:
    """Why a decision must leave this card as it is: it names a third player in this game."""
    message = _(
        "The card of %(seat)s names %(third)s in game %(game)d, and is decided in that game. Leave it as it is here."
    )
    return message % {"seat": seat, "third": third, "game": game}


def _or_not_played(message: str, writers: Sequence[str]) -> str:
    """The message; for a game on one card alone also how to enter that it was not played."""
    if len(writers) != 1:
        return message
    return f"{message} {not_played_cure(writers[0])}"


def not_played_cure(writer: str) -> str:
    """How to enter that a game on this card alone was not played."""
    return _("If it was not played, leave the line of %(seat)s blank: type a dot.") % {"seat": writer}


def not_played() -> str:
    """The choice that a game on one card alone was not played."""
    return _("The game was not played")


def in_wrong_column(seat: str, line: Line) -> str:
    """Why a decision by hand cannot put a spread into the column of the other result, and what to enter instead."""
    sentence = (
        _("%(seat)s: a win has its spread under plus. Write %(spread)s, or -%(spread)s for a loss.")
        if line.is_win
        else _("%(seat)s: a loss has its spread under minus. Write -%(spread)s, or %(spread)s for a win.")
    )
    return sentence % {"seat": seat, "spread": line.spread}


def unsettled(*, posted: bool) -> str:
    """What happens to a game whose results contradict each other, in an event that records no spread."""
    if posted:
        return _("Posted undecided: it counts on both cards as it is written.")
    return _("The two cards contradict each other: a checker decides which result stands.")


def won_with(name: str, seat: str, points: int) -> str:
    """Who won a game, and with how many points."""
    return _("%(name)s (%(seat)s) won: %(points)d game points") % {"name": name, "seat": seat, "points": points}


def awarded(award: str) -> str:
    """The note beside two cards that their game was awarded; `award` says so in a sentence."""
    return _("Noted in the round: %(told)s The two cards are compared as they are written.") % {"told": award}


def choose_result() -> str:
    """The request to choose one of the results offered."""
    return _("No result is chosen. Say which result stands.")


def as_written(seats: Sequence[str]) -> str:
    """Which cards say a result; empty if none does."""
    return _("as the card of %(seats)s says") % {"seats": _(" and ").join(seats)} if seats else ""


def why_taken_back() -> str:
    """Why a ruling cannot be taken back without a reason."""
    return _("Say why the ruling is taken back: both stay in the list of rulings.")


def played_at(table: str) -> str:
    """Why a checker who plays should not check at their own table."""
    return _("You played at table %(table)s: better somebody else checks there.") % {"table": table}


def own_typing(seats: Sequence[str], game: int, signers: Sequence[str]) -> str:
    """Why a checker cannot vouch for lines that they typed; `signers` are the names of people who may sign instead."""
    message = (
        _(
            "You typed game %(game)d of %(seats)s yourself, and it is easy to make the same mistake twice. "
            "Read it again without looking at what was typed, or let %(names)s sign with both papers."
        )
        if signers
        else _(
            "You typed game %(game)d of %(seats)s yourself, and it is easy to make the same mistake twice. "
            "Read it again without looking at what was typed."
        )
    )
    return message % {"game": game, "seats": _(" and ").join(seats), "names": _any_of(signers)}


MOST_ASKED = 3
"""The most people to name where any of them may act."""


def _any_of(names: Sequence[str]) -> str:
    """These names joined by "or". Of more than `MOST_ASKED`, only the first are named."""
    named = list(names) if len(names) <= MOST_ASKED else [*names[:MOST_ASKED], _("another checker")]
    return _(" or ").join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def typed_over(seats: Sequence[str], game: int) -> str:
    """Why nobody can accept a game: lines of these seats were typed over while the two cards differed."""
    return _(FINDINGS["line_typed_over"]) % {"game": game, "seat": _(" and ").join(seats)}


def own_typing_over(seat: str, game: int, readers: Sequence[str]) -> str:
    """Why a checker cannot read a line that they typed over; `readers` are the names of people who may."""
    message = _(
        "You typed game %(game)d on the card of %(seat)s over while the two cards differed, so your own reading of it settles nothing. "
        "Ask %(names)s to read it on the paper."
    )
    return message % {"game": game, "seat": seat, "names": _any_of(readers)}


def own_typing_by_hand(seat: str, game: int, readers: Sequence[str]) -> str:
    """Why a checker cannot decide a game by hand after they typed a line of it over.

    `readers` are the names of people who may read that line.
    """
    message = _(
        "You typed game %(game)d on the card of %(seat)s over while the two cards differed, so you do not decide it by hand before it is read. "
        "Ask %(names)s to read it on the paper."
    )
    return message % {"game": game, "seat": seat, "names": _any_of(readers)}


def not_looked(seats: Sequence[str], game: int) -> str:
    """Why a game cannot be accepted while these lines must be read again."""
    message = _(
        "Game %(game)d is still to be read again on the paper of %(seats)s. Read it there, or say that both papers lie before you and why."
    )
    return message % {"game": game, "seats": _(" and ").join(seats)}


def left_out(n: int) -> str:
    """How many games accepting everything skipped. This is the heading before their names."""
    return ngettext("%(n)d game is left:", "%(n)d games are left:", n) % {"n": n}


def signed_unread(seats: Sequence[str]) -> str:
    """That somebody signed a game although nobody had read the lines of these seats again."""
    return _("Signed without another look at the paper of %(seats)s.") % {"seats": in_a_row(seats)}


def not_typed(seat: str, game: int) -> str:
    """That the line of a game is not typed on this card, so that nothing can differ yet."""
    return _("Game %(game)d is not typed on the card of %(seat)s.") % {"game": game, "seat": seat}


def still_to_read(waiting: int) -> str:
    """The caveat while lines must be read again; empty if none must."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d line is still to be read again on the paper: until then it counts as it was typed.",
        "%(n)d lines are still to be read again on the papers: until then they count as they were typed.",
        waiting,
    ) % {"n": waiting}


def why_unread(max_length: int) -> str:
    """The request for a reason from a director who posts while lines are unread."""
    sentence = _("Say why nobody reads these lines again, in case somebody asks later: %(n)d characters at most.")
    return sentence % {"n": max_length}


def not_typed_left(untyped: int) -> tuple[str, ...]:
    """How many games of which one line is not typed posting does not wait for; empty if there are none."""
    sentence = ngettext(
        "%(n)d game is not typed on one of its two cards, and changes no qualifier.",
        "%(n)d games are not typed on one of their two cards, and change no qualifier.",
        untyped,
    )
    return _sentences_of((sentence, untyped))


def left_undecided(undecided: int, *, posted: bool) -> tuple[str, ...]:
    """How many undecided games there are for which posting does not wait; empty if there are none.

    This is for an event that records no spread. Once posted, the sentence says how these games count.
    """
    sentence = (
        ngettext(
            "%(n)d game was posted undecided: it counts on both cards as it is written, and changed no qualifier.",
            "%(n)d games were posted undecided: they count on both cards as they are written, and changed no qualifier.",
            undecided,
        )
        if posted
        else ngettext(
            "%(n)d game is undecided and changes no qualifier. Posted so, it counts on both cards as it is written.",
            "%(n)d games are undecided and change no qualifier. Posted so, they count on both cards as they are written.",
            undecided,
        )
    )
    return _sentences_of((sentence, undecided))


def left_over(unruled: int, unsigned: int, edition: Edition) -> tuple[str, ...]:
    """How many games without a ruling, and corrections without initials, there are for which posting does not wait.

    The sentences say how they would count. Empty if there are none.
    """
    judge = ngettext(
        "%(n)d game waits %(for_judge)s and changes no qualifier. Posted without a ruling, it counts on both cards as it is "
        "written.",
        "%(n)d games wait %(for_judge)s and change no qualifier. Posted without a ruling, they count on both cards as they are "
        "written.",
        unruled,
    )
    initials = ngettext(
        "%(n)d correction waits for initials and changes no qualifier. Posted without them, it counts as it is proposed.",
        "%(n)d corrections wait for initials and change no qualifier. Posted without them, they count as they are proposed.",
        unsigned,
    )
    return _sentences_of((judge, unruled), (initials, unsigned), edition=edition)


def closed_as_it_was(unruled: int, unsigned: int, edition: Edition) -> tuple[str, ...]:
    """How many games were posted without a ruling or initials, and how they count; empty if there were none."""
    judge = ngettext(
        "%(n)d game was posted without a ruling %(of_judge)s: it counts on both cards as it is written, and changed no "
        "qualifier.",
        "%(n)d games were posted without a ruling %(of_judge)s: they count on both cards as they are written, and changed no "
        "qualifier.",
        unruled,
    )
    initials = ngettext(
        "%(n)d correction was posted without initials: it counts as it was proposed, and changed no qualifier.",
        "%(n)d corrections were posted without initials: they count as they were proposed, and changed no qualifier.",
        unsigned,
    )
    return _sentences_of((judge, unruled), (initials, unsigned), edition=edition)


def _sentences_of(*sentences: tuple[str, int], edition: Edition | None = None) -> tuple[str, ...]:
    """Fill each sentence with its number and the names of the judges; sentences whose number is 0 are left out."""
    judges = {f"{how}_judge": citing_words.authority(how, edition) for how in ("for", "of") if edition}
    return tuple(sentence % {"n": number, **judges} for sentence, number in sentences if number)


def lines_of_one(lines: int) -> str:
    """How many lines rest on one person alone. This is the heading before the lines."""
    return ngettext(
        "One line that differed rests on one person alone, who typed and read it, or alone read it so:",
        "%(n)d lines that differed rest on one person alone each, who typed and read them, or alone read them so:",
        lines,
    ) % {"n": lines}


def line_of_one(seat: str, game: int, name: str) -> str:
    """One line that rests on one person alone, with the name of that person."""
    return _("%(seat)s game %(game)d, %(name)s") % {"seat": seat, "game": game, "name": name}


def decided_alone(game: int, seats: Sequence[str], initials: str, reason: str) -> str:
    """For the director who posts: a game that somebody decided by hand."""
    values = {"game": game, "first": seats[0], "second": seats[1], "initials": initials, "reason": reason}
    return _("Game %(game)d of %(first)s and %(second)s was decided by hand, signed %(initials)s: %(reason)s") % values


def decided_unread(game: int, seats: Sequence[str], initials: str, name: str, unread: Sequence[str]) -> str:
    """For the director who posts: a game that somebody signed although nobody had read the `unread` cards again."""
    values = {"game": game, "first": seats[0], "second": seats[1], "initials": initials, "name": name}
    sentence = _(
        "Game %(game)d of %(first)s and %(second)s was signed %(initials)s by %(name)s without another look at %(seats)s."
    )
    return sentence % {**values, "seats": in_a_row(unread)}


def decided_related(game: int, seats: Sequence[str], initials: str, name: str, related: Sequence[str]) -> str:
    """For the director who posts: a game that a relative of the players at the `related` seats signed."""
    values = {"game": game, "first": seats[0], "second": seats[1], "initials": initials, "name": name}
    sentence = _(
        "Game %(game)d of %(first)s and %(second)s was signed %(initials)s by %(name)s, who is related to the player of "
        "%(seats)s; no third checker signed."
    )
    return sentence % {**values, "seats": _(" and ").join(related)}


def typed_by_opponent(seat: str, game: int, own: str, name: str) -> str:
    """For the director who posts: a line that the player's opponent typed and nobody else has read.

    `own` is the seat of the opponent, `name` their name.
    """
    values = {"seat": seat, "game": game, "own": own, "name": name}
    return (
        _("Game %(game)d of %(seat)s was typed by the opponent, %(name)s (%(own)s), and nobody else has read it.")
        % values
    )


def and_more(more: int) -> str:
    """The end of a list that names only some: how many more there are."""
    return ngettext("And %(n)d more.", "And %(n)d more.", more) % {"n": more}


_STANDS: dict[str, str] = {
    "look": gettext_noop("A look that changed nothing stays: look at the line again instead."),
    "begun": gettext_noop("Beginning the cross-check changed no card and no result, so there is nothing to undo."),
    "left": gettext_noop(
        "Leaving a game to a third checker decided nothing. The next person to sign goes on from there."
    ),
    "posted": gettext_noop(
        "The posted list is official; reopening the cross-check takes it back, on the page of the steps."
    ),
    "upheld": gettext_noop(
        "The card stayed as it was. If the phone is right after all, say so on the page of the phones."
    ),
    "late": gettext_noop("Leaving a card as it is changed nothing: correct it after all on the page of the card."),
    "reopened": gettext_noop("A step that was reopened is closed again by going on from there."),
    "told": gettext_noop("Who was told is ticked, and taken back, on the page of the players to inform."),
    "announced": gettext_noop(
        "The seats were announced, and everybody sits there; before the first card the page of the steps reopens the seating."
    ),
    "entrants": gettext_noop("Entrants are entered, corrected and taken off on the page of the entrants."),
    "round": gettext_noop("What happens on the day is undone on the page of the round, which shows what that moves."),
    "settings": gettext_noop("This is changed back on the page of the event’s settings."),
    "playoffs": gettext_noop("Playoff games are taken back on the page of their match."),
    "report": gettext_noop("The notes for the report are written again on its page."),
    "honours": gettext_noop("An award is taken back, and recorded again, on the page of the awards."),
    "call": gettext_noop(
        "A call for a judge cannot be undone. The judge who comes marks it as done on the page of the calls."
    ),
    "ruling": gettext_noop("A ruling is taken back, with a reason, on its own page; it stays in the list."),
    "paper": gettext_noop("What is on paper stays there: print it again, or make a new link on the entrant’s page."),
    "news": gettext_noop("People turn their own messages on and off, on their own page."),
    "elsewhere": gettext_noop("This is no act on cards and decisions."),
}


def stands(code: str) -> str:
    """Why an act cannot be undone from the log."""
    return _(_STANDS[code])


def undoes_own_game() -> str:
    """Why a checker cannot undo an act on their opponent's card in a game of their own."""
    return _(
        "This changes a line of your opponent in a game of your own: nobody corrects that. Ask another checker to undo it."
    )


_CAME_AFTER: dict[str, str] = {
    "card.typed": gettext_noop("Card %(key)s was typed again at %(at)s by %(by)s: undo that first."),
    "card.typing-undone": gettext_noop("A typing of card %(key)s was undone at %(at)s by %(by)s: undo that first."),
    "card.corrected-late": gettext_noop(
        "Card %(key)s was corrected after posting at %(at)s by %(by)s: undo that first."
    ),
    "line.looked-at": gettext_noop(
        "A line of card %(key)s was changed at %(at)s after a look by %(by)s: undo that first."
    ),
    "line.put-back": gettext_noop("A line of card %(key)s was put back at %(at)s by %(by)s: undo that first."),
    "line.phone-stands": gettext_noop(
        "A line of card %(key)s was put as told by phone at %(at)s by %(by)s: undo that first."
    ),
    "card.received": gettext_noop("Card %(key)s was handed in again at %(at)s to %(by)s: undo that first."),
    "card.receipt-taken-back": gettext_noop(
        "At %(at)s %(by)s noted that card %(key)s is not handed in: undo that first."
    ),
    "card.set-aside": gettext_noop("Card %(key)s was set aside at %(at)s by %(by)s: undo that first."),
    "card.taken-up": gettext_noop("Card %(key)s was taken up again at %(at)s by %(by)s: undo that first."),
    "card.ended": gettext_noop("At %(at)s %(by)s said that card %(key)s ends early: undo that first."),
    "card.ending-taken-back": gettext_noop("At %(at)s %(by)s took back that card %(key)s ends early: undo that first."),
    "discrepancy.decision-taken-back": gettext_noop(
        "The decision on %(key)s was taken back at %(at)s by %(by)s: undo that first."
    ),
}


def came_after(action: str, key: str, time: datetime, by: str) -> str:
    """Why an act cannot be undone yet: what a later act did to the same card, decision or tie, when, and by whom.

    `action` and `key` are those of the later act, `time` is its time in the hall.
    """
    template = _CAME_AFTER.get(action)
    if template is None and action.startswith("discrepancy."):
        sentence = _("Game and cards %(key)s were decided again at %(at)s by %(by)s: undo that first.")
    elif template is None:
        sentence = _("This was changed again at %(at)s by %(by)s: undo that first.")
    else:
        sentence = _(template)
    return sentence % {"key": key, "at": date_format(time, "TIME_FORMAT"), "by": by}


_STAGES: dict[str, str] = {
    "not_in": gettext_noop("not in"),
    "in": gettext_noop("in"),
    "typed": gettext_noop("typed"),
    "looked_at": gettext_noop("looked at"),
    "discrepancy": gettext_noop("discrepancy"),
    "resolved": gettext_noop("resolved"),
    "matched": gettext_noop("matched"),
    "final": gettext_noop("final"),
}


_PILES: dict[str, str] = {
    "definite": gettext_noop("Definite qualifiers"),
    "probable": gettext_noop("Probable qualifiers"),
    "probably_not": gettext_noop("Probable nonqualifiers"),
    "dead_zone": gettext_noop("Dead zone"),
}


_STEPS: dict[str, str] = {
    "type": gettext_noop("Type %(seat)s"),
    "look": gettext_noop("Look again at %(seat)s, game %(game)s"),
    "name_opponent": gettext_noop("Game %(game)s names nobody: see the card"),
    "none": gettext_noop("Nothing to do"),
}


def stage(code: str) -> str:
    """The state of a card, in a word or two."""
    return _(_STAGES[code])


def pile(code: str) -> str:
    """The name of a pile."""
    return _(_PILES[code])


def next_step(code: str, seat: str, game: int | None, other: str | None) -> str:
    """A card's next step."""
    return _(_STEPS[code]) % {"seat": seat, "game": game, "other": other}


_DECIDE: dict[tuple[bool, bool], str] = {
    (False, True): gettext_noop("Decide game %(game)s against %(other)s"),
    (False, False): gettext_noop("Sign game %(game)s against %(other)s (does not hold up posting)"),
    (True, True): gettext_noop("Game %(game)s against %(other)s waits %(for_judge)s"),
    (True, False): gettext_noop("Game %(game)s against %(other)s waits %(for_judge)s (does not hold up posting)"),
}


def decide_step(
    game: int | None, other: str | None, edition: Edition, *, waiting: bool, blocks: bool, unsettled: bool = False
) -> str:
    """Which game of a card must be decided, and whether posting waits for it (`blocks`).

    `waiting`: the game waits for a ruling; any other game is for a checker. `unsettled`: its two results contradict each
    other, in an event that records no spread.
    """
    if unsettled and not blocks:
        sentence = _("Decide game %(game)s against %(other)s (does not hold up posting)")
        return sentence % {"game": game, "other": other}
    values = {"game": game, "other": other, "for_judge": citing_words.authority("for", edition)}
    return _(_DECIDE[waiting, blocks]) % values


def type_line(seat: str, game: int | None, *, own: bool) -> str:
    """The next step of the two cards of a game of which the line of `seat` is not typed; `own`: of that card itself."""
    sentence = _("Type game %(game)s") if own else _("Type game %(game)s on %(seat)s")
    return sentence % {"seat": seat, "game": game}


def possible_ranks(best: int, worst: int) -> str:
    """The best and the worst rank at which a card can still end up."""
    if best == worst:
        return _("%s, whatever comes") % ordinal(best)
    return _("%(best)s at best, %(worst)s at worst") % {"best": ordinal(best), "worst": ordinal(worst)}
