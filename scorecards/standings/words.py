"""Sentences about standings, ties, posting and the versions of the list."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorecards.sheet.rules.after_posting import Listed, Shifted
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.ranking import Chain, StandingsRow, Tiebreaker, is_of_the_acc, without_spread
from scorecards.sheet.words import KEYS, MINUS, SHIFTS, deciding_key, ordinal, signed
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row

_DID: dict[str, str] = {
    "behind": gettext_noop("%(card)s %(change)s here and came behind %(seat)s."),
    "before": gettext_noop("%(card)s %(change)s here and came before %(seat)s."),
    "": gettext_noop("%(card)s %(change)s here."),
}


def did_here(card: str, points: int, spread: int, side: str, seat: str) -> str:
    """What the correction of one game did to a card, and with a `side` that it put the card before or behind `seat`.

    `points` and `spread` are what the card gained, negative for a loss. `side` is `before`, `behind` or empty.
    """
    parts = []
    if points:
        sentence = (
            ngettext("won %(points)d game point", "won %(points)d game points", points)
            if points > 0
            else ngettext("lost %(points)d game point", "lost %(points)d game points", -points)
        )
        parts.append(sentence % {"points": abs(points)})
    if spread:
        parts.append((_("won a spread of %(n)d") if spread > 0 else _("lost a spread of %(n)d")) % {"n": abs(spread)})
    change = _(" and ").join(parts) or _("is corrected without a change of its totals")
    return _(_DID[side]) % {"card": card, "change": change, "seat": seat}


def not_corrected(seat: str) -> str:
    """That a player's own card stands as written in a game where the other card was corrected."""
    return _("This is the card of %(seat)s as it is written.") % {"seat": seat}


def unread_lines(lines: int) -> str:
    """How many lines that could matter were not read again."""
    return ngettext(
        "%(n)d line that could change who qualifies was not read again on the paper. It may be a slip of the typing.",
        "%(n)d lines that could change who qualifies were not read again on the papers. Each may be a slip of the typing.",
        lines,
    ) % {"n": lines}


def list_is_stale() -> str:
    """Why a list that somebody looked at earlier cannot be posted."""
    return _(
        "A card, a decision or the event has changed since you looked at this list. Look at it as it is now, then post it."
    )


def still_to_sign(waiting: int) -> str:
    """The caveat while proposed corrections wait for initials; empty if none waits."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d correction is proposed and waits for initials: it counts as if it were signed.",
        "%(n)d corrections are proposed and wait for initials: they count as if they were signed.",
        waiting,
    ) % {"n": waiting}


def still_with_judge(waiting: int, edition: Edition) -> str:
    """The caveat while games wait for a ruling; empty if none waits."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d game waits %(for_judge)s: until then it counts on both cards as it is written.",
        "%(n)d games wait %(for_judge)s: until then they count on both cards as they are written.",
        waiting,
    ) % {"n": waiting, "for_judge": citing_words.authority("for", edition)}


def still_to_type(lines: int) -> str:
    """The caveat while a line is not typed although the other card has the game; empty if all are."""
    if not lines:
        return ""
    return ngettext(
        "%(n)d line is not typed yet: its game counts on the other card alone.",
        "%(n)d lines are not typed yet: their games count on the other cards alone.",
        lines,
    ) % {"n": lines}


def still_to_decide(waiting: int) -> str:
    """The caveat while results contradict each other in an event that records no spread; empty if none do."""
    if not waiting:
        return ""
    return ngettext(
        "%(n)d game is still to be decided at the desk: until then it counts on both cards as it is written.",
        "%(n)d games are still to be decided at the desk: until then they count on both cards as they are written.",
        waiting,
    ) % {"n": waiting}


def posting(*, ends_with_ranking: bool) -> str:
    """What posting is called: of qualifiers, or of the ranking alone where nobody qualifies."""
    return _("Make the ranking official") if ends_with_ranking else _("Post the qualifiers")


def posted_already(*, ends_with_ranking: bool) -> str:
    """Why nothing is posted a second time."""
    if ends_with_ranking:
        return _("The ranking is official already. Reopening the cross-check takes it back.")
    return _("The qualifiers are posted already. Reopening the cross-check takes the list back.")


def not_ready(*, ends_with_ranking: bool) -> str:
    """Why posting is refused; the things that stand in the way are named beside it."""
    if ends_with_ranking:
        return _("The ranking cannot become official yet. Each thing that stands in the way is named.")
    return _("The qualifiers cannot be posted yet. Each thing that stands in the way is named.")


