"""What was done to cards and decisions, in sentences with their values; and what undoing it would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.cards.reads.phone import result
from scorecards.crosscheck import words as crosscheck_words
from scorecards.models import Scorecard
from scorecards.sheet.reads.ink import is_plain, summary
from scorecards.sheet.reads.phone import PHONE_STANDS
from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.late import LateDecision
from scorecards.sheet.rules.line import WIN_POINTS, Line, game_points
from scorecards.sheet.rules.phone import Said
from scorecards.sheet.rules.replay import (
    ASIDE,
    CARD,
    DECISION,
    ENDED,
    RECEIVED,
    STATUS,
    Decided,
    Mark,
    Marked,
    PlayedOff,
    Recorded,
)
from scorecards.sheet.rules.replay import Step as Changed
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rules.citations import OURS
from tournaments.words import citing as citing_words

MOST_GAMES = 4
"""How many games a sentence names before it says how many more there are."""

Values = Mapping[str, Any]
Shift = tuple[Line | None, Line | None]
"""A line before and after."""


def initials_of(name: str) -> str:
    """How somebody signs: `Rosa Medina` is RM, `checker` is CH.

    >>> initials_of("Rosa de la Medina"), initials_of("checker")
    ('RM', 'CH')
    """
    parts = name.split()
    return (parts[0][0] + parts[-1][0] if len(parts) > 1 else name[:2]).upper()


def who(row: AuditEntry) -> str:
    """The initials of whoever did it: those that were signed with, else those of the name."""
    return row.initials or initials_of(row.actor_name)


def _spread(row: AuditEntry) -> bool:
    """Whether the event of this act records a spread."""
    return row.event is None or row.event.records_spread


# --- Lines -----------------------------------------------------------------------------------------------------------


def from_to(before: Line | None, after: Line | None, *, spread: bool = True) -> str:
    """What became of a line: `from +16 to −16`, `from win, blank to win, +16`, `against A-3 instead of A-2`."""
    if _is_empty(before) or _is_empty(after):
        return _("from %(before)s to %(after)s") % {
            "before": said(before, spread=spread),
            "after": said(after, spread=spread),
        }
    # Where the columns do not say who won, the result stands beside the spread also if only one of them changed.
    whole = not (is_plain(before) and is_plain(after))
    parts = [part for part in summary(before, after, records_spread=spread) if whole or part.changed]
    told = ""
    if any(part.changed for part in parts):
        told = _("from %(before)s to %(after)s") % {
            "before": ", ".join(part.before for part in parts),
            "after": ", ".join(part.after for part in parts),
        }
    if before is not None and after is not None and before.opponent != after.opponent:
        other = _("against %(after)s instead of %(before)s") % {
            "before": before.opponent or _("nobody"),
            "after": after.opponent or _("nobody"),
        }
        told = f"{told}, {other}" if told else other
    return told or _("written anew")


def _is_empty(line: Line | None) -> bool:
    return line is None or line.is_blank


def said(line: Line | None, *, spread: bool = True) -> str:
    """A line in a word or two: `+16`, `win, blank`, `+45, 2 pts`, `blank throughout`, `no line`; where no `spread` is recorded
    `win, 2 pts`."""
    if line is not None and line.is_blank:
        return _("blank throughout")
    told = ", ".join(part.after for part in summary(line, line, records_spread=spread))
    # Points that the spread does not say belong to the line too.
    if spread and line is not None and line.is_win and line.points != _expected(line):
        return _("%(line)s, %(points)d pts") % {"line": told, "points": line.points}
    return told


def _expected(line: Line) -> int:
    """The points of a win by the spread of this line; a blank one is no skunk."""
    return WIN_POINTS if line.spread is None else game_points(line.spread)


def both_said(one: Line | None, other: Line | None, *, spread: bool = True) -> tuple[str, str]:
    """Two lines held against each other: as `said`, with the opponents or points where nothing else tells them apart."""
    told = said(one, spread=spread), said(other, spread=spread)
    if one is None or other is None or one.is_blank or other.is_blank:
        return told
    changed = [part for part in summary(one, other, records_spread=spread) if part.changed]
    if not changed and one.opponent != other.opponent:
        name = _("%(line)s against %(opponent)s")
        first, second = (
            name % {"line": text, "opponent": line.opponent or _("nobody")}
            for text, line in zip(told, (one, other), strict=True)
        )
        return first, second
    if one.is_win and other.is_win and one.spread == other.spread and one.points != other.points:
        parts = summary(one, other, records_spread=spread)
        return ", ".join(part.before for part in parts), ", ".join(part.after for part in parts)
    return told


def _lines(card: Values | None) -> dict[int, Line]:
    found = (read_line(line) for line in (card or {}).get("lines") or ())
    return {line.game: line for line in found if line is not None}


def _games(before: Mapping[int, Line], after: Mapping[int, Line], spread: bool) -> str:
    """The games that two versions of a card tell differently: `game 8 from +16 to −16, game 9 …`."""
    differing = [game for game in sorted({*before, *after}) if before.get(game) != after.get(game)]
    told = [
        _("game %(game)d %(change)s")
        % {"game": game, "change": from_to(before.get(game), after.get(game), spread=spread)}
        for game in differing[:MOST_GAMES]
    ]
    more = len(differing) - MOST_GAMES
    if more > 0:
        told.append(ngettext("%(n)d more game", "%(n)d more games", more) % {"n": more})
    return ", ".join(told)


def _card_changes(before: Values | None, after: Values | None, spread: bool) -> str:
    """Everything that two versions of a card tell differently, own totals too."""
    games = _games(_lines(before), _lines(after), spread)
    own, was = (
        {k: v for k, v in ((card or {}).get("totals") or {}).items() if v is not None} for card in (after, before)
    )
    totals = _("own totals") if own != was else ""
    return ", ".join(part for part in (games, totals) if part) or _("nothing else")


# --- Cards -----------------------------------------------------------------------------------------------------------


def typed(row: AuditEntry) -> str:
    values = {"who": who(row), "card": row.subject_key}
    if (row.after or {}).get("source") == Scorecard.Source.PHONE:
        return _("%(who)s took card %(card)s as it was told by phone.") % values
    if not row.before or not (row.before.get("lines") or any((row.before.get("totals") or {}).values())):
        return _("%(who)s typed card %(card)s.") % values
    return _("%(who)s typed %(card)s again: %(changes)s.") % {
        **values,
        "changes": _card_changes(row.before, row.after, _spread(row)),
    }


def _said_by_phone(game: Any, told: Mapping[str, Any]) -> Said:
    """What somebody told, from the trail: by how many holes, or for how many game points."""
    spread = told.get("spread")
    return Said(
        int(game),
        str(told["opponent"]),
        None if spread is None else int(spread),
        int(told["points"]) if spread is None else None,
    )


def told_by_phone(row: AuditEntry) -> str:
    given = row.after or {}
    said = _said_by_phone(given["game"], given)
    values = {
        "card": row.subject_key,
        "game": said.game,
        "opponent": said.opponent,
        "how": result(said),
        "via": given["via"],
    }
    if given["via"] != row.subject_key:
        return _("%(card)s told game %(game)s against %(opponent)s on the phone of %(via)s: %(how)s.") % values
    return _("%(card)s told game %(game)s against %(opponent)s by phone: %(how)s.") % values


def typing_undone(row: AuditEntry) -> str:
    values = {"who": who(row), "card": row.subject_key}
    if not (row.after or {}).get("lines"):
        return _("%(who)s undid the typing of card %(card)s; nothing is on it.") % values
    changes = _card_changes(row.before, row.after, _spread(row))
    return _("%(who)s put card %(card)s back as it was: %(changes)s.") % {**values, "changes": changes}


def corrected_late(row: AuditEntry) -> str:
    values = {"who": who(row), "card": row.subject_key, "changes": _card_changes(row.before, row.after, _spread(row))}
    if row.action == "card.left-late":
        return _("%(who)s left card %(card)s as it is after posting. It would have been: %(changes)s.") % values
    if (row.after or {}).get("decision") == LateDecision.KEEP:
        return _("%(who)s corrected card %(card)s after posting: %(changes)s. The list stays as posted.") % values
    return _("%(who)s corrected card %(card)s after posting: %(changes)s.") % values


def looked_at(row: AuditEntry) -> str:
    said = _read_again(row)
    return _("%(said)s They had seen what was typed.") % {"said": said} if (row.after or {}).get("shown") else said


def _read_again(row: AuditEntry) -> str:
    given, was = row.after or {}, row.before or {}
    before, reading = read_line(was.get("line")), read_line(given.get("reading"))
    values = {
        "who": who(row),
        "card": row.subject_key,
        "game": given.get("game"),
        "change": from_to(before, reading, spread=_spread(row)),
    }
    values["line"], values["read"] = both_said(before, reading, spread=_spread(row))
    if given.get("outcome") == "retyped":
        after = read_line(given.get("line"))
        told = _("%(who)s read %(card)s game %(game)s again, and with the readings before that goes: %(change)s.")
        return told % {**values, "change": from_to(before, after, spread=_spread(row))}
    if given.get("outcome") == "confirmed":
        return _("%(who)s read %(card)s game %(game)s again: %(line)s, as typed.") % values
    return _("%(who)s read %(card)s game %(game)s again: %(read)s instead of %(line)s.") % values


def put_back(row: AuditEntry) -> str:
    before, after = (read_line((found or {}).get("line")) for found in (row.before, row.after))
    return _("%(who)s put back %(card)s game %(game)s %(change)s.") % {
        "who": who(row),
        "card": row.subject_key,
        "game": (row.after or {}).get("game"),
        "change": from_to(before, after, spread=_spread(row)),
    }


def phone_stands(row: AuditEntry) -> str:
    before, after = (read_line((found or {}).get("line")) for found in (row.before, row.after))
    return _("%(who)s decided for the phone: %(card)s game %(game)s %(change)s.") % {
        "who": who(row),
        "card": row.subject_key,
        "game": (row.after or {}).get("game"),
        "change": from_to(before, after, spread=_spread(row)),
    }


def paper_stands(row: AuditEntry) -> str:
    given = row.after or {}
    phone = _said_by_phone(given["game"], given["told"])
    line, told = both_said(read_line(given["line"]), phone.line, spread=_spread(row))
    return _("%(who)s decided for the paper: %(card)s game %(game)s stays %(line)s; told by phone: %(told)s.") % {
        "who": who(row),
        "card": row.subject_key,
        "game": phone.game,
        "line": line,
        "told": told,
    }


# --- Decisions -------------------------------------------------------------------------------------------------------


def seats_of(name: str) -> tuple[str, str, str]:
    """Game and both seats out of the name of a discrepancy, `8-A-6-A-16`."""
    parts = name.split("-")
    if len(parts) != 5:
        return name, "", ""
    return parts[0], "-".join(parts[1:3]), "-".join(parts[3:5])


def game_of(row: AuditEntry) -> dict[str, str]:
    """The game of a decision and who decided, as the sentences name them."""
    game, first, second = seats_of(row.subject_key)
    return {"game": game, "first": first, "second": second, "who": who(row)}


def before_judge(row: AuditEntry) -> str:
    """Whom a game is put before, in the edition of this act's tournament."""
    return citing_words.authority("before", row.tournament.edition)


