"""`manage.py demo`: plays a made-up tournament in front of you, from the first entry to the champion.

It uses a database of its own, which is deleted at the end. With `--keep` the tournament is played in this site's
database and stays there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import bracket
from brackets.bracket.words import playoffs as playoffs_words
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, PaperCard, Somebody, people
from scorecards.management.speaking import refusal
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.discrepancies import DiscrepancyView
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.standings import crosscheck_summary, posted_standings
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.line import format_points, format_spread
from tournaments.access import Actor
from tournaments.day.reads.schedule import frames, rounds, schedule
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.plan import EventPlan
from tournaments.reads import entries as entries_reads
from tournaments.venue.actions.tournaments import create_tournament
from tournaments.words import citing as citing_words

SHOWN_DISCREPANCIES = 6
SHOWN_NAMES = 8
CARDS_AT_ONCE = 12


def positive(text: str) -> float:
    """Parse the speed: a positive number, at most 1000. Raises ArgumentTypeError for anything else."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 1000:
        raise ArgumentTypeError(_("the speed is a number from 0.01 to 1000, 1 is the usual one"))
    return speed


def whole(least: int, most: int) -> Any:
    """A parser of a whole number within these bounds, for an option."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise ArgumentTypeError(
                _("“%(text)s” is no number from %(least)d to %(most)d") % {"text": text, "least": least, "most": most}
            )
        return int(text)

    return read


class Command(BaseCommand):
    help = "Plays a made-up tournament in front of you, on a database of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=whole(0, 999_999_999), default=7, help="the same seed plays the same (7)")
        parser.add_argument("--entrants", type=whole(4, 500), default=48, help="how many people play (48)")
        parser.add_argument("--games", type=whole(1, 60), default=22, help="games of the qualifying round (22)")
        parser.add_argument("--speed", type=positive, default=1.0, help="2 is twice as fast (1)")
        parser.add_argument("--no-wait", action="store_true", help="do not wait between the steps")
        parser.add_argument("--keep", action="store_true", help="play in this site's database and leave it there")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["keep"]:
            self.play_elsewhere(options)
            return
        self.wait = 0.0 if options["no_wait"] else 1.0 / options["speed"]
        try:
            self.play(options["seed"], options["entrants"], options["games"])
        except Refused as exc:
            raise CommandError(refusal(exc)) from exc
        except KeyboardInterrupt:
            raise CommandError(_("Stopped."), returncode=130) from None

    def play_elsewhere(self, options: Mapping[str, Any]) -> None:
        """Play in a process with its own data folder and database, so that nothing of this site is touched."""
        with tempfile.TemporaryDirectory(prefix="pegboard-demo-") as folder:
            database = Path(folder) / "demo.sqlite3"
            environment = {
                **os.environ,
                "DATA_DIR": folder,
                "DATABASE_URL": f"sqlite:///{database.as_posix()}",
                "REDIS_URL": "",
                "BACKUP_DIR": "",
                "PYTHONUNBUFFERED": "1",
            }
            same_options = [f"--{name}={options[name]}" for name in ("seed", "entrants", "games", "speed")]
            same_options += ["--no-wait"] if options["no_wait"] else []
            for command in (["migrate", "--verbosity", "0"], ["demo", "--keep", *same_options]):
                manage = [sys.executable, str(settings.BASE_DIR / "manage.py"), *command]
                try:
                    exit_code = subprocess.run(manage, env=environment, cwd=settings.BASE_DIR, check=False).returncode
                except KeyboardInterrupt:
                    exit_code = 130
                if exit_code:
                    sys.exit(exit_code)

    # --- Speaking ----------------------------------------------------------------------------------------------------

    def say(self, text: str = "", pause: float = 0.15) -> None:
        """Print one line and wait a moment."""
        self.stdout.write(text)
        self.stdout.flush()
        time.sleep(pause * self.wait)

    def head(self, text: str) -> None:
        """Print the title of a part of the day."""
        self.say(pause=0.5)
        self.say(self.style.MIGRATE_HEADING(text), pause=0.8)

    # --- The day -----------------------------------------------------------------------------------------------------

    def play(self, seed: int, entrants: int, games: int) -> None:
        """Play the whole day."""
        chance = Chance(seed)
        hall = people(entrants, chance)
        crew = Crew(Actor.of_command("demo"), Actor.of_command("demo"), "TD", "CK")
        with transaction.atomic():
            tournament = create_tournament(
                slug=f"demo-{seed}",
                name=_("Demonstration %(seed)d") % {"seed": seed},
                starts_on=timezone.localdate(),
                venue="Shoreline Hall",
                events=[EventPlan("main", games=games)],
                actor=crew.director,
            )
            event = tournament.events.get()
            self.register(event, hall, seed, crew)
        event = rehearsal.now(event)
        played = rehearsal.play(event, hall, chance)
        self.tell_games(event, played.cards)
        self.type(event, played.cards, crew)
        self.cross_check(event, played.truth, crew)
        self.standings(event, crew, chance)
        self.playoffs(event, rehearsal.skills(event, hall), chance, crew)

    def register(self, event: Event, hall: Sequence[Somebody], seed: int, crew: Crew) -> None:
        self.head(_("Registration"))
        rehearsal.enter(event, hall, crew)
        for somebody in hall[:SHOWN_NAMES]:
            self.say(f"  {somebody.name:28} {somebody.acc_number}", pause=0.1)
        if len(hall) > SHOWN_NAMES:
            self.say(_("  … and %(more)d more.") % {"more": len(hall) - SHOWN_NAMES})
        rehearsal.seat(event, seed, crew)
        seated = rehearsal.now(event)
        self.head(_("Seating, drawn with the seed %(seed)d") % {"seed": seed})
        for table, seats in frames(seated).items():
            self.say(_("  Table %(table)s: %(seats)d seats.") % {"table": table, "seats": seats})
        for entry in entries_reads.entrants(seated)[:4]:
            self.say(f"  {entry.seat:6} {entry.name}", pause=0.1)

    def tell_games(self, event: Event, cards: Mapping[str, PaperCard]) -> None:
        self.head(_("The qualifying round: %(games)d games") % {"games": event.games})
        names = {entry.seat: entry.name for entry in entries_reads.entrants(event)}
        for game in range(1, rounds(event) + 1):
            pairings = [pairing for pairing in schedule(event, game) if pairing.players[1]]
            seat, opponent = pairings[0].players
            line = next(line for line in cards[str(seat)].lines if line.game == game)
            spread = "–"
            if line.plus:
                spread = f"+{line.plus}"
            elif line.minus:
                spread = f"-{line.minus}"
            text = _(
                "  Game %(game)2d: %(played)d games on the boards. %(one)s %(name)s writes %(spread)s against %(other)s."
            )
            values = {"game": game, "played": len(pairings), "one": seat, "name": names[str(seat)], "other": opponent}
            self.say(text % {**values, "spread": spread}, pause=0.25)

    def type(self, event: Event, cards: Mapping[str, PaperCard], crew: Crew) -> None:
        self.head(_("The cards come in"))
        first = next(iter(cards))
        self.show_card(first, cards[first])
        remaining, done = iter(cards.items()), 0
        while batch := dict(islice(remaining, CARDS_AT_ONCE)):
            done += rehearsal.type_cards(event, batch, crew)
            leader = sheet(rehearsal.now(event)).places[0]
            text = _("  %(done)d of %(all)d cards typed. Leading: %(seat)s with %(points)d points.")
            values = {"done": done, "all": len(cards), "seat": leader.seat, "points": leader.tally.game_points}
            self.say(text % values, pause=0.4)

    def show_card(self, seat: str, card: PaperCard) -> None:
        self.say(_("  The card of %(seat)s, as it was written:") % {"seat": seat})
        for line in card.lines:
            amounts = f"{format_spread(line.plus):>5} {format_spread(line.minus):>5}"
            self.say(f"  {line.game:>5} {line.opponent or '':>6} {format_points(line.points):>3} {amounts}", pause=0.05)

    def cross_check(self, event: Event, truth: Mapping[tuple[str, int], Any], crew: Crew) -> None:
        self.head(_("The cross-check: two cards of every game"))
        rehearsal.start_cross_check(event, crew)
        summary = crosscheck_summary(sheet(rehearsal.now(event)))
        self.say(
            _("  Games: %(agrees)d agree, %(corrected)d corrected, %(stands)d stand as written, %(referred)d referred.")
            % summary["outcomes"],
            pause=1,
        )
        for game in rehearsal.differing(event, State.PROPOSED)[:SHOWN_DISCREPANCIES]:
            self.show_discrepancy(event, game, rehearsal.view(event, game))
            rehearsal.look_again(event, game, crew)
            rehearsal.accept(event, game, crew)
            self.say(_("    Accepted: %(initials)s") % {"initials": crew.checker_initials}, pause=0.8)
        for game in rehearsal.settle(event, truth, crew):
            shown = rehearsal.view(event, game)
            self.show_discrepancy(event, game, shown)
            text = _("    Ruled: %(stands)s. %(reason)s (%(initials)s)")
            stands = "; ".join(f"{seat} {_columns(shown.resolved, seat)}" for seat in shown.cards)
            self.say(text % {"stands": stands, "reason": shown.reason, "initials": shown.initials}, pause=1.2)
        self.say(_("  Everything else that was proposed is accepted."))

    def show_discrepancy(self, event: Event, game: ComparedGame, shown: DiscrepancyView) -> None:
        written = "; ".join(f"{seat} {_columns(shown.recorded, seat)}" for seat in shown.cards)
        self.say(_("  Game %(game)d: %(written)s") % {"game": shown.game, "written": written}, pause=0.4)
        for number, sentence in sheet_words.basis(game, event.edition):
            self.say(f"    {citing_words.with_edition(number, event.edition)}: {sentence}", pause=0.4)

    def standings(self, event: Event, crew: Crew, chance: Chance) -> None:
        for order in rehearsal.post(event, crew, chance):
            text = _("  Level by every card: %(seats)s play it out in this order.")
            self.say(text % {"seats": ", ".join(order)}, pause=0.8)
        shown = posted_standings(rehearsal.now(event))
        self.head(
            _("Standings: %(quota)d of %(entrants)d qualify") % {"quota": shown.quota, "entrants": len(shown.rows)}
        )
        for place, row in enumerate(shown.rows[: shown.quota + 4], start=1):
            text = f"{row.rank:>4} {row.seat:>6} {row.name:28} {row.game_points:>3} {row.games_won:>3}"
            self.say(f"{text} {row.net:>+5} {row.plus:>4}", pause=0.1)
            if place == shown.quota:
                self.say("     " + _("--- the line ---"))

    def playoffs(self, event: Event, skill: Mapping[str, float], chance: Chance, crew: Crew) -> None:
        self.head(_("Playoffs"))
        last_round = 0
        for match in rehearsal.play_off(event, skill, chance, crew):
            drawn = bracket(rehearsal.now(event))
            if match.round != last_round and drawn:
                last_round = match.round
                self.say(f"  {playoffs_words.round_name(last_round, len(drawn.rounds))}", pause=0.6)
            winner, loser = sorted(match.sides, key=lambda side: side.seat != match.winner)
            text = _("    %(winner)s %(name)s beats %(loser)s %(other)s, %(won)d to %(lost)d.")
            values = {"winner": winner.seat, "name": winner.name, "loser": loser.seat, "other": loser.name}
            self.say(text % {**values, "won": match.won_by(winner), "lost": match.won_by(loser)}, pause=0.4)
        drawn = bracket(rehearsal.now(event))
        if drawn and drawn.champion:
            champion = {"seat": drawn.champion.seat, "name": drawn.champion.entered_name}
            self.head(_("The champion is %(seat)s, %(name)s.") % champion)


def _columns(values: Mapping[str, Any] | None, seat: str) -> str:
    """The three columns of one line as on paper."""
    line = values[seat] if values else None
    if line is None:
        return _("has no line")
    points = line["points"] or _("blank")
    if line["plus"]:
        return f"{points} +{line['plus']}"
    if line["minus"]:
        return f"{points} -{line['minus']}"
    return _("%(points)s without a spread") % {"points": points}
