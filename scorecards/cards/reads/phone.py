"""The card that a player keeps on the phone, and the page for telling its games."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.phone import PhoneCard, PhoneGame, phone_card
from scorecards.sheet.rules.line import SKUNK_POINTS, format_points, format_spread
from scorecards.sheet.rules.phone import Claim, Together, turned
from scorecards.sheet.words import MINUS
from tournaments.errors import Refused
from tournaments.models import Entry, Event
from tournaments.rules.skunk import Skunks
from tournaments.venue.words import events as events_words

_MARKS = {Together.AGREED: "check", Together.DIFFERENT: "warn", Together.WAITING: "clock", Together.ASKED: "pen"}


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """One line of the card on the phone, and how far the two players are with telling it.

    - `mark`, `state`: how the claims of the two compare, as an icon and in words.
    - `told`: the note that the player told the game on the opponent's phone.
    - `is_on`: the game is the called one, or no game is called at all. Only then are `seat` (where to sit, on a ladder
      the table) and `deal` (who deals first) set. `lead` is a remark on any other game.
    - `otherwise`: the claim by phone, if the card is in, on a ladder the result, and differs from it.
    - `is_next`: the form asks for this game. `may_change`: the player may tell it, or change their claim.
    - `may_turn`: the opponent may tell the game on this phone, or change what they told here. `told_here`: the opponent
      has told it.
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
    seat: int | str | None
    deal: str
    is_next: bool
    may_change: bool
    may_turn: bool
    told_here: bool


@dataclass(frozen=True, slots=True)
class PhonePage:
    """The page of a player's card. `now` is the game that the form asks for, or None.

    `differing` are the games on which the two players differ: number, sentence, and whether the player may change their
    claim.
    """

    card: PhoneCard
    now: PhoneGame | None
    rows: tuple[PhoneRow, ...]
    differing: tuple[tuple[int, str, bool], ...]
    net: str

    @property
    def told(self) -> int:
        """How many games stand on the card."""
        return sum(1 for phone_game in self.card.games if phone_game.line is not None)

    @property
    def asked(self) -> PhoneRow | None:
        """The line of the game that the form asks for."""
        return next((row for row in self.rows if row.is_next), None)

    @property
    def on_now(self) -> int | None:
        """The called game, if this player may tell it and has not; otherwise None."""
        game_now = self.card.event.game_now
        phone_game = next((phone_game for phone_game in self.card.games if phone_game.game == game_now), None)
        if phone_game is None or phone_game.line is not None or not _is_open(self.card, phone_game):
            return None
        return game_now

    @property
    def stage(self) -> str:
        """What the page is for at the moment.

        - `tell`: tell a game.
        - `hand_in`: hand in the card.
        - `in`: the card is in.
        - `told`: all games are told.
        - `waits`: the next game is not called yet.
        - `no_games`: the player has no games.
        """
        if self.now is not None:
            return "tell"
        if self.card.is_in:
            return "in"
        if self.may_hand_in:
            return "hand_in"
        if not self.card.missing and not self.card.event.is_ladder:
            return "told"
        return "waits" if self.rows else "no_games"

    @property
    def may_call(self) -> bool:
        """Whether this player may call a judge: while they play and until the cards are compared."""
        return self.card.entry.status == Entry.Status.PLAYING and self.card.event.cross_checked_at is None

    @property
    def may_hand_in(self) -> bool:
        """Whether phones stand instead of paper, the card is not in, and every game of it is told; never on a ladder."""
        event = self.card.event
        is_for_phones = event.phones == Event.Phones.INSTEAD and not event.is_ladder
        return is_for_phones and not self.card.is_in and not self.card.missing


