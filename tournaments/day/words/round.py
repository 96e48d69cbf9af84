"""The round, and what happens in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.rotation.rules.closing_up import Cost
from tournaments.rotation.rules.day import Played
from tournaments.rules.edition import Edition
from tournaments.words.citing import in_brackets
from tournaments.words.player import person_at


def did_not_come(seat: str, name: str, given_to: str) -> str:
    """A no-show of the day, and who has the seat since."""
    told = _("%(seat)s %(name)s did not show up.") % {"seat": seat, "name": name}
    if given_to:
        return told + " " + _("The seat was given to %(name)s since.") % {"name": given_to}
    return told


def plain_no_show(rounds: int, extra_games: int) -> tuple[str, str]:
    """A no-show after whom nobody moves: in a few words, and what the round comes to."""
    return _("The seat stays empty"), _round_then(rounds, extra_games)


def moves_up(moved: Mapping[str, str], names: Mapping[str, str], rounds: int, extra_games: int) -> tuple[str, str]:
    """A no-show after whom people move up: who moves where, and what the round comes to."""
    told = "; ".join(moves_to(person_at(old, names), new) for old, new in moved.items())
    return told, _round_then(rounds, extra_games)


def costs_least(least: Cost, other: Cost) -> str:
    """Why this way on after a no-show is proposed: what it comes to, and the other one."""
    parts = [
        text % {"least": mine, "other": theirs}
        for text, mine, theirs in (
            (_("%(least)d games that count are missing instead of %(other)d"), least.missing, other.missing),
            (_("%(least)d meetings again instead of %(other)d"), least.repeats, other.repeats),
            (_("%(least)d rounds instead of %(other)d"), least.rounds, other.rounds),
            (_("%(least)d extra games instead of %(other)d"), least.extra_games, other.extra_games),
            (
                _("the unluckiest sits out %(least)d times more than the luckiest instead of %(other)d times"),
                least.spread,
                other.spread,
            ),
        )
        if mine != theirs
    ]
    return _("Proposed because it costs the table least: %(what)s. You may choose the other way.") % {
        "what": "; ".join(parts)
    }


def stays_there(who: str, seat: str, why: str) -> str:
    """Why somebody who moved up for a no-show does not go back to the seat that was theirs."""
    return _("%(who)s does not go back to %(seat)s: %(why)s") % {"who": who, "seat": seat, "why": why}


def why_they_stay(holder: str, *, is_played: bool) -> str:
    """What stands in the way of going back to a seat: who has it since, or that people have played."""
    if is_played:
        return _("a game was called or a card written, so everybody keeps the seat they have.")
    return _("%(name)s has that seat since.") % {"name": holder} if holder else _("they changed seats since.")


def went_back(moves: Sequence[str]) -> str:
    """After a no-show plays after all: who went back to the seat they had."""
    return _("With it: %(moves)s. Tell them.") % {"moves": "; ".join(moves)}


def better_so(moves: int) -> str:
    """Why somebody should move into an empty seat; with several, all of them together."""
    if moves == 1:
        return _("Then fewer rounds, extra games or sit-outs come of the empty seats.")
    return _("Together with the other moves, fewer rounds, extra games or sit-outs come of the empty seats.")


def moves_to(who: str, seat: str) -> str:
    """Somebody who gets another seat."""
    return _("%(who)s moves to %(seat)s") % {"who": who, "seat": seat}


def _round_then(rounds: int, extra_games: int) -> str:
    games = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
    if not extra_games:
        return _("%(rounds)s, nobody plays an extra game.") % {"rounds": games}
    more = ngettext("%(n)d extra game is played.", "%(n)d extra games are played.", extra_games) % {"n": extra_games}
    return f"{games}, {more}"


def not_of_table(seats: Sequence[str], table: str) -> str:
    """Why these seats are no part of a table's mix-up, and what to do where people of two tables met."""
    return _(
        "%(seats)s: no seat of table %(table)s. A mix-up is noted for one table. Where people of two tables met, their cards "
        "say so as they are, and both tables go on by the plan."
    ) % {"seats": ", ".join(seats), "table": table}