def why_played_off(rank: int, players: int, quota: int, *, is_ladder: bool = False) -> str:
    """Why a tie at this rank matters: seeds, who qualifies at all, or who is the high nonqualifier; on a ladder places."""
    last = rank + players - 1
    if is_ladder and rank > quota:
        return _("Places %(first)d to %(last)d hang on it.") % {"first": rank, "last": last}
    if not quota:
        return _("Nobody qualifies, so posting does not wait for it: without a game they share the place.")
    if rank > quota:
        return _(
            "The high nonqualifier depends on it. Posting does not wait for it: without a game they share that "
            "place and its prize."
        )
    if last <= quota:
        return _("Seeds %(first)d to %(last)d depend on it.") % {"first": rank, "last": last}
    message = ngettext(
        "%(n)d qualifying place depends on it, for %(players)d players.",
        "%(n)d qualifying places depend on it, for %(players)d players.",
        quota - rank + 1,
    )
    return message % {"n": quota - rank + 1, "players": players}


def level_below_the_line(people: Sequence[str]) -> str:
    """That these players are tied for the first place below the cut line; empty without players."""
    if not people:
        return ""
    message = _(
        "%(people)s are level for the high nonqualifier, the first place below the line. They can play one game for it. Posting "
        "does not wait: without the game they share that place and its prize."
    )
    return message % {"people": in_a_row(people)}


def late_tie(seats: Sequence[str], rank: int) -> str:
    """The tie that must be played off before a new list."""
    message = _("%(seats)s would be tied for place %(rank)s. Let them play the one game, and say who won.")
    return message % {"seats": in_a_row(seats), "rank": rank}


def late_not_ready(*, only_ties: bool) -> str:
    """Why no new version of the list can be posted, and what can be done."""
    if only_ties:
        return _("A new list waits for the playoff games. Record them here, or keep the list as it is posted.")
    return _(
        "A new list cannot be posted yet; each thing that stands in the way is named. Keep the list as it is posted, or "
        "take it back: reopen the cross-check, settle what is named, and post again."
    )


def played_off_below(*, is_ladder: bool = False) -> str:
    """Why the list has a new version after the playoff for high nonqualifier, on a ladder for any place."""
    if is_ladder:
        return _("A tie was played off.")
    return _("The tie for the high nonqualifier was played off.")


def only_below(level: str) -> str:
    """Why no other tie can be played off after posting; `level` names the players who can play off, or "nobody"."""
    return _(
        "The qualifiers are posted: only a tie for the high nonqualifier can still be played off. Level there by the posted "
        "list: %(level)s. For any other place a director reopens the cross-check (The six steps)."
    ) % {"level": level}


def more_than_this_game() -> str:
    """Why a playoff for high nonqualifier makes no new list: the list would have other changes too."""
    return _(
        "By now the cards give another list for more reasons than this game. Post or keep the correction of the card first, "
        "then record the game."
    )


def shared_below(*, is_ladder: bool = False) -> str:
    """Why the list has a new version after the playoff for high nonqualifier, on a ladder for any place, was taken back."""
    if is_ladder:
        return _("The playoff game does not count: they share the place.")
    return _("The game for the high nonqualifier does not count: they share that place.")


def corrected_after_posting() -> str:
    """The tag for a card that was corrected while the list stays as posted."""
    return _("Corrected after posting")


def list_shift(name: str, shift: Shifted) -> str:
    """What another list changes for a player, in sentences: place, seed, place below the cut line, and totals."""
    if shift.after is None:
        return _("%(name)s is no longer ranked.") % {"name": name}
    if shift.before is None:
        return _("%(name)s is ranked.") % {"name": name}
    before, after = shift.before, shift.after
    direction = "down" if after.rank > before.rank else "up" if after.rank < before.rank else ""
    sides = {Status.QUALIFIER: "in", Status.TIED_AT_LINE: "tied"}
    side_before, side_after = (sides.get(Status(place.status), "out") for place in (before, after))
    changed_side = side_after if side_before != side_after else ""
    places = {
        key: _("a tie for %s") % ordinal(place.rank) if place.tied else ordinal(place.rank)
        for key, place in (("before", before), ("after", after))
    }
    sentences = [_(SHIFTS[direction, changed_side]) % {"name": name, **places}]
    if before.seed != after.seed and before.seed and after.seed:
        sentences.append(_("Seed %(after)d instead of %(before)d.") % {"before": before.seed, "after": after.seed})
    if not changed_side and (below := _below_the_line(shift)):
        sentences.append(below)
    if changed_totals := _other_totals(before, after):
        sentences.append(f"{changed_totals[0].upper()}{changed_totals[1:]}.")
    return " ".join(sentences)