def phone_page(entry: Entry, game: int | None = None) -> PhonePage:
    """Return the page of this player. Its form asks for this `game`, by default for the next one to tell."""
    card = phone_card(entry)
    by_number = {phone_game.game: phone_game for phone_game in card.games}
    asked_game = None if card.is_in else by_number.get(game or 0) or card.next
    if asked_game is not None and (asked_game.awarded or asked_game.is_in):
        asked_game = None
    return PhonePage(
        card=card,
        now=asked_game,
        rows=tuple(_row(card, phone_game, asked_game) for phone_game in card.games),
        differing=tuple(
            (phone_game.game, _differ(card, phone_game), _is_open(card, phone_game))
            for phone_game in card.games
            if phone_game.state is Together.DIFFERENT
        ),
        net=sheet_words.signed(card.tally.net if card.event.records_spread else None),
    )


def _row(card: PhoneCard, phone_game: PhoneGame, asked_game: PhoneGame | None) -> PhoneRow:
    """Return the line of this game; the form asks for `asked_game`."""
    line, is_on, is_open = phone_game.line, card.event.game_now in (None, phone_game.game), _is_open(card, phone_game)
    via = phone_game.said.via if phone_game.said and not card.is_in and not phone_game.elsewhere else ""
    is_on_other_phone = bool(via) and via != card.entry.seat
    # A told game that was awarded later is on no card.
    claim = phone_game.said.claim if phone_game.is_in and phone_game.said and not phone_game.awarded else None
    otherwise = ""
    if claim and (claim.line(card.event.skunks) != line or phone_game.state is Together.DECIDED):
        otherwise = _("By phone you told: %(how)s.") % {"how": cards_words.result(claim)}
        if card.event.is_ladder:
            otherwise += " " + _("The result of the desk counts. If it is wrong, tell the desk.")
    mark, state = _MARKS.get(phone_game.state, ""), _state(card, phone_game)
    if phone_game.awarded:
        mark, state = "", _("Awarded")
    elif phone_game.elsewhere:
        mark = "warn"
    may_turn = is_open and phone_game.said is not None and not phone_game.elsewhere
    return PhoneRow(
        game=phone_game.game,
        opponent=phone_game.opponent,
        name=phone_game.name,
        points=format_points(line.points) if line else "",
        plus=format_spread(line.plus) if line else "",
        minus=format_spread(line.minus) if line else "",
        mark=mark,
        state=state,
        told=_("on the phone of %(seat)s") % {"seat": via} if is_on_other_phone else "",
        otherwise=otherwise,
        is_on=is_on,
        lead=_("This game is still to tell.") if not is_on and line is None and is_open else "",
        seat=(phone_game.table or phone_game.seat) if is_on else None,
        deal=_deal(card, phone_game) if is_on else "",
        is_next=asked_game is not None and asked_game.game == phone_game.game,
        may_change=is_open,
        may_turn=may_turn and not _is_on_own_phone(phone_game),
        told_here=phone_game.theirs is not None,
    )


def _deal(card: PhoneCard, phone_game: PhoneGame) -> str:
    """Return who deals first, in words; empty for a game without an opponent and for an awarded game."""
    if not phone_game.opponent or phone_game.awarded:
        return ""
    return events_words.deals_first(card.event.deal, phone_game.first_deal, card.entry.seat)


def _is_open(card: PhoneCard, phone_game: PhoneGame) -> bool:
    """Whether this player may tell the game, or change their claim to it."""
    has_begun = card.event.game_now is None or phone_game.game <= card.event.game_now
    return has_begun and not (card.is_in or phone_game.is_in) and phone_game.awarded is None


def _is_on_own_phone(phone_game: PhoneGame) -> bool:
    """Whether the opponent told the game on their own phone. Their claim can then be changed only there."""
    return phone_game.theirs is not None and phone_game.theirs.via == phone_game.opponent


def _state(card: PhoneCard, phone_game: PhoneGame) -> str:
    """Return in words how the claims of the two players compare."""
    if phone_game.elsewhere:
        return _("%(seat)s names another opponent: check the ID, or ask at the desk") % {"seat": phone_game.opponent}
    is_ladder = card.event.is_ladder
    return {
        Together.AGREED: _("The result is in") if is_ladder and phone_game.is_in else _("You both say the same"),
        Together.DECIDED: "",
        Together.DIFFERENT: _("You two differ"),
        Together.WAITING: _("The other team has not told it yet")
        if is_ladder
        else _("Your opponent has not told it yet"),
        Together.ASKED: _("The other team has told it; now you")
        if is_ladder
        else _("Your opponent has told it; now you"),
        Together.NOTHING: "",
    }[phone_game.state]


