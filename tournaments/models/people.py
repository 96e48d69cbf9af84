"""People: who can sign in, and who plays."""

from __future__ import annotations

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments import keys


class User(AbstractUser):
    """Somebody who can sign in: a director, a checker, a judge, or a player with an account."""

    def check_password(self, raw_password: str | None) -> bool:
        """Check the password. An outdated hash is upgraded; the user's tokens stay valid."""

        def store_anew(password: str) -> None:
            before = self.password
            self.set_password(password)
            # Without this, Django would treat the upgrade as a changed password.
            self._password = None
            with transaction.atomic():
                self.save(update_fields=["password"])
                tokens = self.tokens.filter(password_digest=keys.digest_of(before))
                tokens.update(password_digest=keys.digest_of(self.password))

        return raw_password is not None and check_password(raw_password, self.password, store_anew)


class Player(models.Model):
    """A person who plays, known by name and perhaps ACC number; `user` is their account, if they have one."""

    name = models.CharField(_("name"), max_length=120)
    acc_number = models.CharField(_("ACC number"), max_length=12, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="players")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name")]
        indexes = [models.Index(fields=["acc_number"], name="player_by_acc_number")]

    def __str__(self) -> str:
        return self.name
