"""The card that a player keeps on the phone, ready to write down, and what the desk sees of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.phone import PhoneCard, PhoneGame, phone_card
from scorecards.sheet.rules.line import format_points, format_spread
from scorecards.sheet.rules.phone import Said, Together, turned
from scorecards.sheet.words import MINUS
from tournaments.errors import Refused
from tournaments.models import Entry, Event
from tournaments.venue.words import events as events_words

_MARKS = {Together.AGREED: "check", Together.DIFFERENT: "warn", Together.WAITING: "clock", Together.ASKED: "pen"}


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """One line of the card on the phone: as written, and how far the two players are with it.

    `is_on`: the game that is called, or any where none is. For it alone, `seat` is where to sit and `deal` who deals first; `lead`
    is what is to be said of another one. `otherwise` is what was told by phone where the card that is in says something else.
    `may_turn`: the opponent may tell it on this phone, or, where they have, change what they told (`told_here`).
    """

    game: int
    opponent: str
    name: str
    points: str
    plus: str
    minus: str
    mark: str
    state: str
    told: str
    otherwise: str
    is_on: bool
    lead: str
    seat: int | None
    deal: str
    is_next: bool
    may_change: bool
    may_turn: bool
    told_here: bool


@dataclass(frozen=True, slots=True)
class PhonePage:
    """The page of a player's card. `now` is the game that the form is about, None where nothing is to be told; `differing` are
    the games of which the two say different things, in whole sentences, each with whether the player may change theirs."""

    card: PhoneCard
    now: PhoneGame | None
    rows: tuple[PhoneRow, ...]
    differing: tuple[tuple[int, str, bool], ...]
    net: str

    @property
    def told(self) -> int:
        """How many games stand on the card."""
        return sum(1 for one in self.card.games if one.line is not None)

    @property
    def asked(self) -> PhoneRow | None:
        """The line that the form is about."""
        return next((row for row in self.rows if row.is_next), None)

    @property
    def on_now(self) -> int | None:
        """The game that is on, where this player may tell it and has not."""
        now = self.card.event.game_now
        one = next((one for one in self.card.games if one.game == now), None)
        return now if one is not None and one.line is None and _is_open(self.card, one) else None

    @property
    def stage(self) -> str:
        """What the page is for now: `tell` a game, `hand_in`, or to say that the card is `in`, all is `told`, there are `no_games`, or
        that the next one is not called (`waits`)."""
        if self.now is not None:
            return "tell"
        if self.card.is_in:
            return "in"
        if self.may_hand_in:
            return "hand_in"
        if not self.card.missing:
            return "told"
        return "waits" if self.rows else "no_games"

    @property
    def may_call(self) -> bool:
        """Whether this player may call a judge about it: as long as the cards are not compared."""
        return self.card.entry.status == Entry.Status.PLAYING and self.card.event.cross_checked_at is None

    @property
    def may_hand_in(self) -> bool:
        """Whether the phone's card is the card, and all of it is told."""
        return self.card.event.phones == Event.Phones.INSTEAD and not self.card.is_in and not self.card.missing


def phone_page(entry: Entry, game: int | None = None) -> PhonePage:
    """The page of this player, about this game or the next that is to be told."""
    card = phone_card(entry)
    by_number = {one.game: one for one in card.games}
    now = None if card.is_in else by_number.get(game or 0) or card.next
    now = None if now is not None and now.awarded else now
    return PhonePage(
        card=card,
        now=now,
        rows=tuple(_row(card, one, now) for one in card.games),
        differing=tuple(
            (one.game, _differ(card, one), _is_open(card, one)) for one in card.games if one.state is Together.DIFFERENT
        ),
        net=sheet_words.signed(card.tally.net if card.event.records_spread else None),
    )


def _row(card: PhoneCard, one: PhoneGame, now: PhoneGame | None) -> PhoneRow:
    line, is_on = one.line, card.event.game_now in (None, one.game)
    via = one.said.via if one.said and not card.is_in and not one.elsewhere else ""
    # A told game that was awarded since is on no card.
    told = one.said.said if card.is_in and one.said and not one.awarded else None
    return PhoneRow(
        game=one.game,
        opponent=one.opponent,
        name=one.name,
        points=format_points(line.points) if line else "",
        plus=format_spread(line.plus) if line else "",
        minus=format_spread(line.minus) if line else "",
        mark="" if one.awarded else "warn" if one.elsewhere else _MARKS.get(one.state, ""),
        state=_("Awarded") if one.awarded else _state(one),
        told=_("on the phone of %(seat)s") % {"seat": via} if via and via != card.entry.seat else "",
        otherwise=_("By phone you told: %(how)s.") % {"how": result(told)} if told and told.line != one.line else "",
        is_on=is_on,
        lead=_("This game is still to tell.") if not is_on and line is None and _is_open(card, one) else "",
        seat=one.seat if is_on else None,
        deal=_deal(card, one) if is_on else "",
        is_next=now is not None and now.game == one.game,
        may_change=_is_open(card, one),
        may_turn=_is_open(card, one) and one.said is not None and not one.elsewhere and not _is_on_own_phone(one),
        told_here=one.theirs is not None,
    )


