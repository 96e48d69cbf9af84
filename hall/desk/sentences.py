"""Sentences on what was done to cards and decisions, with their values, and on what undoing it would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.cards.words import result
from scorecards.crosscheck import words as crosscheck_words
from scorecards.models import Scorecard
from scorecards.sheet.reads.ink import is_plain, summary
from scorecards.sheet.reads.phone import PHONE_STANDS
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.sheet.rules.basis import TYPINGS, mirrors, only_change, read_line
from scorecards.sheet.rules.line import WIN_POINTS, Line, game_points
from scorecards.sheet.rules.phone import Claim
from scorecards.sheet.rules.replay import (
    ASIDE,
    CARD,
    DECISION,
    ENDED,
    RECEIVED,
    STATUS,
    Decided,
    EntrantStatus,
    Mark,
    PlayedOff,
    Recorded,
)
from scorecards.sheet.rules.replay import Step as Changed
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rules.citations import OURS
from tournaments.rules.initials import initials_of
from tournaments.rules.skunk import ACC_SKUNKS, Skunks
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row

MOST_GAMES = 4
"""How many games a sentence names before it says how many more there are."""

Values = Mapping[str, Any]
LinePair = tuple[Line | None, Line | None]
"""A line before and after a decision; None if it is not on the card."""


def who(row: AuditEntry) -> str:
    """The initials that the act was signed with, else those of the actor's name."""
    return row.initials or initials_of(row.actor_name)


# --- Lines -----------------------------------------------------------------------------------------------------------


def from_to(before: Line | None, after: Line | None, *, event: Event | None) -> str:
    """How a line changed: `from +16 to −16`, `from win, blank to win, +16`, `against A-3 instead of A-2`."""
    if _is_empty(before) or _is_empty(after):
        return _("from %(before)s to %(after)s") % {
            "before": line_in_words(before, event=event),
            "after": line_in_words(after, event=event),
        }
    # If the columns do not say who won, show result and spread even if only one of them changed.
    shows_all = not (is_plain(before) and is_plain(after))
    parts = [
        part for part in summary(before, after, records_spread=_records_spread(event)) if shows_all or part.changed
    ]
    change = ""
    if any(part.changed for part in parts):
        change = _("from %(before)s to %(after)s") % {
            "before": ", ".join(part.before for part in parts),
            "after": ", ".join(part.after for part in parts),
        }
    if before is not None and after is not None and before.opponent != after.opponent:
        new_opponent = _("against %(after)s instead of %(before)s") % {
            "before": before.opponent or _("nobody"),
            "after": after.opponent or _("nobody"),
        }
        change = f"{change}, {new_opponent}" if change else new_opponent
    return change or _("written again")


def _records_spread(event: Event | None) -> bool:
    """Whether the lines of this event have spreads; without an event, they are taken to have."""
    return event is None or event.records_spread


def _skunks(event: Event | None) -> Skunks:
    return ACC_SKUNKS if event is None else event.skunks


def _is_empty(line: Line | None) -> bool:
    return line is None or line.is_blank


def line_in_words(line: Line | None, *, event: Event | None) -> str:
    """A line in a few words: `+16`, `win, blank`, `+45, 2 pts`, `blank throughout`; without spreads: `win, 2 pts`."""
    if line is not None and line.is_blank:
        return _("blank throughout")
    text = ", ".join(part.after for part in summary(line, line, records_spread=_records_spread(event)))
    # Name the points if the spread does not imply them.
    if _records_spread(event) and line is not None and line.is_win and line.points != _expected_points(line, event):
        return _("%(line)s, %(points)d pts") % {"line": text, "points": line.points}
    return text


def _expected_points(line: Line, event: Event | None) -> int:
    """The game points that a win with the spread of this line earns; a blank spread is no skunk."""
    return WIN_POINTS if line.spread is None else game_points(line.spread, _skunks(event))


def both_in_words(left: Line | None, right: Line | None, *, event: Event | None) -> tuple[str, str]:
    """Two lines to compare, each as in `line_in_words`.

    The opponents or the points are added if the lines differ in nothing else.
    """
    texts = line_in_words(left, event=event), line_in_words(right, event=event)
    if left is None or right is None or left.is_blank or right.is_blank:
        return texts
    changed = [part for part in summary(left, right, records_spread=_records_spread(event)) if part.changed]
    if not changed and left.opponent != right.opponent:
        name = _("%(line)s against %(opponent)s")
        first, second = (
            name % {"line": text, "opponent": line.opponent or _("nobody")}
            for text, line in zip(texts, (left, right), strict=True)
        )
        return first, second
    if left.is_win and right.is_win and left.spread == right.spread and left.points != right.points:
        parts = summary(left, right, records_spread=_records_spread(event))
        return ", ".join(part.before for part in parts), ", ".join(part.after for part in parts)
    return texts


