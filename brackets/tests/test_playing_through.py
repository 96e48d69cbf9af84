"""Whole playoffs, played at random: there is always a next step until the champion, and the trail tells all of it."""

from __future__ import annotations

from datetime import timedelta
from random import Random  # noqa: TID251 # the seed is part of the test's name

import pytest
from django.utils import timezone

from brackets.bracket.actions import draw_bracket
from brackets.bracket.reads.drawn import BracketNow, MatchNow, bracket
from brackets.bracket.reads.placings import placings
from brackets.bracket.rules.byes import bracket_size
from brackets.bracket.rules.chart import round_count
from brackets.bracket.rules.match import LENGTHS
from brackets.matches.actions.ending import end_match, take_back_ending
from brackets.matches.actions.playing import forfeit_game, record_game, take_back_game
from brackets.matches.actions.timing import schedule_match
from brackets.matches.reads.takingback import ENDING, taking_back
from brackets.tests.factories import make_posted_event
from brackets.tests.replaying import kept, replayed
from tournaments.access import Rights
from tournaments.models import Event
from tournaments.tests.cases import often
from tournaments.tests.factories import make_actor

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
LONG_AGO = timezone.now() - timedelta(days=1)


class Hall:
    """A director who does something at random, and after each thing looks whether play can go on."""

    def __init__(self, seed: int, most: int = 33) -> None:
        self.dice = Random(seed)
        self.actor = make_actor()
        qualifiers = self.dice.randint(2, most)
        self.event = make_posted_event(qualifiers)
        rounds = range(1, round_count(bracket_size(qualifiers)) + 1)
        lengths = {played: self.dice.choice(LENGTHS) for played in rounds}
        draw_bracket(event=self.event, rounds=lengths, actor=self.actor)

    @property
    def now(self) -> BracketNow:
        drawn = bracket(self.event)
        assert drawn is not None
        return drawn

    def act(self) -> str:
        """Do one thing; what it was."""
        drawn = self.now
        playing = [found for found in drawn.matches if found.in_play]
        waiting = [found for found in drawn.matches if len(found.sides) == 1 and not found.bye and not found.gone]
        done = [found for found in drawn.matches if not found.bye and (found.games or found.ended)]
        # Somebody takes something back now and then, less often than play goes on: so it comes to an end.
        if done and self.dice.random() < 0.13:
            return self.take_back(self.dice.choice(done))
        if waiting and self.dice.random() < 0.06:
            return self.end(self.dice.choice(waiting), self.dice.choice(["removal", "walk_over"]))
        return self.play(self.dice.choice(playing))

    def play(self, match: MatchNow) -> str:
        chance, side = self.dice.random(), self.dice.choice(match.sides)
        absent = [one for one in match.sides if not match.won_by(one)]
        if chance < 0.08:
            return self.end(match, self.dice.choice(["concession", "removal"]))
        if chance < 0.12 and not match.games:
            return self.end(match, "walk_over")
        if chance < 0.2 and absent and all(game.forfeit for game in match.games):
            if match.scheduled_at is None:
                schedule_match(event=self.event, match=match.match, scheduled_at=LONG_AGO, actor=self.actor)
            forfeit_game(
                event=self.event,
                match=match.match,
                absent=self.dice.choice(absent).seat,
                now=timezone.now(),
                actor=self.actor,
            )
            return "forfeit"
        record_game(event=self.event, match=match.match, winner=side.seat, conceded=chance > 0.95, actor=self.actor)
        return "game"

    def end(self, match: MatchNow, ended: str) -> str:
        end_match(
            event=self.event,
            match=match.match,
            ended=ended,
            loser=self.dice.choice(match.sides).seat,
            reason="It happens.",
            rights=DIRECTOR,
            actor=self.actor,
        )
        return ended

    def take_back(self, match: MatchNow) -> str:
        back = taking_back(self.event, match.match)
        given = {"event": self.event, "match": match.match, "actor": self.actor}
        given |= {"through": True, "mark": back.mark, "reason": "A mistake." if back.begun else ""}
        if back.last == ENDING:
            take_back_ending(rights=DIRECTOR, **given)
        else:
            take_back_game(**given)
        return "through" if back.begun else "back"


@pytest.mark.parametrize("seed", range(often(6)))
def test_there_is_a_next_step_until_the_champion_and_the_trail_tells_the_same_bracket(seed: int) -> None:
    hall = Hall(seed)

    done: list[str] = []
    while hall.now.champion is None:
        drawn = hall.now
        assert any(found.in_play for found in drawn.matches), done[-5:]
        assert {found.match for found in drawn.matches if found.winner and found.gone == found.winner} == set()
        done.append(hall.act())
        assert replayed(hall.event) == kept(hall.event), done[-5:]
        assert len(done) < 2000

    event = Event.objects.get(pk=hall.event.pk)
    assert event.phase == Event.PhaseChoice.REPORT
    assert [placing.place for placing in placings(event)][:2] == [1, 2]
    assert all(placing.place for placing in placings(event))


def test_every_kind_of_act_is_met() -> None:
    """The halls above are no proof of anything that never happens in them."""
    met: set[str] = set()
    for seed in range(100, 110):
        hall = Hall(seed, most=9)
        while hall.now.champion is None:
            met.add(hall.act())

    assert met == {"game", "forfeit", "concession", "removal", "walk_over", "back", "through"}