def _deal(card: PhoneCard, one: PhoneGame) -> str:
    return (
        events_words.deals_first(card.event.deal, one.first_deal, card.entry.seat)
        if one.opponent and not one.awarded
        else ""
    )


def _is_open(card: PhoneCard, one: PhoneGame) -> bool:
    """Whether this player may tell the game, or change what they told."""
    has_begun = card.event.game_now is None or one.game <= card.event.game_now
    return has_begun and not card.is_in and one.awarded is None


def _is_on_own_phone(one: PhoneGame) -> bool:
    """Whether the opponent has told it on their own phone, where alone it is changed."""
    return one.theirs is not None and one.theirs.via == one.opponent


def _state(one: PhoneGame) -> str:
    if one.elsewhere:
        return _("%(seat)s names another opponent: check the ID, or ask at the desk") % {"seat": one.opponent}
    return {
        Together.AGREED: _("You both say the same"),
        Together.DIFFERENT: _("You two differ"),
        Together.WAITING: _("Your opponent has not told it yet"),
        Together.ASKED: _("Your opponent has told it; now you"),
        Together.NOTHING: "",
    }[one.state]


def _differ(card: PhoneCard, one: PhoneGame) -> str:
    assert one.claim is not None
    assert one.theirs is not None
    told = (
        _("Game %(game)d: by your card you %(mine)s; %(who)s says that you %(theirs)s.")
        if card.is_in
        else _("Game %(game)d: you say that you %(mine)s; %(who)s says that you %(theirs)s.")
    )
    return told % {
        "game": one.game,
        "mine": result(one.claim),
        "who": one.name or one.opponent,
        "theirs": _turned_result(one.opponent, one.theirs.said),
    }


def _turned_result(seat: str, theirs: Said) -> str:
    """How a game went for this player, by what the other says of it: without a spread a loss does not say how many points they won."""
    if theirs.spread is None:
        return _("lost") if theirs.won else _("won")
    return result(turned(seat, theirs))


def result(said: Said) -> str:
    """How a game went for whoever tells it: `won by 16`, `lost by 7`; without a spread `won, 3 points`, `lost`."""
    if said.spread is None:
        return _("won, %(points)d points") % {"points": said.points} if said.won else _("lost")
    by = {"by": abs(said.spread)}
    return _("won by %(by)d") % by if said.spread > 0 else _("lost by %(by)d") % by


@dataclass(frozen=True, slots=True)
class Turned:
    """A game in the words of the opponent, who looks at it on this player's phone; `theirs` is what they have told here."""

    game: PhoneGame
    name: str
    seat: str
    said: Said
    theirs: Said | None

    @property
    def sentence(self) -> str:
        """What the player who holds the phone has told, for the other."""
        if self.said.spread is None:
            return _("You won.") if self.said.won else _("You lost.")
        values = {"by": abs(self.said.spread)}
        return _("You won by %(by)d.") % values if self.said.spread > 0 else _("You lost by %(by)d.") % values

    @property
    def told(self) -> str:
        """What they themselves have told on this phone, where that is something else."""
        if self.theirs is None or self.theirs == self.said:
            return ""
        return _("You told: %(how)s.") % {"how": result(self.theirs)}

    @property
    def points(self) -> str:
        """What stands on their card then."""
        line = self.said.line
        if line.spread is None:
            # Whether it was a skunk is theirs to say.
            return "" if self.said.won else _("Your card: 0.")
        sign = "+" if line.plus else MINUS
        return _("Your card: %(points)s and %(sign)s%(spread)s.") % {
            "points": format_points(line.points),
            "sign": sign,
            "spread": format_spread(line.spread),
        }


def turned_page(entry: Entry, game: int) -> Turned:
    """This game for the opponent's eyes, also where they have told it on this phone already.

    Raises Refused: `off`, `handed_in`, `not_told` (this player has not told it), `elsewhere` (the opponent has, against somebody
    else), `own_phone` (on their own).
    """
    if entry.event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    card = phone_card(entry)
    if card.is_in:
        raise Refused("handed_in", cards_words.card_is_in())
    one = next((one for one in card.games if one.game == game), None)
    if one is None or one.said is None or one.awarded:
        raise Refused("not_told", sheet_words.tell_first(game))
    if one.elsewhere:
        raise Refused("elsewhere", cards_words.names_another(one.opponent, game))
    if _is_on_own_phone(one):
        raise Refused("own_phone", cards_words.told_on_own_phone(one.name or one.opponent, game))
    theirs = one.theirs.said if one.theirs else None
    return Turned(one, one.name, one.opponent, turned(entry.seat, one.said.said), theirs)
