"""Sentences about the round and what happens in it."""

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
    """That somebody did not show up; `given_to` is the name of who got the seat, or empty."""
    sentence = _("%(seat)s %(name)s did not show up.") % {"seat": seat, "name": name}
    if given_to:
        return sentence + " " + _("The seat was given to %(name)s since.") % {"name": given_to}
    return sentence


def plain_no_show(rounds: int, extra_games: int) -> tuple[str, str]:
    """The way on after a no-show in which nobody moves: a label, and how long the round takes."""
    return _("The seat stays empty"), _round_then(rounds, extra_games)


def moves_up(moved: Mapping[str, str], names: Mapping[str, str], rounds: int, extra_games: int) -> tuple[str, str]:
    """The way on after a no-show in which people move up: who moves where, and how long the round takes."""
    moves = "; ".join(moves_to(person_at(old, names), new) for old, new in moved.items())
    return moves, _round_then(rounds, extra_games)


def costs_least(least: Cost, other: Cost) -> str:
    """Why the cheaper way on after a no-show is proposed: its costs against those of the other way."""
    parts = [
        text % {"least": least_value, "other": other_value}
        for text, least_value, other_value in (
            (_("%(least)d games that count are missing instead of %(other)d"), least.missing, other.missing),
            (_("%(least)d meetings again instead of %(other)d"), least.repeats, other.repeats),
            (_("%(least)d rounds instead of %(other)d"), least.rounds, other.rounds),
            (_("%(least)d extra games instead of %(other)d"), least.extra_games, other.extra_games),
            (
                _("up to %(least)d sit-outs more for one player than for another instead of %(other)d"),
                least.spread,
                other.spread,
            ),
        )
        if least_value != other_value
    ]
    return _("Best for the table: %(what)s. You may choose the other way.") % {"what": "; ".join(parts)}


def stays_there(who: str, seat: str, why: str) -> str:
    """Why somebody who moved up for a no-show does not go back to their former seat."""
    return _("%(who)s does not go back to %(seat)s: %(why)s") % {"who": who, "seat": seat, "why": why}


def why_they_stay(holder: str, *, is_played: bool) -> str:
    """What prevents somebody from going back to their former seat: games played since, or its new holder."""
    if is_played:
        return _("a game was called or a card written, so everybody keeps the seat they have.")
    return _("%(name)s has that seat since.") % {"name": holder} if holder else _("they changed seats since.")


def went_back(moves: Sequence[str]) -> str:
    """Shown when a no-show plays after all: who went back to their former seat."""
    return _("With it: %(moves)s. Tell them.") % {"moves": "; ".join(moves)}


def better_so(moves: int) -> str:
    """What one move into an empty seat gains, or several moves together."""
    if moves == 1:
        return _("Then the empty seats cause fewer rounds, extra games or sit-outs.")
    return _("Together with the other moves, the empty seats cause fewer rounds, extra games or sit-outs.")


def moves_to(who: str, seat: str) -> str:
    """That somebody moves to another seat."""
    return _("%(who)s moves to %(seat)s") % {"who": who, "seat": seat}


def _round_then(rounds: int, extra_games: int) -> str:
    """How many rounds and extra games the qualifying round takes."""
    games = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
    if not extra_games:
        return _("%(rounds)s, nobody plays an extra game.") % {"rounds": games}
    more = ngettext("%(n)d extra game is played.", "%(n)d extra games are played.", extra_games) % {"n": extra_games}
    return f"{games}, {more}"


def not_of_table(seats: Sequence[str], table: str) -> str:
    """Why these seats are not part of a table's mix-up, and what to do if people of two tables met."""
    return _(
        "%(seats)s: not a seat of table %(table)s. A mix-up is noted for one table. If people of two "
        "tables met, their cards say so, and both tables go on by the plan."
    ) % {"seats": ", ".join(seats), "table": table}