def undo_before_no_show(noted: Sequence[str]) -> str:
    """Why somebody is no no-show yet, and the cure; `noted` is what happened, in sentences."""
    return _(
        "This was noted for the player: %(noted)s A no-show never came, and whoever gets the seat would have it too. Undo it on the "
        "page of the round first, then mark the no-show."
    ) % {"noted": " ".join(noted)}


def drawn_anew_is_shorter(table: str, players: int, rounds: int, rounds_then: int) -> str:
    """What drawing the seats anew would save once a pair of a table's seats stands empty for nothing."""
    return _(
        "Two seats of table %(table)s stand empty then and are moved through all the same: %(rounds)d rounds. Drawn anew, "
        "%(players)d people take %(then)d. If the papers can be printed again: “Draw anew” on the page of the seats, once this is "
        "noted."
    ) % {"table": table, "rounds": rounds, "players": players, "then": rounds_then}


def too_soon(minutes: int) -> str:
    """That a game is awarded earlier than the rule has it; whole minutes since its call."""
    return ngettext(
        "The game was called %(n)d minute ago. The rule gives whoever is late five minutes from the call.",
        "The game was called %(n)d minutes ago. The rule gives whoever is late five minutes from the call.",
        minutes,
    ) % {"n": minutes}


def other_game_on(now: int | None, seen: int | None) -> str:
    """That another game is on by now than on somebody's page, and the cure."""
    on = _("Game %(game)d is on by now") % {"game": now} if now else _("No game is on by now")
    shown = _("your page was of game %(game)d") % {"game": seen} if seen else _("on your page no game was on")
    return _("%(on)s; %(shown)s. Nothing was changed. Look at the round as it is now, then press again.") % {
        "on": on,
        "shown": shown,
    }


def call_it_first(game: int) -> str:
    """Why a mix-up of a game cannot be noted yet, and the cure."""
    return _(
        "No game is called yet, so nobody can have met the wrong opponent. Call game %(game)d on the page of the round first: then "
        "late entries and everything else go on from there."
    ) % {"game": game}


def plays_already(who: str) -> str:
    """Why somebody does not substitute, and the cure where it is another person."""
    return _(
        "%(who)s plays in this event and cannot sit at two boards. Name somebody else; a person of the same name is written "
        "so that the two differ."
    ) % {"who": who}


def undo_before_swap(noted: Sequence[str]) -> str:
    """Why two people do not change places now, and the cure; `noted` is what happened, in sentences."""
    return _(
        "This was noted for one of these seats, and it would stay with the seat: %(noted)s Undo it on the page of the round, let "
        "them change places, and note it again."
    ) % {"noted": " ".join(noted)}


def day_change(
    kind: str,
    table: str,
    data: Mapping[str, Any],
    names: Mapping[str, str],
    *,
    edition: str,
    records_spread: bool = True,
    substitute: Mapping[str, Any] | None = None,
) -> str:
    """What happened on the day, in a sentence; `names` are those of the entrants by seat, `substitute` what was noted of whoever
    plays on for somebody who left."""
    who = person_at(str(data.get("seat", "")), names)
    if kind == "away":
        if data["last"] is None and substitute:
            told = _("%(who)s leaves before game %(first)d. The card stands.")
            return _with_course(" ".join([told % {"who": who, "first": data["first"]}, _plays_on(substitute)]), data)
        if data["last"] is None:
            told = _("%(who)s leaves before game %(first)d. The card stands, and the seat is empty from then on.")
        elif data["last"] == data["first"]:
            told = _("%(who)s misses game %(first)d.")
        else:
            told = _("%(who)s misses games %(first)d to %(last)d.")
        return _with_course(told % {"who": who, "first": data["first"], "last": data["last"]}, data)
    if kind == "removed":
        return _with_course(_removed(who, data, names, edition, records_spread=records_spread), data)
    if kind == "late":
        told = _("%(who)s came late and plays from game %(first)d on.") % {"who": who, "first": data["first"]}
        if "place" not in data:
            return told
        if data["place"]:
            return f"{told} " + _("They move on in the place of %(gone)s.") % {"gone": person_at(data["place"], names)}
        return f"{told} " + _("The table has two more chairs since.")
    if kind == "award":
        return _awarded(data, person_at(data["loser"], names), names, edition, records_spread=records_spread)
    if kind == "substitute":
        told = _("%(name)s plays for %(who)s from game %(game)d on, and the card goes on.")
        if "last" in data:
            told = _("%(name)s played for %(who)s from game %(game)d to game %(last)d.")
        told %= {"name": data["name"], "who": who, "game": data["from_game"], "last": data.get("last")}
        return _with_course(told, data)
    if "no_show" in data:
        told = _("Table %(table)s goes on another way, so that nobody meets again because of a no-show.")
        return told % {"table": table}
    return _("Table %(table)s moved another way than planned; it goes on from there.") % {"table": table}