def _lines(card: Values | None) -> dict[int, Line]:
    lines = (read_line(line) for line in (card or {}).get("lines") or ())
    return {line.game: line for line in lines if line is not None}


def _games(before: Mapping[int, Line], after: Mapping[int, Line], event: Event | None) -> str:
    """The games that differ between two versions of a card: `game 8 from +16 to −16, game 9 …`."""
    differing = [game for game in sorted({*before, *after}) if before.get(game) != after.get(game)]
    parts = [
        _("game %(game)d %(change)s")
        % {"game": game, "change": from_to(before.get(game), after.get(game), event=event)}
        for game in differing[:MOST_GAMES]
    ]
    more = len(differing) - MOST_GAMES
    if more > 0:
        parts.append(ngettext("%(n)d more game", "%(n)d more games", more) % {"n": more})
    return ", ".join(parts)


def _card_changes(before: Values | None, after: Values | None, event: Event | None) -> str:
    """All differences between two versions of a card, own totals included."""
    games = _games(_lines(before), _lines(after), event)
    totals = _("own totals") if _own_totals(before) != _own_totals(after) else ""
    return ", ".join(part for part in (games, totals) if part) or _("nothing else")


def _own_totals(card: Values | None) -> dict[str, Any]:
    """The own totals that the player wrote; blank ones are left out."""
    totals = (card or {}).get("totals") or {}
    return {name: value for name, value in totals.items() if value is not None}


# --- Cards -----------------------------------------------------------------------------------------------------------


def _result_of_ladder(row: AuditEntry) -> str:
    """What this act recorded or took back of a ladder's game, on the card of one team; empty for any other act."""
    line = only_change(row.before, row.after) if row.event and row.event.is_ladder else None
    if line is None or line.opponent is None or line.points is None:
        return ""
    games = row.event.ladder_games if row.event else []
    pairs = games[line.game - 1] if line.game <= len(games) else []
    tables = [number for number, pair in enumerate(pairs, start=1) if {row.subject_key, line.opponent} == set(pair)]
    values = {
        "who": who(row),
        "where": _("Game %(game)d, table %(table)d") % {"game": line.game, "table": tables[0]}
        if tables
        else _("Game %(n)d") % {"n": line.game},
        "card": row.subject_key,
        "other": line.opponent,
        "points": line.points,
    }
    if line.game not in _lines(row.after):
        return _("%(who)s took back a result. %(where)s: %(card)s against %(other)s.") % values
    if line.points:
        sentence = _("%(who)s recorded a result. %(where)s: %(card)s won against %(other)s, %(points)d points.")
    else:
        sentence = _("%(who)s recorded a result. %(where)s: %(card)s lost against %(other)s.")
    return sentence % values


def one_for_each_result(rows: Iterable[AuditEntry]) -> list[AuditEntry]:
    """These rows, newest first, without the second one of each result of a ladder: the winner's card says it all."""
    listed = list(rows)
    changes = {
        row.pk: only_change(row.before, row.after)
        for row in listed
        if row.event and row.event.is_ladder and row.action in TYPINGS
    }
    kept: list[AuditEntry] = []
    for row in listed:
        lost = changes.get(row.pk)
        is_second = (
            lost is not None
            and lost.points == 0
            and any(
                (other.action, other.revision) == (row.action, row.revision)
                and mirrors(lost, row.subject_key, changes[other.pk])
                for other in listed
                if other.pk in changes
            )
        )
        if not is_second:
            kept.append(row)
    return kept


def typed(row: AuditEntry) -> str:
    if sentence := _result_of_ladder(row):
        return sentence
    values = {"who": who(row), "card": row.subject_key}
    if (row.after or {}).get("source") == Scorecard.Source.PHONE:
        return _("%(who)s took card %(card)s as it was told by phone.") % values
    before = row.before or {}
    was_blank = not before.get("lines") and not any((before.get("totals") or {}).values())
    if was_blank:
        return _("%(who)s typed card %(card)s.") % values
    return _("%(who)s typed %(card)s again: %(changes)s.") % {
        **values,
        "changes": _card_changes(row.before, row.after, row.event),
    }


def _said_by_phone(game: Any, claim: Mapping[str, Any]) -> Claim:
    """What a player reported by phone, from the log: the spread, or the game points if there is no spread."""
    spread, opponent_points = claim.get("spread"), claim.get("opponent_points")
    return Claim(
        int(game),
        str(claim["opponent"]),
        None if spread is None else int(spread),
        int(claim["points"]) if spread is None else None,
        None if opponent_points is None else int(opponent_points),
    )


