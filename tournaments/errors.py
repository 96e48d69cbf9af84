"""What the program refuses, and why: one code per reason, the same on pages and in the API.

Codes:
- `awarded`: the game is awarded without play
- `barred`: this judge cannot be sent there
- `begun`: play has begun
- `beside`: the paper card decides
- `closed`: registration is closed
- `decided`: somebody decided it by hand
- `differs`: the two cards say different things
- `elsewhere`: the opponent names somebody else
- `exists`: it is there already
- `expired`: its time is over
- `finished`: all games are played
- `first_game`: there is none before it
- `full`: the event has no free place
- `gap`: the games before it are missing
- `gone`: somebody deleted it meanwhile
- `handed_in`: the card is in
- `hidden`: the director hides it
- `impossible`: these numbers do not allow it
- `in_progress`: the same request is running
- `incomplete`: part of it has not been sent yet
- `invalid`: the value is not a valid one
- `key_reused`: another request used this key
- `line_typed_over`: a line must be read again first
- `missing`: results are missing
- `movement`: the movement is another one
- `no_bracket`: nothing is drawn yet
- `no_ending`: only its games ended it
- `no_game`: no game is recorded
- `no_show`: somebody did not show up
- `not_begun`: that game is not called yet
- `not_looked`: the paper must be read again first
- `not_open`: it is not waiting for a decision
- `not_out`: somebody is not out of another event
- `not_ready`: something is in the way
- `not_saved`: no backup could be made before
- `not_scheduled`: it has no time yet
- `not_seated`: seats are not drawn yet
- `not_tied`: the cards do not leave these level
- `not_told`: the player has not sent it first
- `off`: the director has not switched it on
- `one_qualifier`: there is nobody to play against
- `no_playoffs`: nobody qualifies, so there is no bracket
- `only_here`: no other device can open the address
- `open`: it is open already
- `other_user`: somebody else typed it
- `over`: it is finished
- `own_card`: a card of one's own
- `own_phone`: the player's own phone sends it
- `own_typing`: somebody else reads what one typed over
- `playing`: somebody has not left
- `posted`: the qualifiers are posted
- `referred`: the head judge decides it
- `related`: a third checker signs if somebody is related to a player
- `role`: another role is needed
- `sign_in`: nobody is signed in
- `stale`: somebody changed it first
- `stands`: such an act cannot be undone
- `too_early`: the clock does not allow it yet
- `too_often`: too many wrong tries from one address
- `unpaid`: the director wants the money first
- `unsettled`: a checker decides which of two results stands
- `used`: somebody has used it already
- `used_key`: another save used this key
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the `field` it is in, its `code`, the message, and the bare number of the rule behind it, if any."""

    field: str
    code: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Since:
    """Who set something, and when. `own`: it was the same person, in another window."""

    by: str
    at: datetime
    own: bool = False


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """A value when the page was opened (`was`), and the value that somebody else has set meanwhile (`now`)."""

    was: Any
    now: Any
    since: Since | None


class Refused(Exception):
    """The current state does not allow this.

    `current` has the current values, for a person who came second. `meanwhile` has, by name, what others have set since
    the page was opened, if that may be the reason. `time_zone` is the zone for the times of these changes.
    """

    meanwhile: Mapping[str, Meanwhile] = {}
    time_zone = "UTC"

    def __init__(
        self,
        code: str,
        message: str,
        *,
        faults: Sequence[Fault] = (),
        current: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.faults = tuple(faults)
        self.current = current

    def moved(self, place: Callable[[str], str]) -> Refused:
        """Return this refusal with each fault's field renamed by `place`, for an act that is part of a larger one."""
        faults = [replace(fault, field=place(fault.field)) for fault in self.faults]
        if isinstance(self, Malformed):
            refused: Refused = Malformed(self.message, faults=faults)
        else:
            refused = type(self)(self.code, self.message, faults=faults, current=self.current)
        refused.meanwhile = {place(name): meanwhile for name, meanwhile in self.meanwhile.items()}
        refused.time_zone = self.time_zone
        return refused


class Overwriting(Refused):
    """The change would overwrite what somebody else has set since the page was opened (`stale`).

    Each fault names such a value; `current` has all current values. `since` says who set each, if the log knows.
    """

    since: Mapping[str, Since] = {}

    def moved(self, place: Callable[[str], str]) -> Refused:
        refused = super().moved(place)
        assert isinstance(refused, Overwriting)
        refused.current = {place(name): value for name, value in (self.current or {}).items()}
        refused.since = {place(name): since for name, since in self.since.items()}
        return refused


class Malformed(Refused):
    """The request itself is invalid; every fault is named."""

    def __init__(self, message: str, *, faults: Sequence[Fault]) -> None:
        super().__init__("invalid", message, faults=faults)


class Forbidden(Refused):
    """This person may not do this: `role`, `own_card`, `hidden` or `sign_in`."""
