"""Sentences about how an event is played and announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.db.models import Field
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, Tournament
from tournaments.rotation.rules.rated import RATED_GAMES, is_rated
from tournaments.rules.as_the_acc import DOUBLE_SKUNK, NO_SPREAD, ONE_IN, SKUNK, USUAL_BEST_OF
from tournaments.rules.phase import Phase
from tournaments.rules.quota import USUAL_ONE_IN
from tournaments.rules.ranking import Ranking
from tournaments.rules.skunk import ACC_SKUNKS, NO_SKUNK, USUAL_SKUNK_FROM, Skunks


def doing(phase: str, entrants: int, game: int | None = None) -> str:
    """What is going on in an event; `game` is the game that is on, if any."""
    sentence = {
        Phase.REGISTRATION: _("Entries are open."),
        Phase.SEATING: _("Seats are drawn, play can begin."),
        Phase.QUALIFYING: _("Qualifying round: the cards are being typed in."),
        Phase.CROSS_CHECK: _("The cards are being cross-checked."),
        Phase.PLAYOFFS: _("Playoffs."),
        Phase.REPORT: _("Finished."),
    }[Phase(phase)]
    if phase == Phase.SEATING and game:
        return _("Game %(game)d is on.") % {"game": game}
    if phase == Phase.REGISTRATION and not entrants:
        nobody = _("Nobody is entered yet.")
        return f"{sentence} {nobody}"
    return sentence


class Usual(Protocol):
    """An event as it is usually played."""

    @property
    def kind(self) -> str: ...
    @property
    def games(self) -> int: ...
    @property
    def deal(self) -> str: ...
    @property
    def movement(self) -> str: ...
    @property
    def ranking(self) -> str: ...
    @property
    def repeats_reason(self) -> object: ...


def preset(usual: Usual) -> str:
    """The name of a preset: `Main event, 22 games, cut for deal`."""
    if usual.ranking == Event.RankingChoice.WINS:
        return ngettext(
            "Condo partners, earlier years, %(n)d game", "Condo partners, earlier years, %(n)d games", usual.games
        ) % {"n": usual.games}
    if usual.movement == Event.Movement.MOVING_SIDE:
        text = _("League night, two sides of three pairs, %(n)d games") % {"n": usual.games}
        return _("%(event)s in two legs") % {"event": text} if usual.repeats_reason else text
    name = dict(Event.Kind.choices)[usual.kind]
    text = ngettext("%(kind)s, %(n)d game", "%(kind)s, %(n)d games", usual.games) % {"kind": name, "n": usual.games}
    if usual.movement == Event.Movement.LADDER:
        return ngettext("Partners ladder, %(n)d game", "Partners ladder, %(n)d games", usual.games) % {"n": usual.games}
    if usual.movement == Event.Movement.TWO_GAMES:
        opponents = usual.games // 2
        text = _("%(event)s, two against each of %(n)d opponents") % {"event": text, "n": opponents}
    deal = _("alternate deal") if usual.deal == Event.Deal.ALTERNATE else _("cut for deal")
    return _("%(event)s, %(deal)s") % {"event": text, "deal": deal}


def games_hint() -> str:
    """What the number of games means, and which numbers the ACC rates."""
    lists = {kind: ", ".join(map(str, games)) for kind, games in RATED_GAMES.items()}
    return _(
        "Games that count for everybody. MRP-rated: main events of %(main)s, consolations of %(consolation)s games; other "
        "numbers can be played and earn no rating points."
    ) % {"main": lists["main"], "consolation": lists["consolation"]}


def rated_event(event: Event) -> str:
    """Whether this event earns Master Rating Points, and if not, why."""
    return rated(event.kind, event.games, is_other=bool(event.differences))


def rated(kind: str, games: int, *, is_other: bool = False) -> str:
    """Whether such an event earns Master Rating Points, and if not, which numbers of games would; `is_other` is one
    that is not played as the ACC plays."""
    if kind not in RATED_GAMES:
        return _("No Master Rating Points: the ACC rates main events and consolations.")
    if is_other:
        return _("No Master Rating Points: this event is not played as the ACC plays.")
    if is_rated(kind, games):
        return ngettext(
            "%(n)d game is a rated number: this event earns Master Rating Points.",
            "%(n)d games are a rated number: this event earns Master Rating Points.",
            games,
        ) % {"n": games}
    numbers = ", ".join(map(str, RATED_GAMES[kind]))
    return ngettext(
        "%(n)d game is not a rated number, so there are no Master Rating Points. Rated: %(numbers)s.",
        "%(n)d games are not a rated number, so there are no Master Rating Points. Rated: %(numbers)s.",
        games,
    ) % {"n": games, "numbers": numbers}


def not_as_the_acc(differences: Iterable[str], one_in: int, skunks: Skunks = ACC_SKUNKS) -> tuple[str, ...]:
    """What of an event differs from the rules of the ACC, in sentences; the arguments are as an event
    has them. Empty where nothing differs."""
    sentences = {
        Ranking.POINTS: _("Cards are ranked by game points alone, and a playoff game breaks a tie."),
        Ranking.WINS: _("Cards are ranked by games won, and a skunk counts as one win."),
        Ranking.NET: _("Cards are ranked by game points, then net, then games won."),
        Ranking.PEGGED: _(
            "Cards are ranked by total pegged points: 121 for a game won, and what was pegged in a game lost."
        ),
        ONE_IN: _("One in %(n)d qualifies, not one in four.") % {"n": one_in},
        SKUNK: _skunk_announced(skunks.single),
        DOUBLE_SKUNK: _("A win by %(n)s holes or more is a double skunk and counts 4 game points.")
        % {"n": skunks.double},
        NO_SPREAD: _("Cards record no spread, only game points."),
    }
    return tuple(sentences[name] for name in differences)


def not_as_the_acc_plays(event: Event) -> str:
    """The same in one line, as flyer and standings show it; empty where nothing differs."""
    # Where nobody qualifies, no part of the entrants does.
    differences = [name for name in event.differences if name != ONE_IN or not event.ends_with_ranking]
    sentences = [*not_as_the_acc(differences, event.one_in, event.skunks)]
    if event.best_of != USUAL_BEST_OF and not event.ends_with_ranking:
        sentences.append(match_length(event.best_of))
    return _("Not as the ACC plays: %(what)s") % {"what": " ".join(sentences)} if sentences else ""


def match_length(best_of: int) -> str:
    """How long the matches of the playoffs are, where it is another length than the ACC's."""
    if best_of == 1:
        return _("A match of the playoffs is one game, not best of 5.")
    return _("A match of the playoffs is best of %(n)d, not best of 5.") % {"n": best_of}