def told_by_phone(row: AuditEntry) -> str:
    after = row.after or {}
    claim = _said_by_phone(after["game"], after)
    values = {
        "card": row.subject_key,
        "game": claim.game,
        "opponent": claim.opponent,
        "how": result(claim),
        "via": after["via"],
    }
    if after["via"] != row.subject_key:
        return _("%(card)s told game %(game)s against %(opponent)s on the phone of %(via)s: %(how)s.") % values
    return _("%(card)s told game %(game)s against %(opponent)s by phone: %(how)s.") % values


def told_removed(row: AuditEntry) -> str:
    return _("What %(card)s told of game %(game)s by phone is removed with the result.") % {
        "card": row.subject_key,
        "game": (row.after or {}).get("game"),
    }


def typing_undone(row: AuditEntry) -> str:
    if sentence := _result_of_ladder(row):
        return sentence
    values = {"who": who(row), "card": row.subject_key}
    if not (row.after or {}).get("lines"):
        return _("%(who)s undid the typing of card %(card)s; nothing is on it.") % values
    changes = _card_changes(row.before, row.after, row.event)
    return _("%(who)s put card %(card)s back as it was: %(changes)s.") % {**values, "changes": changes}


def corrected_late(row: AuditEntry) -> str:
    values = {
        "who": who(row),
        "card": row.subject_key,
        "changes": _card_changes(row.before, row.after, row.event),
    }
    if row.action == "card.left-late":
        return _("%(who)s left card %(card)s as it is after posting. It would have been: %(changes)s.") % values
    if (row.after or {}).get("decision") == LateDecision.KEEP:
        return _("%(who)s corrected card %(card)s after posting: %(changes)s. The list stays as posted.") % values
    return _("%(who)s corrected card %(card)s after posting: %(changes)s.") % values


def looked_at(row: AuditEntry) -> str:
    text = _read_again(row)
    if not (row.after or {}).get("shown"):
        return text
    return _("%(said)s They had seen what was typed.") % {"said": text}


def _read_again(row: AuditEntry) -> str:
    look, state_before = row.after or {}, row.before or {}
    before, reading = read_line(state_before.get("line")), read_line(look.get("reading"))
    values = {
        "who": who(row),
        "card": row.subject_key,
        "game": look.get("game"),
        "change": from_to(before, reading, event=row.event),
    }
    values["line"], values["read"] = both_in_words(before, reading, event=row.event)
    if look.get("outcome") == "retyped":
        after = read_line(look.get("line"))
        sentence = _("%(who)s read %(card)s game %(game)s again, and with the readings before that goes: %(change)s.")
        return sentence % {**values, "change": from_to(before, after, event=row.event)}
    if look.get("outcome") == "confirmed":
        return _("%(who)s read %(card)s game %(game)s again: %(line)s, as typed.") % values
    return _("%(who)s read %(card)s game %(game)s again: %(read)s instead of %(line)s.") % values


def put_back(row: AuditEntry) -> str:
    before, after = (read_line((state or {}).get("line")) for state in (row.before, row.after))
    return _("%(who)s put back %(card)s game %(game)s %(change)s.") % {
        "who": who(row),
        "card": row.subject_key,
        "game": (row.after or {}).get("game"),
        "change": from_to(before, after, event=row.event),
    }


def phone_stands(row: AuditEntry) -> str:
    before, after = (read_line((state or {}).get("line")) for state in (row.before, row.after))
    return _("%(who)s decided for the phone: %(card)s game %(game)s %(change)s.") % {
        "who": who(row),
        "card": row.subject_key,
        "game": (row.after or {}).get("game"),
        "change": from_to(before, after, event=row.event),
    }


def paper_stands(row: AuditEntry) -> str:
    after = row.after or {}
    phone = _said_by_phone(after["game"], after["told"])
    line, by_phone = both_in_words(
        read_line(after["line"]),
        phone.line(_skunks(row.event)),
        event=row.event,
    )
    return _("%(who)s decided for the paper: %(card)s game %(game)s stays %(line)s; told by phone: %(told)s.") % {
        "who": who(row),
        "card": row.subject_key,
        "game": phone.game,
        "line": line,
        "told": by_phone,
    }


# --- Decisions -------------------------------------------------------------------------------------------------------