def undo_before_no_show(noted: Sequence[str]) -> str:
    """Why somebody cannot be a no-show yet, and the fix; `noted` are sentences of what happened."""
    return _(
        "This was noted for the player: %(noted)s A no-show never came, and the next player in the seat "
        "would get it too. Undo it on the page of the round first, then mark the no-show."
    ) % {"noted": " ".join(noted)}


def drawn_anew_is_shorter(table: str, players: int, rounds: int, rounds_then: int) -> str:
    """How many rounds a redraw would save if a pair of a table's seats is empty for nothing."""
    return _(
        "Two seats of table %(table)s are then empty, and the table still takes %(rounds)d rounds. Drawn "
        "again, %(players)d people need %(then)d. If you can print the papers again, note this first, then "
        "choose “Draw again” on the page of the seats."
    ) % {"table": table, "rounds": rounds, "players": players, "then": rounds_then}


def too_soon(minutes: int) -> str:
    """That a game is awarded earlier than the rule allows; `minutes` are whole minutes since its call."""
    return ngettext(
        "The game was called %(n)d minute ago. A late player has five minutes from the call.",
        "The game was called %(n)d minutes ago. A late player has five minutes from the call.",
        minutes,
    ) % {"n": minutes}


def other_game_on(now: int | None, seen: int | None) -> str:
    """That the current game is no longer the one on somebody's page, and the fix."""
    game_now_text = _("Game %(game)d is on by now") % {"game": now} if now else _("No game is on by now")
    page_text = _("your page was of game %(game)d") % {"game": seen} if seen else _("on your page no game was on")
    return _("%(on)s; %(shown)s. Nothing was changed. Look at the round as it is now, then press again.") % {
        "on": game_now_text,
        "shown": page_text,
    }


def call_it_first(game: int) -> str:
    """Why a mix-up cannot be noted before the first call, and the fix."""
    return _(
        "No game is called yet, so nobody can have met the wrong opponent. Call game %(game)d on the page "
        "of the round first."
    ) % {"game": game}


def plays_already(who: str) -> str:
    """Why this person cannot substitute, and the fix if it is a namesake."""
    return _(
        "%(who)s plays in this event and cannot sit at two boards. Name somebody else; a person of the same name is written "
        "so that the two differ."
    ) % {"who": who}


def undo_before_swap(noted: Sequence[str]) -> str:
    """Why two people cannot change places now, and the fix; `noted` are sentences of what happened."""
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
    """A change of the day in a sentence.

    `names` are the entrants' names by seat; `substitute` is the data of the substitute who plays on for somebody who
    left.
    """
    who = person_at(str(data.get("seat", "")), names)
    if kind == "away":
        if data["last"] is None and substitute:
            sentence = _("%(who)s leaves before game %(first)d. The card stands.")
            return _with_course(
                " ".join([sentence % {"who": who, "first": data["first"]}, _plays_on(substitute)]), data
            )
        if data["last"] is None:
            sentence = _("%(who)s leaves before game %(first)d. The card stands, and the seat is empty from then on.")
        elif data["last"] == data["first"]:
            sentence = _("%(who)s misses game %(first)d.")
        else:
            sentence = _("%(who)s misses games %(first)d to %(last)d.")
        return _with_course(sentence % {"who": who, "first": data["first"], "last": data["last"]}, data)
    if kind == "removed":
        return _with_course(_removed(who, data, names, edition, records_spread=records_spread), data)
    if kind == "late":
        sentence = _("%(who)s came late and plays from game %(first)d on.") % {"who": who, "first": data["first"]}
        if "place" not in data:
            return sentence
        if data["place"]:
            return f"{sentence} " + _("They move on in the place of %(gone)s.") % {
                "gone": person_at(data["place"], names)
            }
        return f"{sentence} " + _("The table has two more chairs since.")
    if kind == "award":
        return _awarded(data, person_at(data["loser"], names), names, edition, records_spread=records_spread)
    if kind == "substitute":
        sentence = _("%(name)s plays for %(who)s from game %(game)d on, and the card goes on.")
        if "last" in data:
            sentence = _("%(name)s played for %(who)s from game %(game)d to game %(last)d.")
        absent = one_of_team(data.get("partner", ""), who)
        sentence %= {"name": data["name"], "who": absent, "game": data["from_game"], "last": data.get("last")}
        return _with_course(sentence, data)
    if "no_show" in data:
        sentence = _("Table %(table)s goes on another way, so that nobody meets again because of a no-show.")
        return sentence % {"table": table}
    return _("Table %(table)s moved another way than planned; it goes on from there.") % {"table": table}