def _awarded(
    data: Mapping[str, Any], loser: str, names: Mapping[str, str], edition: str, *, records_spread: bool
) -> str:
    """To whom a game is awarded, and what the loser writes, which is ours."""
    told = (
        _("Game %(game)d is awarded to %(winner)s: 2, +10. %(loser)s writes 0, −10 (%(ours)s).")
        if records_spread
        else _("Game %(game)d is awarded to %(winner)s: 2. %(loser)s writes 0 (%(ours)s).")
    )
    ours = in_brackets("removal_mirrored", Edition(edition))
    return told % {"game": data["game"], "winner": person_at(data["winner"], names), "loser": loser, "ours": ours}


def _removed(who: str, data: Mapping[str, Any], names: Mapping[str, str], edition: str, *, records_spread: bool) -> str:
    """That somebody was removed from play, what becomes of the game in progress, and from which game on the seat is empty."""
    told = [
        _("%(who)s is removed from play for refusing a ruling (%(rule)s).")
        % {"who": who, "rule": in_brackets("removal", Edition(edition))}
    ]
    if data["game"] is None:
        told.append(_("No game of theirs is in progress, so none is awarded."))
    else:
        told.append(_awarded(data, who, names, edition, records_spread=records_spread))
    if data["first"] is not None:
        told.append(
            _("They leave before game %(first)d. The card stands, and the seat is empty from then on.")
            % {"first": data["first"]}
        )
    else:
        told.append(_("No game is left that they would miss. The card stands."))
    return " ".join(told)


def _with_course(told: str, data: Mapping[str, Any]) -> str:
    """The same where a table that was mixed up before goes on otherwise by it."""
    if "pairs" not in data:
        return told
    return f"{told} " + _("The table goes on another way, so that nobody meets again because of it.")


def _plays_on(substitute: Mapping[str, Any]) -> str:
    """Who plays on in the seat of somebody who left, and until when."""
    told = _("%(name)s plays on in the seat from game %(game)d on.")
    if "last" in substitute:
        told = _("%(name)s plays on in the seat from game %(game)d to game %(last)d.")
    return told % {"name": substitute["name"], "game": substitute["from_game"], "last": substitute.get("last")}


def substitute_for(substitute: str, absent: str) -> str:
    """Who plays in a game for somebody who is away."""
    return _("%(substitute)s for %(absent)s") % {"substitute": substitute, "absent": absent}


def substitute_from(substitute: str, absent: str, game: int) -> str:
    """Who plays for somebody who is away, and since when."""
    if game == 1:
        return substitute_for(substitute, absent)
    values = {"substitute": substitute, "absent": absent, "game": game}
    return _("%(substitute)s for %(absent)s from game %(game)d on") % values


def rests_on_it(seat: str, number: int) -> str:
    """Why something of the day cannot be undone yet: a late entry that came by it."""
    return _(
        "%(seat)s came late and plays on a chair or in a place that is there because of this. Undo number %(number)d first."
    ) % {"seat": seat, "number": number}