def pegged_needs_spread(*, is_ladder: bool) -> str:
    """Why an event whose cards record no spread cannot rank by total pegged points, and what to do."""
    if is_ladder:
        return _(
            "A partners ladder records no spread, so nobody knows what was pegged in a game lost. Choose another ranking, or another "
            "movement."
        )
    return _(
        "Without a spread on the cards nobody knows what was pegged in a game lost. Choose another ranking, or cards with game points "
        "and spread."
    )


def of_ladder() -> dict[str, tuple[Any, str]]:
    """What a ladder has in any case, by the name of the setting, and why another value is refused."""
    return {
        "records_spread": (False, _("A ladder records no spread. Leave this out, or choose another movement.")),
        "skunk_from": (
            USUAL_SKUNK_FROM,
            _("On a ladder a skunk is a win by %(n)d holes. Leave this out, or choose another movement.")
            % {"n": USUAL_SKUNK_FROM},
        ),
    }


def _skunk_announced(skunk_from: int) -> str:
    """Which wins are skunks, in a sentence for an event where these are others than the ACC's."""
    if skunk_from == NO_SKUNK:
        return _("There are no skunks: every win counts 2 game points.")
    return _("A win is a skunk from %(n)d holes, not from 31.") % {"n": skunk_from}


def one_in_announced(one_in: int) -> str:
    """Which part of the entrants qualifies (13.2.b), in a sentence."""
    if one_in == USUAL_ONE_IN:
        return _("One in four qualifies, a fraction counts as one more.")
    return _("One in %(n)d qualifies, a fraction counts as one more.") % {"n": one_in}


def exempted_instead(one_in: int, reason: str) -> str:
    """That another number qualifies than the fraction of the entrants, and why."""
    if one_in == USUAL_ONE_IN:
        return _("An exemption instead of one in four: %(reason)s") % {"reason": reason}
    return _("An exemption instead of one in %(n)d: %(reason)s") % {"n": one_in, "reason": reason}


def quota_hint(one_in: int) -> str:
    """What it means to set no number of qualifiers."""
    if one_in == USUAL_ONE_IN:
        return _(
            "Left empty, one in four, a fraction counts as one more. 0 where no playoffs follow: ties share their place."
        )
    return _(
        "Left empty: one in %(n)d qualifies, a fraction counts as one more. 0 where no playoffs follow: ties share their place."
    ) % {"n": one_in}


def format_announced(games: int, movement: str, *, repeats: bool = False) -> str:
    """The format of an event on its flyer; with `repeats` people may meet again, and the flyer says why elsewhere."""
    text = ngettext("%(n)d game", "%(n)d games", games) % {"n": games}
    if movement == Event.Movement.TWO_GAMES:
        return _("%(games)s, two against each opponent") % {"games": text}
    if movement == Event.Movement.LADDER:
        return _("%(games)s for teams of two, winners move on") % {"games": text}
    if movement == Event.Movement.NONE or repeats:
        return text
    return _("%(games)s, one against each opponent") % {"games": text}


def first_deal_announced(deal: str, procedure: str) -> str:
    """Who deals first, as the flyer says it (1.5.a)."""
    if procedure:
        return procedure
    if deal == Event.Deal.ALTERNATE:
        return _("Alternate deal: the scorecard names who deals first in each game.")
    return _("The deal is cut for in every game; the lower card deals.")


def deals_first(deal: str, first: str | None, seat: str) -> str:
    """Who deals first in a game, for the player of this seat; empty if they do not cut and it is not known yet.

    `first` is the seat that deals first, None if it is not known.
    """
    if first:
        return _("You deal first.") if first == seat else _("Your opponent deals first.")
    return _("Cut for the first deal.") if deal == Event.Deal.CUT else ""