def seats_of(name: str) -> tuple[str, str, str]:
    """The game and both seats in the id of a discrepancy, as in `8-A-6-A-16`.

    Any other id is returned as it is, with two empty texts.
    """
    parts = name.split("-")
    if len(parts) != 5:
        return name, "", ""
    return parts[0], "-".join(parts[1:3]), "-".join(parts[3:5])


def game_of(row: AuditEntry) -> dict[str, str]:
    """The game, its seats and who decided, as values for a sentence."""
    game, first, second = seats_of(row.subject_key)
    return {"game": game, "first": first, "second": second, "who": who(row)}


def before_judge(row: AuditEntry) -> str:
    """“Before the head judge” or “before the judges”, depending on the tournament's edition."""
    return citing_words.authority("before", row.tournament.edition)


def decided_lines(name: str, decision: Values) -> Iterator[tuple[str, LinePair]]:
    """Each seat whose line a decision changes, with the line before and after."""
    game, *seats = seats_of(name)
    basis = decision.get("basis") or {}
    recorded = [read_line(line) for line in basis.get("recorded") or (None, None)]
    if decision.get("kind") == "overridden":
        resolved = decision.get("resolved") or {}
        decided = [
            line if resolved.get(seat) is None else Line(int(game), line.opponent if line else None, **resolved[seat])
            for seat, line in zip(seats, recorded, strict=True)
        ]
    elif decision.get("kind") == "accepted" and basis.get("lines"):
        decided = [read_line(line) for line in basis["lines"]]
    else:
        decided = recorded
    for seat, before, after in zip(seats, recorded, decided, strict=True):
        if before != after:
            yield seat, (before, after)


def _corrections(name: str, decision: Values, event: Event | None) -> str:
    """`C-14 from +21 to +16 and B-2 from −21 to −16`; empty if both cards stand."""
    changes = [
        _("%(card)s %(change)s") % {"card": card, "change": from_to(*both, event=event)}
        for card, both in decided_lines(name, decision)
    ]
    if len(changes) > 1:
        return _("%(first)s and %(second)s") % {"first": changes[0], "second": changes[1]}
    return "".join(changes)


def _rules(row: AuditEntry) -> str:
    """The rules that an accepted correction cites, with a note if it also rests on our own reading."""
    after = row.after or {}
    rules = tuple((after.get("basis") or {}).get("rules") or ())
    if after.get("readings"):
        rules = (*rules, OURS)
    return citing_words.all_in_words(rules)


def accepted(row: AuditEntry) -> str:
    unread = (row.after or {}).get("unlooked") or ()
    if not unread:
        return _accepted(row)
    return f"{_accepted(row)} {crosscheck_words.signed_unread(unread)}"


def _accepted(row: AuditEntry) -> str:
    decision = {"kind": "accepted", **(row.after or {})}
    changed = list(decided_lines(row.subject_key, decision))
    values = {
        **game_of(row),
        "rules": _rules(row),
        "changes": _corrections(row.subject_key, decision, row.event),
    }
    if len(changed) == 1:
        card, both = changed[0]
        sentence = _("%(who)s corrected %(card)s game %(game)s %(change)s, %(rules)s.")
        return sentence % {**values, "card": card, "change": from_to(*both, event=row.event)}
    if changed:
        return _("%(who)s corrected game %(game)s: %(changes)s, %(rules)s.") % values
    return _("%(who)s signed game %(game)s of %(first)s and %(second)s.") % values


def overridden(row: AuditEntry) -> str:
    changes = _corrections(row.subject_key, {"kind": "overridden", **(row.after or {})}, row.event)
    if not changes:
        return _("%(who)s decided by hand that game %(game)s of %(first)s and %(second)s stands.") % game_of(row)
    return _("%(who)s decided game %(game)s by hand: %(changes)s.") % {**game_of(row), "changes": changes}


def restored(row: AuditEntry) -> str:
    """A decision that was taken back stands again, under the initials of its first signer."""
    values = {
        **game_of(row),
        "who": initials_of(row.actor_name),
        "signed": row.initials,
        "before_judge": before_judge(row),
        "changes": _corrections(row.subject_key, row.after or {}, row.event) or _("both cards as recorded"),
    }
    if (row.after or {}).get("kind") == "referred":
        sentence = _("%(who)s put game %(game)s of %(first)s and %(second)s %(before_judge)s again, as %(signed)s did.")
    else:
        sentence = _("%(who)s let the decision of %(signed)s on game %(game)s stand again: %(changes)s.")
    return sentence % values


# --- What undoing would do -------------------------------------------------------------------------------------------