def _awarded(
    data: Mapping[str, Any], loser: str, names: Mapping[str, str], edition: str, *, records_spread: bool
) -> str:
    """Who gets an awarded game, and what both write; what the loser writes is ours."""
    sentence = (
        _("Game %(game)d is awarded to %(winner)s: 2, +10. %(loser)s writes 0, −10 (%(ours)s).")
        if records_spread
        else _("Game %(game)d is awarded to %(winner)s: 2. %(loser)s writes 0 (%(ours)s).")
    )
    ours = in_brackets("removal_mirrored", Edition(edition))
    return sentence % {"game": data["game"], "winner": person_at(data["winner"], names), "loser": loser, "ours": ours}


def _removed(who: str, data: Mapping[str, Any], names: Mapping[str, str], edition: str, *, records_spread: bool) -> str:
    """A removal from play: its rule, the game in progress, and the game from which the seat is empty."""
    sentences = [
        _("%(who)s is removed from play for refusing a ruling (%(rule)s).")
        % {"who": who, "rule": in_brackets("removal", Edition(edition))}
    ]
    if data["game"] is None:
        sentences.append(_("No game of theirs is in progress, so none is awarded."))
    else:
        sentences.append(_awarded(data, who, names, edition, records_spread=records_spread))
    if data["first"] is not None:
        sentences.append(
            _("They leave before game %(first)d. The card stands, and the seat is empty from then on.")
            % {"first": data["first"]}
        )
    else:
        sentences.append(_("No game is left that they would miss. The card stands."))
    return " ".join(sentences)


def _with_course(sentence: str, data: Mapping[str, Any]) -> str:
    """The sentence, followed by another one if the change also rerouted a mixed-up table."""
    if "pairs" not in data:
        return sentence
    return f"{sentence} " + _("The table goes on another way, so that nobody meets again because of it.")


def _plays_on(substitute: Mapping[str, Any]) -> str:
    """Who plays on in the seat of somebody who left, from which game on, and to which game if that ended."""
    sentence = _("%(name)s plays on in the seat from game %(game)d on.")
    if "last" in substitute:
        sentence = _("%(name)s plays on in the seat from game %(game)d to game %(last)d.")
    return sentence % {"name": substitute["name"], "game": substitute["from_game"], "last": substitute.get("last")}


def one_of_team(partner: str, team: str) -> str:
    """The one of this team of two for whom somebody plays; the team alone if nobody said which one."""
    return _("%(partner)s of %(team)s") % {"partner": partner, "team": team} if partner else team


def for_whom(names: Sequence[str]) -> str:
    """Why a substitute of a team is not noted yet: for whom of the two they play."""
    return _("Write for whom of the two: %(first)s or %(second)s.") % {"first": names[0], "second": names[1]}


def no_team(seat: str) -> str:
    """Why nobody of two can be named."""
    return _("%(seat)s is one person, so leave this empty.") % {"seat": seat}


def substitute_for(substitute: str, absent: str) -> str:
    """Who plays in a game for an absent player."""
    return _("%(substitute)s for %(absent)s") % {"substitute": substitute, "absent": absent}


def substitute_from(substitute: str, absent: str, game: int) -> str:
    """Who plays for an absent player, and from which game on."""
    if game == 1:
        return substitute_for(substitute, absent)
    values = {"substitute": substitute, "absent": absent, "game": game}
    return _("%(substitute)s for %(absent)s from game %(game)d on") % values


def rests_on_it(seat: str, number: int) -> str:
    """Why a change of the day cannot be undone yet: a late entry depends on it."""
    return _(
        "%(seat)s came late and plays on a chair or in a place that is there because of this. Undo number %(number)d first."
    ) % {"seat": seat, "number": number}


