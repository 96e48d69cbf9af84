"""Who is related to whom: relatives, partners, and others who should not check one another's games alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, may_be_own
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Forbidden
from tournaments.faults import raise_malformed, unknown
from tournaments.models import Entry, Player, Relation, Tournament, User
from tournaments.models.lengths import MAX_SUBJECT_KEY, longest
from tournaments.models.people import is_one_of
from tournaments.people import words as people_words


def refuse_letting_go(tournament: Tournament, actor: Actor, people: Iterable[Player], message: str) -> None:
    """Raise Forbidden (`own_card`) with this message if one of these people is the actor and any of them has a seat.

    It is for acts that would undo what keeps the actor from the cards of these people.
    """
    people = list(people)
    is_own = actor.user is not None and any(actor.user.pk in player.accounts for player in people)
    seated = Entry.objects.filter(is_one_of("player", "in", people), event__tournament=tournament, table__isnull=False)
    if is_own and seated.exists():
        raise Forbidden("own_card", message)


@transaction.atomic
def record_relation(
    *, tournament: Tournament, one: Entry | User, other: Entry | User, kind: str, read: Read = None, actor: Actor
) -> Relation:
    """Record how two people are related. Repeating it changes nothing; another kind replaces the old one.

    Each of the two is an entrant or the account of a helper, for whom a Player without an entry is made. Raises
    Malformed (the two are, or by their name may be, the same person; an unknown kind; an entrant of another
    tournament), Forbidden `own_card` (the actor changes a relation of their own, once one of the two has a seat),
    Overwriting (the relation is no longer as `read`).
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    faults = []
    if kind not in Relation.Kind.values:
        faults.append(unknown("kind", Relation.Kind.values))
    for field, who in (("one", one), ("other", other)):
        if isinstance(who, Entry) and who.event.tournament_id != tournament.pk:
            faults.append(Fault(field, "unknown", _("This person does not play in this tournament.")))
    raise_malformed(faults)
    for account, player in ((one, other), (other, one)):
        if isinstance(account, User) and isinstance(player, Entry) and may_be_own(account, player):
            message = _(
                "The account %(account)s and %(name)s (%(seat)s) may be one person. Say first whether they are, beside "
                "the account on the People page: then the account is the player’s, and its owner never checks that card."
            )
            values = {"account": account.get_username(), "name": player.name, "seat": player.seat}
            raise_malformed([Fault("other", "same", message % values)])
    pair = [_player_of(tournament, one), _player_of(tournament, other)]
    if _identity(pair[0]) == _identity(pair[1]):
        raise_malformed([Fault("other", "same", _("These are the same person. Name two different people."))])
    pair.sort(key=lambda player: player.pk)
    before = None
    for known in tournament.relations.select_related("one", "other"):
        if {_identity(known.one), _identity(known.other)} == set(map(_identity, pair)):
            if known.kind == kind:
                return known
            written = Written(tournament, ("relation", _subject(known)), {"relation": "kind"})
            refuse_overwriting({"relation": kind}, read=read, now={"relation": known.kind}, of=written, actor=actor)
            refuse_letting_go(tournament, actor, pair, people_words.own_relation())
            before = _logged(known)
            known.kind, known.noted_by = kind, actor.name
            known.save(update_fields=["kind", "noted_by"])
            relation = known
            break
    else:
        relation = Relation.objects.create(
            tournament=tournament, one=pair[0], other=pair[1], kind=kind, noted_by=actor.name
        )
    audit.record(
        tournament=tournament,
        actor=actor,
        action="relation.recorded",
        subject=("relation", _subject(relation)),
        before=before,
        after=_logged(relation),
    )
    return relation


@transaction.atomic
def remove_relation(*, tournament: Tournament, relation: int, actor: Actor) -> None:
    """Remove a relation of two people. Does nothing if it is gone already.

    Raises Forbidden `own_card` for a relation of one's own, once one of the two has a seat.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    known = tournament.relations.select_related("one", "other").filter(pk=relation).first()
    if known is None:
        return
    refuse_letting_go(tournament, actor, (known.one, known.other), people_words.own_relation())
    audit.record(
        tournament=tournament,
        actor=actor,
        action="relation.removed",
        subject=("relation", _subject(known)),
        before=_logged(known),
    )
    known.delete()


def hand_over_relations(tournament: Tournament, known: Player, new: Player) -> None:
    """Move a person's relations in this tournament to the player who replaces them."""
    for relation in tournament.relations.filter(Q(one=known) | Q(other=known)).select_related("one", "other"):
        pair = [new if player == known else player for player in (relation.one, relation.other)]
        relation.one, relation.other = sorted(pair, key=lambda player: player.pk)
        relation.save(update_fields=["one", "other"])


def _player_of(tournament: Tournament, who: Entry | User) -> Player:
    """Return the Player of an entrant or an account: preferably one who plays here. If there is none, make one."""
    if isinstance(who, Entry):
        return who.player
    players = Player.objects.filter(user=who).order_by("pk")
    entries_here = Entry.objects.filter(is_one_of("player", "user", who), event__tournament=tournament).with_people()
    playing_here = {key for entry in entries_here for key in entry.player.keys}
    player = players.filter(pk__in=playing_here).first() or players.first()
    return player or Player.objects.create(
        name=(who.get_full_name() or who.get_username())[: longest(Player, "name")], user=who
    )


def _identity(player: Player) -> tuple[str, int]:
    """Return a key of the person. Two players with the same account are the same person."""
    return ("user", player.user_id) if player.user_id is not None else ("player", player.pk)


def _subject(relation: Relation) -> str:
    """Return the key of a relation in the log: both names, each cut so that both fit."""
    between = " / "
    most = (MAX_SUBJECT_KEY - len(between)) // 2
    return f"{relation.one.name[:most]}{between}{relation.other.name[:most]}"


def _logged(relation: Relation) -> dict[str, Any]:
    """Return a relation as the log keeps it."""
    return {"people": [relation.one.name, relation.other.name], "kind": relation.kind}