def will_undo(step: Changed, event: Event) -> str:
    """What undoing this act will put back, in a sentence."""
    kind, key = step.thing
    was, now = step.before, step.after
    if kind == CARD:
        return _will_restore_card(step, event)
    if kind == DECISION:
        return _will_restore_decision(step, event)
    if kind == RECEIVED:
        sentence = _("Card %(key)s is handed in again.") if was else _("Card %(key)s is no longer handed in.")
        return sentence % {"key": key}
    if kind == ASIDE:
        if isinstance(was, Mark):
            sentence = _("Card %(key)s is set aside again, because: %(reason)s")
            return sentence % {"key": key, "reason": was.reason}
        return _("Card %(key)s is taken up again.") % {"key": key}
    if kind == ENDED:
        sentence = (
            _("Card %(key)s ends early again.") if was else _("More may be written on card %(key)s than is typed.")
        )
        return sentence % {"key": key}
    if kind == STATUS:
        labels = dict(Entry.Status.choices)
        statuses = [labels[state.status] for state in (was, now) if isinstance(state, EntrantStatus)]
        entry = Entry.objects.of(event).filter(number=int(key)).first()
        sentence = _("%(name)s goes back from %(now)s to %(was)s.")
        return sentence % {"name": entry.known_name if entry else key, "was": statuses[0], "now": statuses[-1]}
    if isinstance(was, PlayedOff):
        return _("The tie was played off in this order again: %(order)s.") % {"order": ", ".join(was.order)}
    return _("The tie of %(seats)s is open again: nobody has played it off.") % {"seats": in_a_row(key.split())}


def _will_restore_result(key: str, was: Recorded, now: Recorded) -> str:
    """That a result of a ladder goes off both cards, or is recorded again; empty if more than one line changes."""
    old, new = ({line.game: line for line in card.lines} for card in (was, now))
    [game, *more] = [game for game in {**old, **new} if old.get(game) != new.get(game)] or [0]
    line = old.get(game) or new.get(game)
    if more or line is None or line.opponent is None:
        return ""
    values = {"game": game, "first": key, "second": line.opponent}
    if game in old:
        return _("The earlier result of game %(game)d of %(first)s and %(second)s counts again.") % values
    return _("Game %(game)d of %(first)s and %(second)s has no result then: it goes off both cards.") % values


def _will_restore_card(step: Changed, event: Event) -> str:
    was, now = (state if isinstance(state, Recorded) else Recorded() for state in (step.before, step.after))
    key = step.thing[1]
    is_of_result = event.is_ladder and step.act.action in TYPINGS
    if is_of_result and (sentence := _will_restore_result(key, was, now)):
        return sentence
    if not was.lines and was.own == Recorded().own:
        return _("Card %(key)s goes back to empty: nothing is typed on it then.") % {"key": key}
    before, after = ({line.game: line for line in card.lines} for card in (now, was))
    changes = [_games(before, after, event), _("own totals") if was.own != now.own else ""]
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
    sentences: list[str] = []
    if isinstance(now, Decided) and now.kind == "referred":
        sentences.append(_("Game %(game)s of %(first)s and %(second)s is no longer %(before_judge)s.") % values)
    elif isinstance(now, Decided):
        sentence = _("The decision of %(signed)s on game %(game)s of %(first)s and %(second)s is taken back.")
        sentences.append(sentence % {**values, "signed": now.initials})
        sentences += _ink_goes(name, now, event)
    if isinstance(was, Decided) and was.kind == "referred":
        sentences.append(_("Game %(game)s of %(first)s and %(second)s is %(before_judge)s again.") % values)
    elif isinstance(was, Decided):
        sentence = _("The decision of %(signed)s on game %(game)s of %(first)s and %(second)s stands again.")
        sentences.append(sentence % {**values, "signed": was.initials})
        sentences += _red_ink(_("In red ink: %s."), name, was, event)
    return " ".join(sentences)


def _ink_goes(name: str, decided: Decided, event: Event | None) -> Iterator[str]:
    """For each card of the decision, a sentence: its red ink goes, and the line is as before."""
    for card, (before, after) in decided_lines(name, _decision(decided)):
        values = dict(zip(("was", "is"), both_in_words(before, after, event=event), strict=True))
        yield _("The red ink on %(card)s goes: %(was)s again, not %(is)s.") % {**values, "card": card}


def _red_ink(sentence: str, name: str, decided: Decided, event: Event | None) -> Iterator[str]:
    """The sentence, filled with the corrections of this decision; nothing if it corrects no line."""
    if changes := _corrections(name, _decision(decided), event):
        yield sentence % changes


def _decision(decided: Decided) -> Values:
    return {"kind": decided.kind, "basis": decided.basis, "resolved": decided.resolved}