def another_substitute(name: str, number: int) -> str:
    """Why a substitution cannot be undone yet: a later substitute plays at that seat."""
    return _("%(name)s plays on in that seat since. Undo number %(number)d first.") % {"name": name, "number": number}


def place_is_taken(name: str, seat: str, number: int) -> str:
    """Why nobody can return to a place that a late entry has taken, and the fix."""
    return _(
        "%(seat)s came late and plays in the place of %(name)s, so there is nobody left to meet there. Undo number %(number)d "
        "on the page of the round first."
    ) % {"seat": seat, "name": name, "number": number}


def fee_of_no_show_alone() -> str:
    """Why a fee cannot be said with another change of the day."""
    return _("Only a no-show says what becomes of the fee. Leave it out.")


def late_no_show(game: int) -> str:
    """Shown before somebody is marked a no-show during a later game."""
    return _(
        "Game %(game)d is on. A no-show has played no game at all. A player who has played leaves early "
        "instead, from the next game on."
    ) % {"game": game}


def fewer_games(people: Sequence[str], games: int) -> str:
    """That these people would not get all counting games; names the first few."""
    named = "; ".join(people[:4]) + (" …" if len(people) > 4 else "")
    return ngettext(
        "%(n)d person then has fewer than %(games)d games: %(named)s.",
        "%(n)d people then have fewer than %(games)d games: %(named)s.",
        len(people),
    ) % {"n": len(people), "games": games, "named": named}


def latecomers(people: Sequence[tuple[str, int]], games: int) -> str:
    """Who has fewer games than the event because they came late, with how many; names the first few."""
    named = "; ".join(f"{who} ({count})" for who, count in people[:4]) + (" …" if len(people) > 4 else "")
    return ngettext(
        "%(n)d person who came late has fewer than %(games)d games: %(named)s.",
        "%(n)d people who came late have fewer than %(games)d games: %(named)s.",
        len(people),
    ) % {"n": len(people), "games": games, "named": named}


def undoing_is_stale() -> str:
    """Why something is not undone: other games would change than those the user was shown."""
    return _("The changes are different now. Look at them again, then undo it.")


def written_already(seats: Sequence[tuple[str, int, str]]) -> str:
    """Why the games of these cards cannot change any more, from (seat, game, named opponent)."""
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
    """Why departures are not noted without a plan, and what can be."""
    return _(
        "This event has no plan that says who meets whom, so nobody’s games can change: the cards say who met. Choose no-show, "
        "leaves early, substitute or an awarded game."
    )


def no_award_on_ladder() -> str:
    """Why no game of a ladder is awarded, and what to do instead."""
    return _("On a ladder no game is awarded: tap the team that gets it as the winner, on the page of the ladder.")


def award_needs_opponent() -> str:
    """Why a game is not awarded yet: without a plan somebody must name who gets it."""
    return _("No plan says who meets whom here. Write who gets the game, by the ID, like A-7.")


def award_to_another(seat: str) -> str:
    """Why a game is not awarded to the player who is late."""
    return _("%(seat)s is late, so somebody else gets the game.") % {"seat": seat}


def removal_to_another(seat: str) -> str:
    """Why a game is not awarded to the player who is removed."""
    return _("%(seat)s is removed from play, so somebody else gets the game.") % {"seat": seat}


def awarded_already(game: int, winner: str, number: int, *, removed: bool) -> str:
    """Why a game is not awarded again, and the fix. `removed`: a removal from play would award it."""
    values = {"game": game, "winner": winner, "number": number}
    sentence = (
        _("Game %(game)d is awarded to %(winner)s already, by number %(number)d, and no game is awarded twice.")
        % values
    )
    if removed:
        cure = _(
            "If that stands, leave the game in progress empty: they leave before the next one. Else undo number %(number)d first."
        )
    else:
        cure = _("Undo number %(number)d first if it is wrong.")
    return f"{sentence} {cure % values}"


