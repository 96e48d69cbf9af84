"""Whether a well-formed document makes sense: references resolve, unique values are unique, the rules can read it.

A document that nobody could have made with the program is found here, before anything is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from brackets.bracket.rules import match as match_rules
from brackets.bracket.rules.byes import bracket_size
from brackets.bracket.rules.chart import round_of
from brackets.models import Honour, Match, PoolPlan, Prize
from hall.exchange.layout import reference
from scorecards.models import Discrepancy, QualifyingResult
from scorecards.sheet import words as sheet_words
from scorecards.sheet.rules.basis import read_basis, read_line
from scorecards.sheet.rules.crosscheck import DecisionKind, HandDecision
from scorecards.sheet.rules.line import Line, find_spread, parse_line
from tournaments.day.reads.ladder import is_stored
from tournaments.day.reads.schedule import is_dealt
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.errors import Fault
from tournaments.models import Entry, Event, Fee, LedgerLine, Registration
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.plan import PLANNED, EventPlan
from tournaments.rotation.rules.day import day_of, frames_with, is_day_change
from tournaments.rotation.rules.movements import wider
from tournaments.rules.seat import MAX_SEATS, is_seat, parse_seat, read_seat, seat_order, table_names
from tournaments.rules.skunk import NO_SKUNK
from tournaments.venue.actions.faults import plan_faults, slug_faults, tournament_faults

Values = Mapping[str, Any]
Tell = Callable[[str, str], None]


def find_misfits(document: Values) -> list[Fault]:
    """The faults of a document that `read_document` returned: everything in it that makes no sense."""
    faults: list[Fault] = [
        *slug_faults("slug", document["slug"]),
        *tournament_faults({name: document[name] for name in ("name", "venue", "time_zone", "edition")}),
    ]

    def tell(path: str, message: str) -> None:
        faults.append(Fault(path, "invalid", message))

    for place, player in enumerate(document["players"]):
        if player["number"] != place + 1:
            tell(f"players.{place}.number", _("Players are numbered from 1 in their order."))
        if not player["name"].strip():
            tell(f"players.{place}.name", _("This cannot be empty."))
        people = player["players"]
        if people and (len(people) != 2 or people[0] == people[1] or not all(name.strip() for name in people)):
            tell(f"players.{place}.players", _("A team is two people. Name both, or nobody for one who plays alone."))
        elif len(player["acc_numbers"]) != len(people):
            message = _(
                "These are the numbers of the two people of a team. Send one for each, empty where there is none."
            )
            tell(f"players.{place}.acc_numbers", message)
    _check_unique(tell, "events.%d.slug", [event["slug"].lower() for event in document["events"]])
    for place, event in enumerate(document["events"]):
        plan = EventPlan(**{name: event[name] for name in PLANNED})
        faults += plan_faults(plan, f"events.{place}.")
        faults += _Event(event, f"events.{place}", len(document["players"])).find_misfits()
    players = len(document["players"])
    _check_lines("ledger", document["ledger"], tell, ("player", "cents"), players)
    _check_lines("payouts", document["payouts"], tell, ("player", "cents"), players)
    _check_lines("items", document["items"], tell, ("event", "cents"), players)
    _check_registrations(document, tell)
    slugs = {event["slug"] for event in document["events"]}
    for place, item in enumerate(document["items"]):
        if item["event"] is not None and item["event"] not in slugs:
            tell(f"items.{place}.event", _("There is no event “%(slug)s” in this file.") % {"slug": item["event"]})
    for place, line in enumerate(document["ledger"]):
        if line["event"] is not None and line["event"] not in slugs:
            tell(f"ledger.{place}.event", _("There is no event “%(slug)s” in this file.") % {"slug": line["event"]})
        elif line["event"] is not None and line["kind"] != LedgerLine.Kind.WAIVER:
            tell(f"ledger.{place}.event", _("Only a waiver is for an event."))
    _check_judging(document, tell)
    for place, act in enumerate(document["history"]):
        if act["event"] is not None and act["event"] not in slugs:
            tell(f"history.{place}.event", _("There is no event “%(slug)s” in this file.") % {"slug": act["event"]})
        if (act["actor"]["key"] is None) != (act["actor"]["kind"] == "user"):
            tell(f"history.{place}.actor.key", _("A user has no key here, anybody else has one."))
    return faults


def _check_lines(name: str, lines: Sequence[Values], tell: Tell, shared_fields: Sequence[str], players: int) -> None:
    """Check that lines of money are in order, that each names a player of this file, and that reversals are whole.

    A reversal takes back one earlier line, which no other reversal takes back; both are equal in `shared_fields`.
    `players` is how many players the file has.
    """
    by_number: dict[int, Values] = {}
    reversed_numbers: set[int] = set()
    last_number = 0
    for place, line in enumerate(lines):
        path = f"{name}.{place}"
        if line["number"] <= last_number:
            tell(f"{path}.number", _("Lines stand in the order of their numbers."))
        last_number = line["number"]
        if line.get("player", 0) > players:
            tell(f"{path}.player", _("There is no such player in this file."))
        if (line["kind"] == LedgerLine.Kind.REVERSAL) != (line["reverses"] is not None):
            tell(f"{path}.reverses", _("A correction names the line that it takes back, nothing else names one."))
        elif line["reverses"] is not None:
            reversed_line = by_number.get(line["reverses"])
            is_reversed = line["reverses"] in reversed_numbers
            if reversed_line is None or reversed_line["kind"] == LedgerLine.Kind.REVERSAL or is_reversed:
                tell(f"{path}.reverses", _("There is no line before it of this number to take back."))
            elif any(reversed_line[field] != line[field] for field in shared_fields):
                tell(
                    f"{path}.cents",
                    _("A correction is of the same person or event and of the same amount as its line."),
                )
            reversed_numbers.add(line["reverses"])
        by_number[line["number"]] = line


def _check_registrations(document: Values, tell: Tell) -> None:
    """Check that registrations are in order, name events and fees of this file, and have a message if refused."""
    pools = {(event["slug"], fee["name"]) for event in document["events"] for fee in event["fees"]}
    slugs = [event["slug"] for event in document["events"]]
    last_number = 0
    for place, row in enumerate(document["registrations"]):
        path = f"registrations.{place}"
        if row["number"] <= last_number:
            tell(f"{path}.number", _("Registrations stand in the order of their numbers."))
        last_number = row["number"]
        if not row["name"].strip():
            tell(f"{path}.name", _("This cannot be empty."))
        if row["events"] != [slug for slug in slugs if slug in row["events"]]:
            tell(f"{path}.events", _("These are events of this file, each once and in their order."))
        chosen = [(pool["event"], pool["name"]) for pool in row["pools"]]
        if chosen != sorted(set(chosen)) or not set(chosen) <= pools:
            tell(f"{path}.pools", _("These are fees of this file, each once and by event and name."))
        if row["state"] in (Registration.State.RETURNED, Registration.State.DECLINED) and not row["message"]:
            tell(f"{path}.message", _("Whoever is sent back or declined is told why."))
        if row["player"] is not None and row["player"] > len(document["players"]):
            tell(f"{path}.player", _("There is no such player in this file."))


def _check_judging(document: Values, tell: Tell) -> None:
    """Check that calls, rulings and notes are in order and name entrants of this file.

    A call that is done says who ended it; a ruling that was taken back says by whom and why.
    """
    entrants_by_event = {
        event["slug"]: {reference(entrant["id"], entrant["seat"]) for entrant in event["entrants"]}
        for event in document["events"]
    }

    def check_entrant(path: str, event: str, who: str | None) -> None:
        if who is not None and who not in entrants_by_event.get(event, ()):
            tell(path, _("“%(who)s” is no entrant of this event.") % {"who": who})

    for place, call in enumerate(document["calls"]):
        path = f"calls.{place}"
        if call["number"] != place + 1:
            tell(f"{path}.number", _("Calls are numbered from 1 in their order."))
        check_entrant(f"{path}.entrant", call["event"], call["entrant"])
        check_entrant(f"{path}.opponent", call["event"], call["opponent"])
        if call["entrant"] == call["opponent"]:
            tell(f"{path}.opponent", _("Nobody plays against themselves."))
        if (call["closed_at"] is None) != (call["closed_by"] == ""):
            tell(f"{path}.closed_by", _("A call that is done says who ended it, another one does not."))
    waiting = [(call["event"], call["entrant"]) for call in document["calls"] if call["closed_at"] is None]
    _check_unique(tell, "calls.%d.closed_at", waiting)
    _check_number_order("rulings", document["rulings"], tell)
    for place, ruling in enumerate(document["rulings"]):
        path = f"rulings.{place}"
        if ruling["event"] is not None and ruling["event"] not in entrants_by_event:
            tell(f"{path}.event", _("There is no event “%(slug)s” in this file.") % {"slug": ruling["event"]})
        if ruling["call"] is not None and ruling["call"] > len(document["calls"]):
            tell(f"{path}.call", _("There is no such call in this file."))
        for name in ("offender", "other"):
            if ruling[name] is not None:
                check_entrant(f"{path}.{name}.entrant", ruling[name]["event"], ruling[name]["entrant"])
        is_in_force = ruling["taken_back_at"] is None
        details = [ruling[f"taken_back_{name}"] for name in ("by", "reason")]
        if any(is_in_force != (text == "") for text in details):
            tell(f"{path}.taken_back_at", _("A ruling that was taken back says by whom and why, another one does not."))
        if not all(isinstance(answer, str) for answer in ruling["answers"].values()):
            tell(f"{path}.answers", _("Every answer is text."))
    _check_number_order("conduct", document["conduct"], tell)
    for place, note in enumerate(document["conduct"]):
        check_entrant(f"conduct.{place}.entrant", note["event"], note["entrant"])


def _check_number_order(name: str, rows: Sequence[Values], tell: Tell) -> None:
    """Check that the rows are in the order of their numbers, without repeats."""
    last_number = 0
    for place, row in enumerate(rows):
        if row["number"] <= last_number:
            tell(f"{name}.{place}.number", _("These stand in the order of their numbers."))
        last_number = row["number"]


def _check_unique(tell: Tell, path: str, values: Sequence[Any]) -> None:
    """Check that every value occurs once; `path` has `%d` for the index of a value."""
    earlier_values = set()
    for index, value in enumerate(values):
        if value in earlier_values:
            tell(path % index, _("This is here twice."))
        earlier_values.add(value)


_TAKEN_BACK = {"day_changes": "undone_at", "decisions": "withdrawn_at"}
"""The field that has the time at which a row of this kind was taken back."""


class _Event:
    """One event of the document; its `check_` methods collect the faults. `players` counts the players of the file."""

    def __init__(self, event: Values, path: str, players: int) -> None:
        self.event = event
        self.path = path
        self.players = players
        self.faults: list[Fault] = []
        self.entrants = {reference(entrant["id"], entrant["seat"]): entrant for entrant in event["entrants"]}
        self.results = {result["entrant"]: result for result in event["qualifying"]}

    def tell(self, path: str, message: str) -> None:
        self.faults.append(Fault(f"{self.path}.{path}", "invalid", message))

    def check_unique(self, path: str, values: Sequence[Any]) -> None:
        _check_unique(self.tell, path, values)

    def check_entrant(self, path: str, who: str) -> None:
        """Check that this is the name of an entrant."""
        if who not in self.entrants:
            self.tell(path, _("“%(who)s” is no entrant of this event.") % {"who": who})

    def check_seat(self, path: str, who: str) -> None:
        """Check that this is the seat of an entrant."""
        if who not in self.entrants or not self.entrants[who]["seat"]:
            self.tell(path, _("“%(who)s” is the seat of no entrant of this event.") % {"who": who})

    def find_misfits(self) -> list[Fault]:
        self.check_event()
        self.check_double_skunk()
        self.check_entrants()
        self.check_fees()
        self.check_day()
        self.check_cards()
        self.check_told()
        self.check_looks()
        self.check_decisions()
        self.check_tiebreaks()
        self.check_results()
        self.check_lists()
        if self.event["bracket"] is not None:
            self.check_bracket(self.event["bracket"])
        self.check_prizes()
        self.check_honours()
        return self.faults

    def check_event(self) -> None:
        event = self.event
        if (event["quota_exemption"] is None) != (event["quota_reason"] == ""):
            self.tell("quota_reason", _("An exemption has a reason, and there is no reason without one."))
        is_seated = event["registration_closed_at"] is not None
        if is_seated == (event["phase"] == Event.PhaseChoice.REGISTRATION):
            self.tell("phase", _("Registration is closed exactly when the phase is a later one."))
        for name in ("cards_begun_at", "cross_checked_at", "posted_at"):
            if event[name] is not None and not is_seated:
                self.tell(name, _("This comes after the seating."))
        for name in ("tables", "day_changes", "scorecards", "decisions", "tiebreaks", "qualifying"):
            # If the seating was reopened, the rows that were taken back are still in the file.
            if not is_seated and any(row.get(_TAKEN_BACK.get(name)) is None for row in event[name]):
                self.tell(name, _("This comes after the seating."))
        if (event["posted_at"] is None) == bool(event["qualifying"]):
            self.tell("qualifying", _("These are there exactly when the qualifiers are posted."))
        if event["phase"] in (Event.PhaseChoice.PLAYOFFS, Event.PhaseChoice.REPORT) and event["posted_at"] is None:
            self.tell("phase", _("The playoffs come after the qualifiers are posted."))
        self.check_unique("tables.%d.name", [table["name"] for table in event["tables"]])
        for place, table in enumerate(event["tables"]):
            if table["name"] not in _TABLES or table["seats"] % 2:
                self.tell(f"tables.{place}", _("A table is named A to ZZ and has an even number of seats."))

    def check_double_skunk(self) -> None:
        double = self.event["double_skunk_from"]
        if double is not None and not (self.event["records_spread"] and NO_SKUNK < self.event["skunk_from"] < double):
            self.tell("double_skunk_from", _("A double skunk needs a spread, skunks, and more holes than a skunk."))

    def check_entrants(self) -> None:
        entrants = self.event["entrants"]
        plans = [EntrantPlan(entrant["name"], entrant["acc_number"], entrant["seat"]) for entrant in entrants]
        if plans:
            self.faults += [
                Fault(f"{self.path}.entrants.{fault.field}", fault.code, fault.message, fault.rule)
                for fault in entrant_faults(plans)
            ]
        frames = self.frames_in_force()
        is_seated = self.event["registration_closed_at"] is not None
        last_id = 0
        for place, entrant in enumerate(entrants):
            path = f"entrants.{place}"
            if not last_id < entrant["id"] <= self.event["last_entrant"]:
                self.tell(f"{path}.id", _("Entrants stand in the order of their numbers, none above “last_entrant”."))
            last_id = entrant["id"]
            if entrant["player"] > self.players:
                self.tell(f"{path}.player", _("There is no such player in this file."))
            has_none = entrant["status"] in (Entry.Status.PLAYING, Entry.Status.WAITING)
            if has_none != (entrant["status_reason"] == ""):
                self.tell(f"{path}.status_reason", _("A no-show or a withdrawal has a reason, nothing else has one."))
            if not is_seated:
                continue
            if not entrant["seat"]:
                if entrant["status"] not in Entry.NOT_STARTED:
                    self.tell(f"{path}.seat", _("Seats are drawn, so whoever plays has one."))
            elif is_seat(entrant["seat"]) and frames:
                seat = parse_seat(entrant["seat"])
                if seat.number > frames.get(seat.table, 0):
                    self.tell(f"{path}.seat", _("There is no such seat at the tables of this event."))

    def check_fees(self) -> None:
        """Check that fees have different names, and that entrants choose optional fees or pools, each once.

        A pool that is paid out by hand has its amounts and a reason.
        """
        self.check_unique("fees.%d.name", [fee["name"] for fee in self.event["fees"]])
        for place, fee in enumerate(self.event["fees"]):
            pool = fee["pool"]
            if pool is None:
                continue
            if pool["by_hand"] and not pool["reason"]:
                self.tell(f"fees.{place}.pool.reason", _("Amounts by hand have a reason."))
            if pool["type"] == PoolPlan.Type.BY_HAND and not pool["by_hand"]:
                self.tell(f"fees.{place}.pool.by_hand", _("A pool that is paid out by hand has its amounts."))
        choices = {fee["name"] for fee in self.event["fees"] if fee["optional"] or fee["kind"] in Fee.POOLS}
        for place, entrant in enumerate(self.event["entrants"]):
            self.check_unique(f"entrants.{place}.pools.%d", entrant["pools"])
            for index, name in enumerate(entrant["pools"]):
                if name not in choices:
                    self.tell(
                        f"entrants.{place}.pools.{index}", _("There is no optional fee and no pool of this name.")
                    )

    def frames_at_most(self) -> dict[str, int]:
        """The seats of every table, with all that late entries ever added, even if it was undone."""
        drawn = {table["name"]: table["seats"] for table in self.event["tables"]}
        return frames_with(
            drawn, ((change["kind"], change["table"], change["data"]) for change in self.event["day_changes"])
        )

    def frames_in_force(self) -> dict[str, int]:
        """The seats of every table, with what late entries added and nobody undid; malformed changes are ignored."""
        most = self.frames_at_most()
        in_force = []
        for change in sorted(self.event["day_changes"], key=lambda change: change["number"]):
            kind, table, data = change["kind"], change["table"], change["data"]
            if change["undone_at"] is not None or table not in most:
                continue
            if is_day_change(kind, data, table, most[table], MAX_ROUNDS):
                in_force.append((kind, table, data))
        drawn = {table["name"]: table["seats"] for table in self.event["tables"]}
        return wider(drawn, dict(day_of(in_force).courses))

    def check_day(self) -> None:
        """Check that day changes name seats and games of the event, and say by whom they were undone."""
        changes = self.event["day_changes"]
        self.check_unique("day_changes.%d.number", [change["number"] for change in changes])
        frames = {table["name"]: table["seats"] for table in self.event["tables"]}
        most = self.frames_at_most()
        self.check_unique("dealt_to.%d", self.event["dealt_to"])
        for place, seat_text in enumerate(self.event["dealt_to"]):
            seat = read_seat(seat_text)
            if seat is None or str(seat) != seat_text or seat.number > frames.get(seat.table, 0):
                self.tell(f"dealt_to.{place}", _("There is no such seat in this event."))
        if not is_dealt(self.event["dealt_by"]):
            self.tell("dealt_by", _("A board is two seats of one table, each game has a list of its boards."))
        if not is_stored(self.event["ladder_games"]):
            self.tell(
                "ladder_games", _("Each game of a ladder has every team once: two at a table, one that sits out.")
            )
        for place, change in enumerate(changes):
            path = f"day_changes.{place}"
            if (change["undone_at"] is None) != (change["undone_by"] == ""):
                self.tell(f"{path}.undone_by", _("What was undone says when and by whom."))
            table, is_undone = change["table"], change["undone_at"] is not None
            # A change that was undone may belong to an earlier draw, with other tables.
            may_be_earlier = is_undone and is_seat(f"{table}-1")
            if table not in frames and not may_be_earlier:
                self.tell(f"{path}.table", _("There is no such table in this event."))
                continue
            seats = MAX_SEATS if is_undone else most[table]
            if not is_day_change(change["kind"], change["data"], table, seats, MAX_ROUNDS):
                self.tell(f"{path}.data", _("This is not what a change of this kind says."))

    def check_cards(self) -> None:
        self.check_unique("scorecards.%d.entrant", [card["entrant"] for card in self.event["scorecards"]])
        for place, card in enumerate(self.event["scorecards"]):
            path = f"scorecards.{place}"
            self.check_entrant(f"{path}.entrant", card["entrant"])
            self.check_marks(path, card)
            self.check_unique(f"{path}.lines.%d.game", [line["game"] for line in card["lines"]])
            for index, line in enumerate(card["lines"]):
                line_path = f"{path}.lines.{index}"
                if line["opponent"]:
                    self.check_entrant(f"{line_path}.opponent", line["opponent"])
                parsed = parse_line(line["game"], line["opponent"], line["points"], line["plus"], line["minus"])
                if not isinstance(parsed, Line):
                    findings = parsed
                elif self.event["records_spread"]:
                    findings = ()
                else:
                    findings = find_spread(parsed)
                for finding in findings:
                    self.tell(f"{line_path}.{finding.field}", sheet_words.finding(finding))

    def check_marks(self, path: str, card: Values) -> None:
        """Check that an untyped card is empty, that a typed card has its time, and that marks are complete."""
        if (card["version"] == 0) != (card["typed_at"] is None):
            self.tell(f"{path}.typed_at", _("A typed card says when, one that was not typed does not."))
        has_totals = any(total is not None for total in card["own_totals"].values())
        if card["version"] == 0 and (card["lines"] or has_totals or card["typed_by"]):
            self.tell(f"{path}.version", _("A card that was not typed has nothing on it."))
        if card["received_at"] is None and card["received_by"]:
            self.tell(f"{path}.received_by", _("A card that is not handed in was taken in by nobody."))
        if (card["set_aside_at"] is None) != (not card["set_aside_reason"]):
            self.tell(f"{path}.set_aside_reason", _("A card that is set aside says why, another one does not."))
        if card["set_aside_at"] is None and card["set_aside_by"]:
            self.tell(f"{path}.set_aside_by", _("A card that is not set aside was set aside by nobody."))
        if card["ended_at"] is None and card["ended_by"]:
            self.tell(f"{path}.ended_by", _("A card that does not end early was ended by nobody."))

    def check_told(self) -> None:
        for place, game in enumerate(self.event["told"]):
            path = f"told.{place}"
            for name in ("entrant", "opponent"):
                self.check_seat(f"{path}.{name}", game[name])
            if game["opponent"] == game["entrant"]:
                self.tell(f"{path}.opponent", _("Nobody plays against themselves."))
            if game["via"] not in (game["entrant"], game["opponent"]):
                self.tell(f"{path}.via", _("This is neither of the two players."))
            if game["spread"] == 0:
                self.tell(f"{path}.spread", _("No game ends with a spread of 0."))
            elif (game["spread"] is None) == (game["points"] is None) or game["points"] == 1:
                self.tell(f"{path}.points", _("A game is told by its spread, or by game points: 2, 3 or 0."))
            if game["opponent_points"] is not None and (game["points"] != 0 or game["opponent_points"] < 2):
                self.tell(f"{path}.opponent_points", _("Only with a loss the points of the winner are told: 2 or 3."))

    def check_looks(self) -> None:
        for place, look in enumerate(self.event["looks"]):
            path = f"looks.{place}"
            self.check_seat(f"{path}.entrant", look["entrant"])
            try:
                reading = read_line(look["reading"])
            except (TypeError, ValueError):
                self.tell(f"{path}.reading", _("This is no line of a card."))
                continue
            if reading is not None and reading.game != look["game"]:
                self.tell(f"{path}.reading.game", _("This is a reading of another game."))
            if reading is not None and reading.opponent is not None:
                self.check_seat(f"{path}.reading.opponent", str(reading.opponent))

    def check_decisions(self) -> None:
        in_force: Counter[tuple[int, tuple[str, ...]]] = Counter()
        for place, decision in enumerate(self.event["decisions"]):
            path = f"decisions.{place}"
            cards, is_in_force = decision["cards"], decision["withdrawn_at"] is None
            # A withdrawn decision may be about an earlier draw: its entrants may have other seats now, or none.
            are_two = len(cards) == 2 and cards[0] != cards[1]
            if not are_two or (is_in_force and not _in_seat_order(cards)):
                self.tell(f"{path}.cards", _("A decision is about two different seats, in seat order."))
                continue
            for index, who in enumerate(cards):
                check = self.check_seat if is_in_force else self.check_entrant
                check(f"{path}.cards.{index}", who)
            if is_in_force:
                in_force[decision["game"], tuple(cards)] += 1
                if in_force[decision["game"], tuple(cards)] > 1:
                    self.tell(path, _("Another decision on this game is in force."))
            if decision["kind"] != Discrepancy.Kind.ACCEPTED and not decision["reason"]:
                self.tell(f"{path}.reason", _("A decision by hand has a reason."))
            self.check_basis(path, decision)
            self.check_unique(f"{path}.corrections.%d.entrant", [red["entrant"] for red in decision["corrections"]])
            for index, red in enumerate(decision["corrections"]):
                if red["entrant"] not in cards:
                    self.tell(f"{path}.corrections.{index}.entrant", _("This is neither of the two cards."))

    def check_basis(self, path: str, decision: Values) -> None:
        """Check that the rules can read the basis of the decision, and its outcome."""
        first, second = decision["cards"]
        try:
            recorded, proposal = read_basis(decision["basis"])
            resolved = None
            if decision["resolved"] is not None:
                if decision["withdrawn_at"] is not None and _are_seats(decision["resolved"]):
                    first, second = sorted(decision["resolved"], key=seat_order)
                if set(decision["resolved"]) != {first, second}:
                    raise ValueError("values for other cards")
                corrected = (decision["resolved"][first], decision["resolved"][second])
                first_line, second_line = (
                    None if values is None else Line(decision["game"], opponent, **values)
                    for values, opponent in zip(corrected, (second, first), strict=True)
                )
                resolved = (first_line, second_line)
            HandDecision(
                decision["game"], (first, second), DecisionKind(decision["kind"]), recorded, proposal, resolved
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            self.tell(f"{path}.basis", _("This is no basis, or no outcome, that a decision can have."))

    def check_tiebreaks(self) -> None:
        groups = [sorted(tiebreak["order"]) for tiebreak in self.event["tiebreaks"]]
        self.check_unique("tiebreaks.%d", [" ".join(group) for group in groups])
        for place, tiebreak in enumerate(self.event["tiebreaks"]):
            path = f"tiebreaks.{place}.order"
            self.check_unique(f"{path}.%d", tiebreak["order"])
            if len(tiebreak["order"]) < 2:
                self.tell(path, _("It takes two to be tied."))
            for index, who in enumerate(tiebreak["order"]):
                self.check_seat(f"{path}.{index}", who)

    def check_results(self) -> None:
        results = self.event["qualifying"]
        self.check_unique("qualifying.%d.entrant", [result["entrant"] for result in results])
        seeds = [result["seed"] for result in results if result["seed"] is not None]
        if sorted(seeds) != list(range(1, len(seeds) + 1)):
            self.tell("qualifying", _("The seeds are 1, 2, 3 and so on, each once."))
        last_rank = 1
        for place, result in enumerate(results):
            path = f"qualifying.{place}"
            self.check_seat(f"{path}.entrant", result["entrant"])
            if (result["seed"] is None) == (result["status"] == QualifyingResult.Status.QUALIFIER):
                self.tell(f"{path}.seed", _("A qualifier has a seed, nobody else has one."))
            if result["rank"] < last_rank:
                self.tell(f"{path}.rank", _("The places stand in their order."))
            last_rank = result["rank"]

    def check_lists(self) -> None:
        """Check that lists are numbered in order, and that the newest list is the posted one while there is one."""
        lists = self.event["lists"]
        if [version["number"] for version in lists] != list(range(1, len(lists) + 1)):
            self.tell("lists", _("The versions of the list are numbered from 1 in their order."))
        for place, version in enumerate(lists):
            path = f"lists.{place}"
            if version["card"] and not version["reason"]:
                self.tell(f"{path}.reason", _("A list that a correction made says why."))
            self.check_unique(f"{path}.places.%d.seat", [row["seat"] for row in version["places"]])
            for index, row in enumerate(version["places"]):
                if (row["seed"] is None) == (row["status"] == QualifyingResult.Status.QUALIFIER):
                    self.tell(f"{path}.places.{index}.seed", _("A qualifier has a seed, nobody else has one."))
            if version["withdrawn_at"] is None and self.event["posted_at"] is None:
                self.tell(f"{path}.withdrawn_at", _("Nothing is posted, so every list was taken back."))
        if self.event["posted_at"] is None:
            return
        columns = (
            "rank",
            "seed",
            "status",
            "tied",
            "decided_by",
            "game_points",
            "games_won",
            "plus",
            "minus",
            "pegged",
        )
        posted = [[result["entrant"], *(result[name] for name in columns)] for result in self.event["qualifying"]]
        listed = []
        if lists and lists[-1]["withdrawn_at"] is None:
            listed = [[row["seat"], *(row[name] for name in columns)] for row in lists[-1]["places"]]
        if posted != listed:
            self.tell("lists", _("The newest list is the one that is posted."))

    def check_bracket(self, bracket: Values) -> None:
        seeded = {who for who, result in self.results.items() if result["seed"] is not None}
        if bracket["qualifiers"] != len(seeded) or bracket["size"] != bracket_size(bracket["qualifiers"]):
            self.tell("bracket.size", _("A bracket holds the posted qualifiers, with as many lines as they need."))
            return
        numbers = [match["match"] for match in bracket["matches"]]
        if numbers != list(range(1, bracket["size"])):
            self.tell("bracket.matches", _("The matches are numbered from 1 to the final, in their order."))
            return
        for place, match in enumerate(bracket["matches"]):
            path = f"bracket.matches.{place}"
            players = [match[side] for side in ("top", "bottom") if match[side] is not None]
            for side in ("top", "bottom", "winner", "gone"):
                if match[side] is not None and match[side] not in seeded:
                    self.tell(f"{path}.{side}", _("“%(who)s” is no qualifier of this event.") % {"who": match[side]})
            if match["round"] != round_of(match["match"], bracket["size"]):
                self.tell(f"{path}.round", _("This match belongs to another round."))
            if match["best_of"] not in match_rules.LENGTHS:
                self.tell(f"{path}.best_of", _("A match is best of 1, 3, 5 or 7."))
                continue
            if len(set(players)) != len(players):
                self.tell(f"{path}.bottom", _("Nobody plays against themselves."))
            self.check_ending(path, match, players)
            self.check_claims(path, match, players)
            if match["bye"]:
                if len(players) != 1 or match["winner"] != players[0] or match["games"]:
                    self.tell(f"{path}.bye", _("A bye has one player, who is its winner, and no games."))
            else:
                self.check_games(path, match, players)

    def check_ending(self, path: str, match: Values, players: Sequence[str]) -> None:
        """Check that an ended match has a winner, unless a player left before the opponent was known."""
        if not match["ended"]:
            if match["ended_reason"] or match["gone"] is not None:
                self.tell(
                    f"{path}.ended", _("Nobody is gone, and there is no reason, where nothing but games ends a match.")
                )
            return
        needs_reason = match["ended"] != Match.Ended.CONCESSION
        if match["bye"]:
            self.tell(f"{path}.ended", _("Nobody loses a bye."))
        if needs_reason and not match["ended_reason"]:
            self.tell(f"{path}.ended_reason", _("A removal and a walk-over have a reason."))
        absent = match["gone"]
        may_be_absent = needs_reason and absent in players and absent != match["winner"]
        if absent is not None and not may_be_absent:
            self.tell(f"{path}.gone", _("Whoever is gone is one of the two, and loses by a removal or a walk-over."))
        waits_for_opponent = absent is not None and len(players) < 2
        if not waits_for_opponent and match["winner"] not in players:
            self.tell(f"{path}.winner", _("A match that was ended has been won by one of its players."))

    def check_claims(self, path: str, match: Values, players: Sequence[str]) -> None:
        """Check that only the players of a match report winners of its games, each once and in order."""
        claims = [(claim["game"], claim["entrant"]) for claim in match["claims"]]
        self.check_unique(f"{path}.claims.%d", claims)
        if [game for game, _who in claims] != sorted(game for game, _who in claims):
            self.tell(f"{path}.claims", _("These stand in the order of their games."))
        for index, claim in enumerate(match["claims"]):
            for name in ("entrant", "winner"):
                if len(players) != 2 or claim[name] not in players:
                    self.tell(f"{path}.claims.{index}.{name}", _("This is neither of the two players."))
            if claim["game"] > match["best_of"]:
                self.tell(f"{path}.claims.{index}.game", _("This match has no such game."))

    def check_prizes(self) -> None:
        """Check that no two prizes are for the same thing, and that only “other” prizes have a name and an entrant."""
        Kind = Prize.Kind
        prizes = self.event["prizes"]
        # Any number of “other” prizes is allowed.
        subjects = [
            (index,) if prize["kind"] == Kind.OTHER else (prize["kind"], prize["place"])
            for index, prize in enumerate(prizes)
        ]
        self.check_unique("prizes.%d", subjects)
        for place, prize in enumerate(prizes):
            path = f"prizes.{place}"
            if (prize["place"] is not None) != (prize["kind"] in (Kind.PLACE, Kind.RANK)):
                self.tell(f"{path}.place", _("A prize for a place or a rank has its number, another one has none."))
            if (prize["name"] != "") != (prize["kind"] == Kind.OTHER):
                self.tell(f"{path}.name", _("A prize of the kind “other” has a name, another one has none."))
            if prize["entrant"] is not None:
                self.check_entrant(f"{path}.entrant", prize["entrant"])
                if prize["kind"] != Kind.OTHER:
                    self.tell(f"{path}.entrant", _("Who gets this prize follows from the places."))

    def check_honours(self) -> None:
        for place, honour in enumerate(self.event["honours"]):
            self.check_entrant(f"honours.{place}.entrant", honour["entrant"])
            if (honour["name"] != "") != (honour["kind"] == Honour.Kind.OTHER):
                self.tell(f"honours.{place}.name", _("An award of the kind “other” has a name, a hand has none."))

    def check_games(self, path: str, match: Values, players: Sequence[str]) -> None:
        games = [match_rules.MatchGame(game["game"], game["winner"], game["forfeit"]) for game in match["games"]]
        for index, game in enumerate(match["games"]):
            if game["forfeit"] and game["conceded"]:
                self.tell(f"{path}.games.{index}.conceded", _("A game is forfeited or conceded, not both."))
        if len(players) != 2:
            if games or match["winner"] is not None:
                self.tell(f"{path}.games", _("Nothing is played before both players are known."))
            return
        for fault in match_rules.find_faults(games, (players[0], players[1]), match["best_of"]):
            self.tell(f"{path}.{fault.field}", _("This game cannot be in this match."))
        decided = match_rules.winner(games, match["best_of"])
        if match["ended"] and decided is not None:
            self.tell(f"{path}.ended", _("The games have ended this match, so nothing else did."))
        elif not match["ended"] and match["winner"] != decided:
            self.tell(f"{path}.winner", _("The games give this match to somebody else, or to nobody yet."))


_TABLES = frozenset(table_names(26 + 26 * 26))


def _are_seats(names: Collection[str]) -> bool:
    return len(names) == 2 and all(map(is_seat, names))


def _in_seat_order(cards: Iterable[str]) -> bool:
    first, second = cards
    if not (is_seat(first) and is_seat(second)):
        return False
    return seat_order(first) < seat_order(second)