def another_substitute(name: str, number: int) -> str:
    """Why a substitute cannot be undone yet: another one sits there since."""
    return _("%(name)s plays on in that seat since. Undo number %(number)d first.") % {"name": name, "number": number}


def place_is_taken(name: str, seat: str, number: int) -> str:
    """Why nobody plays on in a place that somebody who came late has since, and the cure."""
    return _(
        "%(seat)s came late and plays in the place of %(name)s, so there is nobody left to meet there. Undo number %(number)d "
        "on the page of the round first."
    ) % {"seat": seat, "name": name, "number": number}


def late_no_show(game: int) -> str:
    """What is said before somebody is marked as a no-show while a later game is on."""
    return _(
        "Game %(game)d is on. A no-show has played no game at all: whoever has, leaves early instead, from the next game on."
    ) % {"game": game}


def fewer_games(people: Sequence[str], games: int) -> str:
    """That these people would not have all the games that count; the first few are named."""
    named = "; ".join(people[:4]) + (" …" if len(people) > 4 else "")
    return ngettext(
        "%(n)d person then has fewer than %(games)d games: %(named)s.",
        "%(n)d people then have fewer than %(games)d games: %(named)s.",
        len(people),
    ) % {"n": len(people), "games": games, "named": named}


def latecomers(people: Sequence[tuple[str, int]], games: int) -> str:
    """Who has fewer games than the event because they came late, each with how many; the first few are named."""
    named = "; ".join(f"{who} ({count})" for who, count in people[:4]) + (" …" if len(people) > 4 else "")
    return ngettext(
        "%(n)d person who came late has fewer than %(games)d games: %(named)s.",
        "%(n)d people who came late have fewer than %(games)d games: %(named)s.",
        len(people),
    ) % {"n": len(people), "games": games, "named": named}


def undoing_is_stale() -> str:
    """Why something that was looked at is not undone."""
    return _("Other games change by it than when you looked. Look at them again, then undo it.")


def written_already(seats: Sequence[tuple[str, int, str]]) -> str:
    """Why the games of these cards cannot be moved any more: the seat, the game and whom the card names."""
    named = "; ".join(
        _("%(seat)s game %(game)d names %(named)s") % {"seat": seat, "game": game, "named": other}
        for seat, game, other in seats[:6]
    )
    more = len(seats) - 6
    lines = named if more <= 0 else _("%(lines)s; and %(n)d more") % {"lines": named, "n": more}
    return _(
        "Cards say already that these games went as they stand: %(lines)s. The cards are right. If a line is typed "
        "wrongly, correct it first; else choose the games that were really different."
    ) % {"lines": lines}


def nothing_to_change() -> str:
    """Why what departs from a plan is not noted where there is none, and what can be."""
    return _(
        "This event has no plan that says who meets whom, so nobody’s games can change: the cards say who met. Choose no-show, "
        "leaves early, substitute or an awarded game."
    )


def award_needs_opponent() -> str:
    """Why a game is not awarded yet where no plan says to whom."""
    return _("No plan says who meets whom here. Write who gets the game, by the ID, like A-7.")


def award_to_another(seat: str) -> str:
    """Why a game is not awarded to the one who is late."""
    return _("%(seat)s is late, so somebody else gets the game.") % {"seat": seat}


def removal_to_another(seat: str) -> str:
    """Why a game is not awarded to the one who is removed from play."""
    return _("%(seat)s is removed from play, so somebody else gets the game.") % {"seat": seat}


def awarded_already(game: int, winner: str, number: int, *, removed: bool) -> str:
    """Why a game is not awarded, and the cure; `removed`: somebody is removed from play in it."""
    values = {"game": game, "winner": winner, "number": number}
    told = (
        _("Game %(game)d is awarded to %(winner)s already, by number %(number)d, and no game is awarded twice.")
        % values
    )
    if removed:
        cure = _(
            "If that stands, leave the game in progress empty: they leave before the next one. Else undo number %(number)d first."
        )
    else:
        cure = _("Undo number %(number)d first if it is wrong.")
    return f"{told} {cure % values}"


