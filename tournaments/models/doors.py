"""What keeps the doors: tokens of programs, how often something was tried, and where somebody signed in before."""

from __future__ import annotations

from django.db import models

from tournaments.models.people import User


class Token(models.Model):
    """The key of a program, kept as a digest. It is good until `expires_at`, and while the password is what it was."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    password_digest = models.CharField(max_length=64)
    """Of the password as stored: however it changes, the token ends, also one that is being made in that moment."""
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user} until {self.expires_at:%Y-%m-%d}"


class Tally(models.Model):
    """How often one place tried one thing, until when. `key` is a digest of both: no address or name is kept."""

    key = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.tries} until {self.until:%H:%M}"


class KnownAddress(models.Model):
    """An address from which an account signed in before; `digest` is of both. The date is that of the last time."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    last_on = models.DateField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user} on {self.last_on}"