def decided_lines(name: str, decision: Values) -> Iterator[tuple[str, Shift]]:
    """Each card that a decision changes, with its line before and after."""
    game, *seats = seats_of(name)
    basis = decision.get("basis") or {}
    recorded = [read_line(line) for line in basis.get("recorded") or (None, None)]
    if decision.get("kind") == "overridden":
        given = decision.get("resolved") or {}
        stands = [
            line if given.get(seat) is None else Line(int(game), line.opponent if line else None, **given[seat])
            for seat, line in zip(seats, recorded, strict=True)
        ]
    elif decision.get("kind") == "accepted" and basis.get("lines"):
        stands = [read_line(line) for line in basis["lines"]]
    else:
        stands = recorded
    for seat, before, after in zip(seats, recorded, stands, strict=True):
        if before != after:
            yield seat, (before, after)


def _corrections(name: str, decision: Values, spread: bool) -> str:
    """`C-14 from +21 to +16 and B-2 from −21 to −16`; empty where both cards stand."""
    told = [
        _("%(card)s %(change)s") % {"card": card, "change": from_to(*both, spread=spread)}
        for card, both in decided_lines(name, decision)
    ]
    return _("%(first)s and %(second)s") % {"first": told[0], "second": told[1]} if len(told) > 1 else "".join(told)