def removed_already(seat: str, number: int) -> str:
    """Why nothing more is noted for a player who was removed from play."""
    return _("%(seat)s was removed from play, by number %(number)d. Undo that first if it is wrong.") % {
        "seat": seat,
        "number": number,
    }


def corrects_departure(number: int, game: int) -> str:
    """That a departure is noted already, and that this one corrects it."""
    return _(
        "By number %(number)d they leave before game %(game)d. This corrects it: number %(number)d is undone then."
    ) % {
        "number": number,
        "game": game,
    }


def left_and_went_on(seat: str, game: int, number: int) -> str:
    """Why a departure is not corrected in one act, and the fix."""
    return _(
        "%(seat)s leaves before game %(game)d already, by number %(number)d, and the table goes on another way since. Undo number "
        "%(number)d on the page of the round first, then say when they left."
    ) % {"seat": seat, "game": game, "number": number}


def stands_in(seat: str, name: str, game: int, number: int) -> str:
    """Why a player with a substitute does not withdraw, and the fix."""
    return _(
        "%(name)s plays on for %(seat)s from game %(game)d on, by number %(number)d. Undo number %(number)d on the page of the round "
        "first if nobody does."
    ) % {"name": name, "seat": seat, "game": game, "number": number}


def undo_removal_first(name: str, number: int) -> str:
    """Why a removed player is not marked as playing, and where to undo the removal."""
    return _(
        "%(name)s was removed from play. The director or the head judge takes that back: undo number %(number)d on the page of the "
        "round."
    ) % {"name": name, "number": number}


def has_left(seat: str) -> str:
    """Why a player who has left is not removed, and the fix."""
    return _(
        "%(seat)s has left already and is marked as withdrawn. If they were still at the board, undo that first, then remove them."
    ) % {"seat": seat}


def not_in_progress(game: int, now: int) -> str:
    """Why nobody is removed in a game that is not called yet."""
    return _("Game %(now)d is on, and game %(game)d is not called yet: it is in progress for nobody.") % {
        "now": now,
        "game": game,
    }


def game_in_progress() -> str:
    """Help text: what to write as the game that a removed player loses."""
    return _("Their opponent in it gets it. Leave it empty if no game of theirs is in progress: then none is awarded.")


def ruling_refused() -> str:
    """Help text: what to write as the reason of a removal."""
    return _(
        "Which ruling was refused, and which three judges gave it. It stands in the log. Only people with a role read it."
    )


def removal_is_not_public() -> str:
    """Why a removal cannot also let people meet again, and where to do that."""
    return _(
        "Everybody may read why some meet again, and nobody why a player was removed. Remove the player first, then say by itself "
        "that some meet again."
    )


def nobody_to_award_to(game: int) -> str:
    """That a player is removed in a game in which they meet nobody."""
    return _("They meet nobody in game %(game)d, so nothing is awarded. They only leave.") % {"game": game}


def award_by_the_plan(seat: str, game: int, opponent: str) -> str:
    """Why a game is not awarded to the person named: the plan has another opponent."""
    return _("By the plan %(seat)s meets %(opponent)s in game %(game)d: the game goes to them.") % {
        "seat": seat,
        "opponent": opponent,
        "game": game,
    }


def first_game_label(what: str) -> str:
    """The label of the game number in the form for this kind of change."""
    return {
        "away": _("First game missed"),
        "leaves": _("First game not played"),
        "award": _("Game missed"),
        "substitute": _("First game of the substitute"),
        "removed": _("Game in progress"),
    }[what]


def some_meet_again_title() -> str:
    """The title of the change of the day by which people may meet again."""
    return _("Some meet again")


def happenings_without_plan(*, edition: Edition, records_spread: bool = True) -> dict[str, tuple[str, str]]:
    """What can happen on the day without a plan: title and when to choose it, by kind."""
    texts = happenings(edition=edition, records_spread=records_spread)
    return {
        "no_show": (
            texts["no_show"][0],
            _("Somebody never came. They do not count for how many qualify, and have no card."),
        ),
        "award": texts["award"],
        "leaves": (_("Leaves early"), _("Somebody is gone for good. The card stays as it is, and they still count.")),
        "substitute": texts["substitute"],
        "removed": texts["removed"],
    }