def removed_already(seat: str, number: int) -> str:
    """Why nothing more is noted of somebody who was removed from play."""
    return _("%(seat)s was removed from play, by number %(number)d. Undo that first if it is wrong.") % {
        "seat": seat,
        "number": number,
    }


def corrects_departure(number: int, game: int) -> str:
    """That it is noted already that somebody leaves, and is corrected by what is said now."""
    return _(
        "By number %(number)d they leave before game %(game)d. This corrects it: number %(number)d is undone then."
    ) % {
        "number": number,
        "game": game,
    }


def left_and_went_on(seat: str, game: int, number: int) -> str:
    """Why it is not corrected in one act when somebody left, and the cure."""
    return _(
        "%(seat)s leaves before game %(game)d already, by number %(number)d, and the table goes on another way since. Undo number "
        "%(number)d on the page of the round first, then say when they left."
    ) % {"seat": seat, "game": game, "number": number}


def stands_in(seat: str, name: str, game: int, number: int) -> str:
    """Why somebody for whom a substitute is to play does not withdraw, and the cure."""
    return _(
        "%(name)s plays on for %(seat)s from game %(game)d on, by number %(number)d. Undo number %(number)d on the page of the round "
        "first if nobody does."
    ) % {"name": name, "seat": seat, "game": game, "number": number}


def undo_removal_first(name: str, number: int) -> str:
    """Why somebody who was removed from play is not marked as playing, and where that is taken back."""
    return _(
        "%(name)s was removed from play. The director or the head judge takes that back: undo number %(number)d on the page of the "
        "round."
    ) % {"name": name, "number": number}


def has_left(seat: str) -> str:
    """Why somebody is not removed from play who has left, and the cure."""
    return _(
        "%(seat)s has left already and is marked as withdrawn. If they were still at the board, undo that first, then remove them."
    ) % {"seat": seat}


def not_in_progress(game: int, now: int) -> str:
    """Why nobody is removed from play in a game that is not called yet."""
    return _("Game %(now)d is on, and game %(game)d is not called yet: it is in progress for nobody.") % {
        "now": now,
        "game": game,
    }


def game_in_progress() -> str:
    """What to write as the game that somebody loses who is removed from play."""
    return _(
        "Whoever they meet in it gets it. Leave it empty where no game of theirs is in progress: then none is awarded."
    )


def ruling_refused() -> str:
    """What to write as the reason of a removal from play."""
    return _(
        "Which ruling was refused, and which three judges gave it. It stands in the log. Only people with a role read it."
    )


def removal_is_not_public() -> str:
    """Why it is not said by a removal that some meet again, and where it is."""
    return _(
        "Everybody may read why some meet again, and nobody why a player was removed. Remove the player first, then say by itself "
        "that some meet again."
    )


def nobody_to_award_to(game: int) -> str:
    """That somebody is removed from play in a game in which they meet nobody."""
    return _("They meet nobody in game %(game)d, so nothing is awarded. They only leave.") % {"game": game}


def award_by_the_plan(seat: str, game: int, opponent: str) -> str:
    """Why a game is not awarded to somebody who was not to play it."""
    return _("By the plan %(seat)s meets %(opponent)s in game %(game)d: the game goes to them.") % {
        "seat": seat,
        "opponent": opponent,
        "game": game,
    }


def first_game_label(what: str) -> str:
    """What the number of a game is called in the form of what happened."""
    return {
        "away": _("First game missed"),
        "leaves": _("First game not played"),
        "award": _("Game missed"),
        "substitute": _("First game of the substitute"),
        "removed": _("Game in progress"),
    }[what]


def some_meet_again_title() -> str:
    """What it is called that a table goes on from its first opponents."""
    return _("Some meet again")