def seed_shift(name: str, shift: Shifted) -> str:
    """What another list changes for a qualifier, in a sentence without places or points."""
    if shift.goes_out:
        return _("%(name)s no longer qualifies.") % {"name": name}
    values = {
        "name": name,
        "after": shift.after.seed if shift.after else None,
        "before": shift.before.seed if shift.before else None,
    }
    if shift.comes_in:
        return _("%(name)s qualifies now, as seed %(after)d.") % values
    return _("%(name)s is seed %(after)d instead of %(before)d.") % values


def _below_the_line(shift: Shifted) -> str:
    """That a player becomes or stops being the high nonqualifier, alone or shared; empty if neither changes."""
    alone_before, alone_after = (
        place is not None and place.status == Status.HIGH_NONQUALIFIER for place in (shift.before, shift.after)
    )
    if shift.shares and not shift.shared:
        return _("Shares the place of the high nonqualifier from now on, unless that tie is played off.")
    if alone_after and not alone_before:
        return _("The high nonqualifier from now on.")
    if shift.shared and not shift.shares:
        return _("No longer shares the place of the high nonqualifier.")
    return _("No longer the high nonqualifier.") if alone_before and not alone_after else ""


def by_corrected_cards(shift: Shifted) -> str:
    """The totals by the corrected cards that differ from the totals in the list; empty if none differs."""
    totals = _other_totals(shift.before, shift.after) if shift.before and shift.after else ""
    return _("By the corrected cards: %(totals)s.") % {"totals": totals} if totals else ""


def _other_totals(before: Listed, after: Listed) -> str:
    """The totals that differ between two places of one player, joined by commas; empty if none differs."""
    return ", ".join(
        _("%(label)s %(after)s instead of %(before)s") % {"label": label, "before": old, "after": new}
        for label, old, new in (
            (_("game points"), before.game_points, after.game_points),
            (_("games won"), before.games_won, after.games_won),
            (_("net"), signed(before.net), signed(after.net)),
            (_("plus"), before.plus, after.plus),
            (_("pegged points"), before.pegged, after.pegged),
        )
        if old != new
    )


def awaited() -> str:
    """The text that replaces rank and figures while nothing of a card is in."""
    return _("Card not in yet")


def partly_in() -> str:
    """The tag of a row whose figures come from only some lines of the card."""
    return _("Not all of the card is in")


def partly_ranked() -> str:
    """The caveat beside a rank while lines of the card are missing."""
    return _("Not all of this card is in yet: the figures are those of the lines that are.")


def leading(champion: str, rows: Sequence[StandingsRow], *, chain: Chain, provisional: bool) -> str:
    """Who is champion, or else who leads these rows, in a sentence; empty while no card is in."""
    if champion:
        return _("Champion: %(name)s.") % {"name": champion}
    if not rows or not rows[0].card_in:
        return ""
    first = rows[0]
    values = {"name": first.name, "points": first.game_points, "won": first.games_won, "pegged": first.pegged}
    sentence = {
        Tiebreaker.GAMES_WON: _("In front: %(name)s, %(won)s games won."),
        Tiebreaker.PEGGED: _("In front: %(name)s, %(pegged)s pegged points."),
    }.get(chain[0], _("In front: %(name)s, %(points)s game points.")) % values
    return " ".join([sentence, _("Provisional.")]) if provisional else sentence


def stands_below(code: str | None, above: StandingsRow, below: StandingsRow, *, chain: Chain) -> str:
    """Why one row is below the one above it; `code` is the tiebreaker that separates them, None for a shared rank.

    `chain` ranks the event.
    """
    values = {"name": above.name, "seat": above.seat, "rank": ordinal(above.rank)}
    if code is None and not is_of_the_acc(chain):
        return _("Level with %(name)s, %(seat)s, in all that ranks this event.") % values
    if code is None:
        return _("Level with %(name)s, %(seat)s, in every figure.") % values
    if code in KEYS:
        key = deciding_key(code, getattr(above, code), getattr(below, code))
        return _("Below %(name)s, %(seat)s, who is %(rank)s: %(key)s.") % {**values, "key": key}
    return _((_BELOW_BY if is_of_the_acc(chain) else _BELOW_ELSE_BY)[code]) % values


def stands_above(code: str, above: StandingsRow, below: StandingsRow, *, chain: Chain) -> str:
    """Why one row is above the one below it; `code` is the tiebreaker that separates them, `chain` ranks the event."""
    values = {"name": below.name, "seat": below.seat}
    if code in KEYS:
        key = deciding_key(code, getattr(above, code), getattr(below, code))
        return _("Above %(name)s, %(seat)s: %(key)s.") % {**values, "key": key}
    return _((_ABOVE_BY if is_of_the_acc(chain) else _ABOVE_ELSE_BY)[code]) % values


