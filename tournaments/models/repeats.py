"""Stored answers to requests that may be retried."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class FirstAnswer(models.Model):
    """The answer to a request with an idempotency key, for retries. A note of this server.

    The row is written in the transaction of the act itself: both exist or neither.

    - `digest`: the digest of the key and the sender.
    - `request`: the digest of the content.
    - `answer`: empty while the first request is running. It is encrypted, as it may hold a token or a personal link. The
      encryption key is the idempotency key, which is not stored.
    """

    digest = models.CharField(max_length=64, unique=True)
    request = models.CharField(max_length=64)
    answer = models.BinaryField(default=b"")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"answer of {self.at:%Y-%m-%d %H:%M}"