def happenings_without_plan(*, edition: Edition, records_spread: bool = True) -> dict[str, tuple[str, str]]:
    """What can happen on the day where nobody moves by a plan: a title, and when to choose it."""
    told = happenings(edition=edition, records_spread=records_spread)
    return {
        "no_show": (told["no_show"][0], _("Somebody never came. They leave the quota’s count and have no card.")),
        "award": told["award"],
        "leaves": (_("Leaves early"), _("Somebody is gone for good. The card stands as it is, and they count on.")),
        "substitute": told["substitute"],
        "removed": told["removed"],
    }


def happenings(*, edition: Edition, records_spread: bool = True) -> dict[str, tuple[str, str]]:
    """What can happen on the day: a title, and when to choose it."""
    late = _(
        "The opponent gets the game, 2 points; whoever is late writes 0. Only one is given to a player, "
        "five minutes after the call. The rulebook of 2025 has it, which we know from others only."
    )
    removed = _(
        "Three judges have informed a player of a ruling, and the player refuses it (%(rule)s). The opponent gets the game "
        "in progress, 2 points, and the player plays no more. The player writes 0 (%(ours)s)."
    )
    if records_spread:
        late = _(
            "The opponent gets the game, 2 and +10; whoever is late writes 0 and −10. Only one is given to a player, "
            "five minutes after the call. The rulebook of 2025 has it, which we know from others only."
        )
        removed = _(
            "Three judges have informed a player of a ruling, and the player refuses it (%(rule)s). The opponent gets the game "
            "in progress, 2 and +10, and the player plays no more. The player writes 0 and −10 (%(ours)s)."
        )
    return {
        "no_show": (
            _("No-show"),
            _("Somebody never came. The seat is empty from the first game on and moves as a sit-out."),
        ),
        "away": (
            _("Late, or away for some games"),
            _("Whoever would have met them sits out in these games. They come back to where the rotation is by then."),
        ),
        "award": (
            _("Late from lunch: award the game"),
            late,
        ),
        "leaves": (
            _("Leaves early, floating sit-out"),
            _("Somebody is gone for good. The card stands, and the empty seat moves on: whoever meets it sits out."),
        ),
        "substitute": (
            _("Substitute"),
            _("Somebody else plays on in the seat. The card stays that of the player who is away."),
        ),
        "course": (
            _("Mixed-up rotation"),
            _("People met others than planned. The cards are right, and the plan goes on from there."),
        ),
        "meet_again": (
            some_meet_again_title(),
            _(
                "Somebody did not come or left, and others would get fewer games. The table goes on from its first opponents, "
                "until everybody has all games."
            ),
        ),
        "removed": (
            _("Removed from play"),
            removed % {"rule": in_brackets("removal", edition), "ours": in_brackets("removal_mirrored", edition)},
        ),
    }


def what_everybody_gets() -> dict[str, str]:
    """The columns of what a round gives each player, by their names in Meetings."""
    return {
        "games": _("Games that count"),
        "sit_outs": _("Sit-outs"),
        "extra_games": _("Extra games"),
        "repeats": _("Met again"),
    }


def played(one: Played | None, names: Mapping[str, str]) -> str:
    """One game of somebody, in a few words."""
    if one is None:
        return _("no game")
    if one.opponent is None:
        return _("sits out")
    told = _("%(who)s, at seat %(seat)d") % {"who": person_at(one.opponent, names), "seat": one.seat}
    if one.deals:
        told = _("%(told)s, deals first") % {"told": told}
    return told if one.counted else _("%(told)s, extra game") % {"told": told}


def day_stands(number: int | None) -> str:
    """Of a change of the day that is said once more: by its number, where it has one."""
    if number is None:
        return _("This stands already. Nothing was added.")
    return _("This stands already, as number %(number)d. Nothing was added.") % {"number": number}


def day_done(people: int) -> str:
    """After a change of the day was made or undone."""
    if not people:
        return _("Done. Nobody’s games change.")
    return ngettext(
        "Done. %(n)d person meets others or sits elsewhere now: tell them.",
        "Done. %(n)d people meet others or sit elsewhere now: tell them.",
        people,
    ) % {"n": people}
