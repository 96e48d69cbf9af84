"""Access control: API tokens, rate limits, and known sign-in addresses."""

from __future__ import annotations

from django.db import models

from tournaments.models.people import User


class Token(models.Model):
    """An API token, stored as a digest. It is valid until `expires_at`, and while the password stays the same."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    password_digest = models.CharField(max_length=64)
    """The digest of the stored password hash: any change of the password ends the token, also one that is being issued."""
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user} until {self.expires_at:%Y-%m-%d}"


class Tally(models.Model):
    """How often one place has tried one thing, counted until `until`.

    `key` is a digest of place and thing: no address or name is stored.
    """

    key = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.tries} until {self.until:%H:%M}"


class KnownAddress(models.Model):
    """An address from which an account has signed in. `digest` is of address and account; `last_on` is the last day."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    last_on = models.DateField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user} on {self.last_on}"