def _differ(card: PhoneCard, phone_game: PhoneGame) -> str:
    """Return the sentence that says on what the two players differ."""
    assert phone_game.claim is not None
    assert phone_game.theirs is not None
    sentence = (
        _("Game %(game)d: by your card you %(mine)s; %(who)s says that you %(theirs)s.")
        if card.is_in
        else _("Game %(game)d: you say that you %(mine)s; %(who)s says that you %(theirs)s.")
    )
    return sentence % {
        "game": phone_game.game,
        "mine": cards_words.result(phone_game.claim),
        "who": phone_game.name or phone_game.opponent,
        "theirs": cards_words.result(turned(phone_game.opponent, phone_game.theirs.claim)),
    }


@dataclass(frozen=True, slots=True)
class Turned:
    """A game from the opponent's side, on this player's phone.

    `said` is this player's claim, turned to the opponent's side; `theirs` is the opponent's own claim.
    """

    game: PhoneGame
    name: str
    seat: str
    said: Claim
    theirs: Claim | None
    skunks: Skunks

    @property
    def is_whole(self) -> bool:
        """Whether this player told all of it. After a bare loss, the opponent has to say whether it was a skunk."""
        return self.game.said is None or self.game.said.claim.is_whole

    @property
    def sentence(self) -> str:
        """What this player told, as a sentence to the opponent."""
        if self.said.spread is None:
            if SKUNK_POINTS in (self.said.points, self.said.opponent_points):
                return _("You won by a skunk.") if self.said.won else _("You lost by a skunk.")
            return _("You won.") if self.said.won else _("You lost.")
        values = {"by": abs(self.said.spread)}
        return _("You won by %(by)d.") % values if self.said.spread > 0 else _("You lost by %(by)d.") % values

    @property
    def told(self) -> str:
        """The opponent's own claim, if it differs; otherwise empty."""
        if self.theirs is None or self.theirs == self.said:
            return ""
        return _("You told: %(how)s.") % {"how": cards_words.result(self.theirs)}

    @property
    def points(self) -> str:
        """The line that this claim gives on the opponent's card; empty if it is not known."""
        line = self.said.line(self.skunks)
        if line.spread is None:
            return _("Your card: %(points)s.") % {"points": format_points(line.points)} if self.is_whole else ""
        sign = "+" if line.plus else MINUS
        return _("Your card: %(points)s and %(sign)s%(spread)s.") % {
            "points": format_points(line.points),
            "sign": sign,
            "spread": format_spread(line.spread),
        }


def turned_page(entry: Entry, game: int) -> Turned:
    """Return this game from the opponent's side, also if the opponent has told it on this phone already.

    Raises Refused: `off`, `handed_in`, `not_told` (this player has not told it), `elsewhere` (the opponent told it
    against somebody else), `own_phone` (the opponent told it on their own phone).
    """
    if entry.event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    card = phone_card(entry)
    if card.is_in:
        raise Refused("handed_in", cards_words.card_is_in())
    phone_game = next((phone_game for phone_game in card.games if phone_game.game == game), None)
    if phone_game is None or phone_game.said is None or phone_game.awarded:
        raise Refused("not_told", sheet_words.tell_first(game, is_ladder=entry.event.is_ladder))
    if phone_game.elsewhere:
        raise Refused("elsewhere", cards_words.names_another(phone_game.opponent, game))
    if _is_on_own_phone(phone_game):
        raise Refused("own_phone", cards_words.told_on_own_phone(phone_game.name or phone_game.opponent, game))
    theirs = phone_game.theirs.claim if phone_game.theirs else None
    return Turned(
        phone_game,
        phone_game.name,
        phone_game.opponent,
        turned(entry.seat, phone_game.said.claim),
        theirs,
        card.event.skunks,
    )
