"""People: who can sign in, and who plays."""

from __future__ import annotations

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments import keys
from tournaments.rules.initials import LONGEST as LONGEST_INITIALS
from tournaments.rules.initials import initials_of


class User(AbstractUser):
    """Somebody who can sign in: a director, a checker, a judge, or a player with an account.

    `initials` are those that they sign with, where these are not the first letters of the name. `language` is a code of
    `LANGUAGES`, in which a browser shows its pages once they have signed in there; empty: as the browser asks.
    `password_is_given`: somebody else set the password and knows it.
    """

    initials = models.CharField(_("initials"), max_length=LONGEST_INITIALS, blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    password_is_given = models.BooleanField(_("password set by somebody else"), default=False)

    @property
    def signature(self) -> str:
        """The initials that stand for this account: its own, else those of its name."""
        return self.initials or initials_of(self.get_full_name() or self.get_username())

    def set_password(self, raw_password: str | None) -> None:
        """Set a password that its owner chose. Whoever sets it for somebody else notes it in `password_is_given`."""
        super().set_password(raw_password)
        self.password_is_given = False

    def check_password(self, raw_password: str | None) -> bool:
        """Check the password. An outdated hash is upgraded; the user's tokens stay valid."""

        def store_anew(password: str) -> None:
            """Store the password in a newer hash, and let the user's tokens go on."""
            before = self.password
            # Not `set_password`: the password is the same, and so is who chose it.
            self.password = make_password(password)
            with transaction.atomic():
                self.save(update_fields=["password"])
                tokens = self.tokens.filter(password_digest=keys.digest_of(before))
                tokens.update(password_digest=keys.digest_of(self.password))

        return raw_password is not None and check_password(raw_password, self.password, store_anew)


class Player(models.Model):
    """A person who plays, known by name and perhaps ACC number; `user` is their account, if they have one.

    In doubles a team of two is a player as well: `first` and `second` are its two people. Somebody who was entered
    twice has two rows: `same_as` is the one that stands for both, which itself has none. `page_agreed_at` is since when
    the person wants a public page; it holds for all rows of the person.
    """

    name = models.CharField(_("name"), max_length=120)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="players")
    first = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="+", help_text="One of the two people of a team."
    )
    second = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The other of the two people of a team.",
    )
    same_as = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="records", verbose_name=_("same person as")
    )
    page_agreed_at = models.DateTimeField(_("public page since"), null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(first=None, second=None)
                | (Q(first__isnull=False, second__isnull=False) & ~Q(first=F("second"))),
                name="player_is_one_or_two",
            ),
            models.CheckConstraint(
                condition=Q(first=None) | Q(same_as=None, page_agreed_at=None), name="player_team_has_no_page"
            ),
        ]
        indexes = [models.Index(fields=["acc_number"], name="player_by_acc_number")]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> int:
        """The key of the row that stands for this person: this one, or the one that it was joined to."""
        return self.same_as_id or self.pk

    @property
    def people(self) -> tuple[Player, ...]:
        """The two people of a team, or the player alone. Fetch a team with its people (`with_people`)."""
        if self.first is None or self.second is None:
            return (self,)
        return (self.first, self.second)

    @property
    def names(self) -> list[str]:
        """The names of the two people of a team; empty for one person."""
        return [person.name for person in self.people] if self.first_id is not None else []

    @property
    def numbers(self) -> list[str]:
        """The ACC numbers of the two people of a team, empty where nobody said; no numbers for one person."""
        return [person.acc_number for person in self.people] if self.first_id is not None else []

    @property
    def numbered(self) -> list[str]:
        """The names of the two people of a team, each with the ACC number, for those who may see it."""
        people = self.people if self.first_id is not None else ()
        return [f"{person.name} ({person.acc_number})" if person.acc_number else person.name for person in people]

    @property
    def everybody(self) -> tuple[Player, ...]:
        """The player, and for a team its two people as well: what holds for one of them holds for the entry."""
        return (self,) if self.first_id is None else (self, *self.people)

    @property
    def keys(self) -> frozenset[int]:
        """The keys of everybody."""
        return frozenset(key for key in (self.pk, self.first_id, self.second_id) if key is not None)

    @property
    def accounts(self) -> frozenset[int]:
        """The keys of the accounts of everybody."""
        return frozenset(person.user_id for person in self.everybody if person.user_id is not None)


def people_shown(player: Player) -> dict[str, str]:
    """The names and ACC numbers of the two people of a team, by the names of the controls that correct them."""
    (first, second), (number, other) = player.names or ("", ""), player.numbers or ("", "")
    return {"first": first, "first_number": number, "second": second, "second_number": other}


def with_people(*players: str) -> tuple[str, ...]:
    """What to select for these paths to players, so that teams come with their two people."""
    return tuple(f"{path}__{person}".removeprefix("__") for path in players for person in ("first", "second"))


def is_one_of(path: str, lookup: str, value: object) -> Q:
    """Whether the player at this path, or one of the two people of a team, has this value."""
    start = f"{path}__" if path else ""
    return (
        Q(**{f"{start}{lookup}": value})
        | Q(**{f"{start}first__{lookup}": value})
        | Q(**{f"{start}second__{lookup}": value})
    )
