"""What the program refuses, and why: one code a reason, the same on pages and in the API.

Codes: `awarded` the game is awarded without play, `barred` this judge cannot be sent there, `begun` play has begun, `beside` the paper card decides, `closed` registration is closed, `decided` somebody decided it by hand, `elsewhere` the opponent names somebody
else, `exists` it is there already, `expired` its time is over, `gap` the games before it are missing, `handed_in` the card is in, `hidden` the director hides it, `impossible` it cannot be done
with these numbers, `in_progress` the same is being done, `incomplete` something of it is not told yet, `key_reused` another request came under this key, `line_typed_over` a line is to be read once more first, `invalid` the value is not one that this can be, `movement` the movement plan is not offered,
`no_bracket` nothing is drawn yet, `no_ending` only its games ended it, `no_game` no game is recorded, `no_show` somebody who did not show up, `not_begun` that game is not called yet, `not_looked`
the paper is to be read once more first, `not_open` it is not waiting for a decision, `not_out` somebody is not out of another event, `not_ready` something stands in
the way, `not_scheduled` it has no time yet, `not_seated` seats are not drawn yet, `not_tied` the cards do not leave
these level, `not_told` the player has not told it first, `off` the director has not switched it on, `one_qualifier` nobody to play against, `only_here` no other device can open the address, `open` it is open already, `other_user` somebody else typed it, `over` it is finished,
`own_typing` somebody else reads what one typed over, `own_phone` it is told on the player's own phone, `playing` somebody has not left,
`own_card` a card of one's own, `posted` the qualifiers are posted, `referred` the head judge decides it,
`related` a third checker signs where somebody is related to a player, `role` another role is needed, `sign_in` nobody is signed
in, `stale` somebody changed it first, `stands` such an act cannot be undone, `too_early` the clock does not allow it yet,
`too_often` too many wrong tries from one address, `unsettled` a checker decides which of two results stands,
`unpaid` the director wants the money first, `used` somebody has come with it already, `used_key` another save came under this key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where (`field`), what (`code`), in words, and the rule behind it with its bare number."""

    field: str
    code: str
    message: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Since:
    """Who set something, and when; `own` where it is the very person who is refused, in another window."""

    by: str
    at: datetime
    own: bool = False


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What a value was when the page was opened, and what somebody else has made of it."""

    was: Any
    now: Any
    since: Since | None


class Refused(Exception):
    """A wish that the state of things does not allow. `current` is what stands there now, for whoever came second; `meanwhile`
    what others have set since the page was opened, by name, where the wish may not go with that."""

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
        """The same refusal with the field of every fault as `place` names it: for an act that is part of a larger one."""
        faults = [replace(fault, field=place(fault.field)) for fault in self.faults]
        if isinstance(self, Malformed):
            found: Refused = Malformed(self.message, faults=faults)
        else:
            found = type(self)(self.code, self.message, faults=faults, current=self.current)
        found.meanwhile = {place(name): meanwhile for name, meanwhile in self.meanwhile.items()}
        found.time_zone = self.time_zone
        return found


class Overwriting(Refused):
    """A wish that would take away what somebody else has set since the page was opened (`stale`): every fault is the name of such
    a value, `current` all values as they are now. `since` says of each fault who set it, where the log knows."""

    since: Mapping[str, Since] = {}

    def moved(self, place: Callable[[str], str]) -> Refused:
        found = super().moved(place)
        assert isinstance(found, Overwriting)
        found.current = {place(name): value for name, value in (self.current or {}).items()}
        found.since = {place(name): since for name, since in self.since.items()}
        return found


class Malformed(Refused):
    """What was sent cannot be what it says it is; every fault is named."""

    def __init__(self, message: str, *, faults: Sequence[Fault]) -> None:
        super().__init__("invalid", message, faults=faults)


class Forbidden(Refused):
    """This person may not do this: `role`, `own_card`, `hidden` or `sign_in`."""