def happenings(*, edition: Edition, records_spread: bool = True) -> dict[str, tuple[str, str]]:
    """What can happen on the day: title and when to choose it, by kind."""
    late = _(
        "The opponent gets the game, 2 points; the late player writes 0. Only once for each player, five "
        "minutes after the call (rulebook of 2025, as others report it)."
    )
    removed = _(
        "A player refuses a ruling that three judges have told them (%(rule)s). The opponent gets the game "
        "in progress, 2 points. The player writes 0 (%(ours)s) and plays no more."
    )
    if records_spread:
        late = _(
            "The opponent gets the game, 2 and +10; the late player writes 0 and −10. Only once for each "
            "player, five minutes after the call (rulebook of 2025, as others report it)."
        )
        removed = _(
            "A player refuses a ruling that three judges have told them (%(rule)s). The opponent gets the game "
            "in progress, 2 and +10. The player writes 0 and −10 (%(ours)s) and plays no more."
        )
    return {
        "no_show": (
            _("No-show"),
            _("Somebody never came. The seat stays empty, and players who meet it sit out."),
        ),
        "away": (
            _("Late, or away for some games"),
            _("Their opponents sit out in these games. When they come back, they join the rotation where it is then."),
        ),
        "award": (
            _("Late from lunch: award the game"),
            late,
        ),
        "leaves": (
            _("Leaves early, floating sit-out"),
            _("Somebody is gone for good. The card stays, and players who meet the empty seat sit out."),
        ),
        "substitute": (
            _("Substitute"),
            _("Somebody else plays on in the seat. The card still belongs to the player who is away."),
        ),
        "course": (
            _("Mixed-up rotation"),
            _("People met other opponents than planned. The cards are right, and the plan goes on from there."),
        ),
        "meet_again": (
            some_meet_again_title(),
            _(
                "Somebody did not come or left, and others would get fewer games. The table starts over with its "
                "first opponents until everybody has all games."
            ),
        ),
        "removed": (
            _("Removed from play"),
            removed % {"rule": in_brackets("removal", edition), "ours": in_brackets("removal_mirrored", edition)},
        ),
    }


def what_everybody_gets() -> dict[str, str]:
    """The column titles of each player's totals, by field name of Meetings."""
    return {
        "games": _("Games that count"),
        "sit_outs": _("Sit-outs"),
        "extra_games": _("Extra games"),
        "repeats": _("Met again"),
    }


def played(game: Played | None, names: Mapping[str, str]) -> str:
    """A player's game in a few words: opponent and seat, sit-out, or no game."""
    if game is None:
        return _("no game")
    if game.opponent is None:
        return _("sits out")
    sentence = _("%(who)s, at seat %(seat)d") % {"who": person_at(game.opponent, names), "seat": game.seat}
    if game.deals:
        sentence = _("%(told)s, deals first") % {"told": sentence}
    return sentence if game.counted else _("%(told)s, extra game") % {"told": sentence}


def day_stands(number: int | None) -> str:
    """That a change of the day is in force already, with its number if it has one."""
    if number is None:
        return _("This is already noted. Nothing was added.")
    return _("This is already noted, as number %(number)d. Nothing was added.") % {"number": number}


def day_done(people: int) -> str:
    """After a change of the day was made or undone."""
    if not people:
        return _("Done. Nobody’s games change.")
    return ngettext(
        "Done. %(n)d person meets others or sits elsewhere now: tell them.",
        "Done. %(n)d people meet others or sit elsewhere now: tell them.",
        people,
    ) % {"n": people}


def game_not_set_up(game: int, last: int) -> str:
    """Why a game of a ladder cannot be called yet."""
    return _(
        "Game %(game)d is not set up: it follows from the results of game %(last)d. Begin it on the page of the ladder."
    ) % {
        "game": game,
        "last": last,
    }