def _rules(row: AuditEntry) -> str:
    """What an accepted correction rests on; that some of it is ours was noted with it."""
    after = row.after or {}
    numbers = (after.get("basis") or {}).get("rules") or ()
    return citing_words.all_in_words((*numbers, OURS) if after.get("readings") else tuple(numbers))


def accepted(row: AuditEntry) -> str:
    unread = (row.after or {}).get("unlooked") or ()
    return " ".join([_accepted(row), *([crosscheck_words.signed_unread(unread)] if unread else [])])


def _accepted(row: AuditEntry) -> str:
    decision = {"kind": "accepted", **(row.after or {})}
    changed = list(decided_lines(row.subject_key, decision))
    values = {
        **game_of(row),
        "rules": _rules(row),
        "changes": _corrections(row.subject_key, decision, _spread(row)),
    }
    if len(changed) == 1:
        card, both = changed[0]
        told = _("%(who)s corrected %(card)s game %(game)s %(change)s, %(rules)s.")
        return told % {**values, "card": card, "change": from_to(*both, spread=_spread(row))}
    if changed:
        return _("%(who)s corrected game %(game)s: %(changes)s, %(rules)s.") % values
    return _("%(who)s signed game %(game)s of %(first)s and %(second)s.") % values


def overridden(row: AuditEntry) -> str:
    changes = _corrections(row.subject_key, {"kind": "overridden", **(row.after or {})}, _spread(row))
    if not changes:
        return _("%(who)s decided by hand that game %(game)s of %(first)s and %(second)s stands.") % game_of(row)
    return _("%(who)s decided game %(game)s by hand: %(changes)s.") % {**game_of(row), "changes": changes}