def spread_is_fixed() -> str:
    """Why the choice to record a spread can no longer change after the first card."""
    return _(
        "The first card is written, and it has a spread or has none, so this cannot change. If you need it "
        "differently, add another event."
    )


def spread_is_told() -> str:
    """Why the choice to record a spread can no longer change once players have sent games by phone."""
    return _(
        "Players have told games by phone already, with a spread or without one, so this cannot change. If "
        "you need it differently, add another event."
    )


def muggins_announced(muggins: bool) -> str:
    """Whether muggins is played, as the flyer must say."""
    return _("Muggins is played.") if muggins else _("Muggins is not played.")


def qualifiers_announced(exempted: int | None, reason: str, one_in: int = USUAL_ONE_IN) -> str:
    """How many qualify, as the flyer says it (13.2.b). Nobody does without a reason on a ladder."""
    if exempted is None and one_in != USUAL_ONE_IN:
        return one_in_announced(one_in)
    if exempted is None:
        return _("One in four qualifies (25 %), a fraction counts as one more.")
    if not exempted and not reason:
        return _("Nobody qualifies.")
    if not exempted:
        return _("Nobody qualifies, by exemption: %(reason)s") % {"reason": reason}
    return _("%(n)d qualify, by exemption: %(reason)s") % {"n": exempted, "reason": reason}


def number_exempted(n: int | None) -> str:
    """How many qualify by exemption, where the reason stands beside it."""
    return _("%(n)s qualify, by exemption.") % {"n": n} if n else _("Nobody qualifies, by exemption.")


def rules_set(changes: Mapping[str, Any]) -> str:
    """New values of rules as sentences: `Games: 20. Muggins: no.`

    The keys are columns of the event, and `edition` for the rulebook of the tournament.
    """
    sentences = []
    for column, value in changes.items():
        field = (Tournament if column == "edition" else Event)._meta.get_field(column)
        assert isinstance(field, Field)
        shown = dict(field.flatchoices).get(value, value)
        if value is None or value == "":
            shown = _("none")
        elif isinstance(value, bool):
            shown = _("yes") if value else _("no")
        sentences.append(_("%(rule)s: %(value)s.") % {"rule": str(field.verbose_name).capitalize(), "value": shown})
    return " ".join(sentences)


def presets_hint() -> str:
    """What a preset fills in, and what two games against each opponent require."""
    return _(
        "Games, first deal and movement come with it; all of them can be changed. Two against each opponent: with an odd "
        "number of players some sit out two games and others none, which takes a reason below."
    )


def usual_time_zones() -> dict[str, str]:
    """The time zones of North America by their everyday names."""
    return {
        "America/New_York": _("Eastern, New York"),
        "America/Chicago": _("Central, Chicago"),
        "America/Denver": _("Mountain, Denver"),
        "America/Phoenix": _("Arizona, Phoenix"),
        "America/Los_Angeles": _("Pacific, Los Angeles"),
        "America/Anchorage": _("Alaska, Anchorage"),
        "Pacific/Honolulu": _("Hawaii, Honolulu"),
        "America/Halifax": _("Atlantic, Halifax"),
        "America/Toronto": _("Eastern, Toronto"),
        "America/Winnipeg": _("Central, Winnipeg"),
        "America/Regina": _("Saskatchewan, Regina"),
        "America/Edmonton": _("Mountain, Edmonton"),
        "America/Vancouver": _("Pacific, Vancouver"),
    }


def plan_look_first(game: int) -> str:
    """Why a change of the plan is previewed first while a game is on."""
    return _(
        "Game %(game)d is on. Nothing is changed yet: look at what it changes for whom, then save the changes again."
    ) % {"game": game}


def plan_is_stale() -> str:
    """Why a previewed change of the plan is not made."""
    return _("Nothing is changed yet: the changes are different now. Look at them again, then save the changes again.")


def played_otherwise(first: int, last: int) -> str:
    """The warning that a new plan changes opponents or first deals of games already called, and what to do."""
    if first == last:
        sentence = _("Game %(last)d was already called. In the new plan other people meet in it, or others deal first.")
    else:
        sentence = _(
            "Games %(first)d to %(last)d were already called. In the new plan other people meet in some of "
            "them, or others deal first."
        )
    cure = _("The cards show what was played. Change this only if these games are played again.")
    return f"{sentence % {'first': first, 'last': last}} {cure}"


def paper_is_old() -> str:
    """What to do with printed paper after the plan changed."""
    return _("Seat slips, sheets and cards that are printed are no longer right: print them again and tell everybody.")


def nothing_to_look_at() -> str:
    """Why a change of the plan needs no preview."""
    return _("Nobody’s games that are on change by this, so there is nothing to look at first. Change it.")


def ladder_is_further(games: int) -> str:
    """Why a ladder cannot have fewer games than are set up."""
    return ngettext(
        "Game %(n)d is set up already. Set at least so many.",
        "%(n)d games are set up already. Set at least so many.",
        games,
    ) % {"n": games}