_BELOW_BY: dict[str, str] = {
    "head_to_head": gettext_noop("Below %(name)s, %(seat)s: level in every figure, and head-to-head decided."),
    "playoff": gettext_noop("Below %(name)s, %(seat)s: level in every figure, and a playoff game decided."),
}
_BELOW_ELSE_BY: dict[str, str] = {
    "head_to_head": gettext_noop("Below %(name)s, %(seat)s: level until then, and head-to-head decided."),
    "playoff": gettext_noop(
        "Below %(name)s, %(seat)s: level in all that ranks this event, and a playoff game decided."
    ),
}
_ABOVE_BY: dict[str, str] = {
    "head_to_head": gettext_noop("Above %(name)s, %(seat)s: level in every figure, and head-to-head decided."),
    "playoff": gettext_noop("Above %(name)s, %(seat)s: level in every figure, and a playoff game decided."),
}


_ABOVE_ELSE_BY: dict[str, str] = {
    "head_to_head": gettext_noop("Above %(name)s, %(seat)s: level until then, and head-to-head decided."),
    "playoff": gettext_noop(
        "Above %(name)s, %(seat)s: level in all that ranks this event, and a playoff game decided."
    ),
}


def tie_broken_by(key: Tiebreaker) -> str:
    """The key that breaks a tie, as the standings name it in a word or two."""
    return {
        Tiebreaker.GAME_POINTS: _("game points"),
        Tiebreaker.GAMES_WON: _("games won"),
        Tiebreaker.NET: _("net"),
        Tiebreaker.PLUS: _("plus points"),
        Tiebreaker.MINUS: _("losing points"),
        Tiebreaker.PEGGED: _("pegged points"),
        Tiebreaker.HEAD_TO_HEAD: _("head-to-head"),
        Tiebreaker.PLAYOFF: _("playoff game"),
    }[key]


def how_ties_are_broken(chain: Chain, *, records_spread: bool) -> tuple[str, ...]:
    """The keys that rank an event, in order, as the standings list them; a playoff comes last and is not among them."""
    named = {
        Tiebreaker.GAME_POINTS: _("Game points"),
        Tiebreaker.GAMES_WON: _("Games won"),
        Tiebreaker.NET: _("Net point spread"),
        Tiebreaker.PLUS: _("Plus points"),
        Tiebreaker.MINUS: _("Fewest losing points"),
        Tiebreaker.PEGGED: _("Total pegged points: 121 for a game won, 121 less the spread for a game lost"),
        Tiebreaker.HEAD_TO_HEAD: _("Head-to-head, if they met in this round"),
    }
    return tuple(named[key] for key in (chain if records_spread else without_spread(chain)))


def fewer_from_here(chain: Chain) -> str:
    """What the line between two rows of the standings means; empty where no line is drawn."""
    if chain[0] is Tiebreaker.PEGGED:
        return ""
    if chain[0] is Tiebreaker.GAMES_WON:
        return _("Fewer games won from here down")
    return _("Fewer game points from here down")


def to_the_line(chain: Chain, apart: int, *, is_inside: bool) -> str:
    """How far a row is from the line, in the key that ranks first."""
    if chain[0] is Tiebreaker.PEGGED:
        if apart == 0:
            return _("level on pegged points with the line")
        above = ngettext(
            "%d pegged point above the first who does not qualify",
            "%d pegged points above the first who does not qualify",
            apart,
        )
        below = ngettext(
            "%d pegged point below the last who qualifies", "%d pegged points below the last who qualifies", apart
        )
        return (above if is_inside else below) % apart
    if chain[0] is Tiebreaker.GAMES_WON:
        if apart == 0:
            return _("level on games won with the line")
        above = ngettext(
            "%d game won more than the first who does not qualify",
            "%d games won more than the first who does not qualify",
            apart,
        )
        below = ngettext(
            "%d game won less than the last who qualifies", "%d games won less than the last who qualifies", apart
        )
        return (above if is_inside else below) % apart
    if apart == 0:
        return _("level on game points with the line")
    above = ngettext(
        "%d game point above the first who does not qualify",
        "%d game points above the first who does not qualify",
        apart,
    )
    below = ngettext("%d game point below the last who qualifies", "%d game points below the last who qualifies", apart)
    return (above if is_inside else below) % apart


def award(won: bool, points: str, spread: str) -> str:
    """What a player writes for a game that is awarded without play.

    `won` says whether the game is awarded to this player. `points` and `spread` are those of the winner; the spread is
    empty if the event records none.
    """
    if not spread:
        return (_("won by award, write %(points)s") if won else _("lost by award, write 0")) % {"points": points}
    if won:
        return _("won by award, write %(points)s and %(spread)s under +") % {"points": points, "spread": spread}
    return _("lost by award, write 0 and %(spread)s under %(minus)s") % {"spread": spread, "minus": MINUS}


# --- Games told by phone ---------------------------------------------------------------------------------------------