def restored(row: AuditEntry) -> str:
    """A decision that had been taken back is made again; it stands under the initials of whoever made it."""
    values = {
        **game_of(row),
        "who": initials_of(row.actor_name),
        "signed": row.initials,
        "before_judge": before_judge(row),
        "changes": _corrections(row.subject_key, row.after or {}, _spread(row)) or _("both cards as recorded"),
    }
    if (row.after or {}).get("kind") == "referred":
        told = _("%(who)s put game %(game)s of %(first)s and %(second)s %(before_judge)s again, as %(signed)s did.")
    else:
        told = _("%(who)s let the decision of %(signed)s on game %(game)s stand again: %(changes)s.")
    return told % values


# --- What undoing would do -------------------------------------------------------------------------------------------


def will_undo(step: Changed, event: Event) -> str:
    """What undoing an act will put back, in a sentence."""
    kind, key = step.thing
    was, now = step.before, step.after
    if kind == CARD:
        return _will_restore_card(step, event)
    if kind == DECISION:
        return _will_restore_decision(step, event)
    if kind == RECEIVED:
        told = _("Card %(key)s is handed in again.") if was else _("Card %(key)s is not handed in any more.")
        return told % {"key": key}
    if kind == ASIDE:
        if isinstance(was, Mark):
            told = _("Card %(key)s is set aside again, because: %(reason)s")
            return told % {"key": key, "reason": was.reason}
        return _("Card %(key)s is taken up again.") % {"key": key}
    if kind == ENDED:
        told = _("Card %(key)s ends early again.") if was else _("More may be written on card %(key)s than is typed.")
        return told % {"key": key}
    if kind == STATUS:
        labels = dict(Entry.Status.choices)
        statuses = [labels[one.status] for one in (was, now) if isinstance(one, Marked)]
        entry = Entry.objects.of(event).filter(number=int(key)).first()
        told = _("%(name)s goes back from %(now)s to %(was)s.")
        return told % {"name": entry.name if entry else key, "was": statuses[0], "now": statuses[-1]}
    if isinstance(was, PlayedOff):
        return _("The tie was played off in this order again: %(order)s.") % {"order": ", ".join(was.order)}
    return _("The tie of %(seats)s is open again: nobody has played it off.") % {"seats": ", ".join(key.split())}


def _will_restore_card(step: Changed, event: Event) -> str:
    was, now = (one if isinstance(one, Recorded) else Recorded() for one in (step.before, step.after))
    key = step.thing[1]
    if not was.lines and was.own == Recorded().own:
        return _("Card %(key)s goes back to empty: nothing is typed on it then.") % {"key": key}
    before, after = ({line.game: line for line in card.lines} for card in (now, was))
    changes = [_games(before, after, event.records_spread), _("own totals") if was.own != now.own else ""]
    values = {"key": key, "changes": ", ".join(part for part in changes if part), "who": initials_of(was.by or "?")}
    if was.at is None or not was.by:
        return _("Card %(key)s goes back: %(changes)s.") % values
    values["at"] = date_format(was.at.astimezone(ZoneInfo(event.tournament.time_zone)), "TIME_FORMAT")
    if step.act.action in ("line.looked-at", "line.put-back", PHONE_STANDS):
        return _("One line of card %(key)s goes back, the rest stays as typed: %(changes)s.") % values
    return _("Card %(key)s goes back to what %(who)s typed at %(at)s: %(changes)s.") % values


def _will_restore_decision(step: Changed, event: Event) -> str:
    name, was, now = step.thing[1], step.before, step.after
    game, first, second = seats_of(name)
    judge = citing_words.authority("before", event.edition)
    values = {"game": game, "first": first, "second": second, "before_judge": judge}
    told: Sequence[str] = ()
    if isinstance(now, Decided) and now.kind == "referred":
        told = (_("Game %(game)s of %(first)s and %(second)s is no longer %(before_judge)s.") % values,)
    elif isinstance(now, Decided):
        told = (
            _("The decision of %(signed)s on game %(game)s of %(first)s and %(second)s is taken back.")
            % {**values, "signed": now.initials},
            *_ink_goes(name, now, event.records_spread),
        )
    if isinstance(was, Decided) and was.kind == "referred":
        told = (*told, _("Game %(game)s of %(first)s and %(second)s is %(before_judge)s again.") % values)
    elif isinstance(was, Decided):
        told = (
            *told,
            _("The decision of %(signed)s on game %(game)s of %(first)s and %(second)s stands again.")
            % {**values, "signed": was.initials},
            *_red_ink(_("In red ink: %s."), name, was, event.records_spread),
        )
    return " ".join(told)


def _ink_goes(name: str, decided: Decided, spread: bool) -> Iterator[str]:
    """What is written on the cards once their red ink is gone."""
    for card, (before, after) in decided_lines(name, _decision(decided)):
        values = dict(zip(("was", "is"), both_said(before, after, spread=spread), strict=True))
        yield _("The red ink on %(card)s goes: %(was)s again, not %(is)s.") % {**values, "card": card}


def _red_ink(sentence: str, name: str, decided: Decided, spread: bool) -> Iterator[str]:
    if changes := _corrections(name, _decision(decided), spread):
        yield sentence % changes


def _decision(decided: Decided) -> Values:
    return {"kind": decided.kind, "basis": decided.basis, "resolved": decided.resolved}
