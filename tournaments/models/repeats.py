"""What was answered to a request that may come again."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class FirstAnswer(models.Model):
    """The answer to a request that came with a key, for the same request with the same key. It is this server's own note.

    The row is written in the transaction of the act itself: either both are there or neither. `digest` is of the key and of who
    sent it, `request` of what was sent. `answer` is sealed with the key, which is kept nowhere: an answer may hold a token or a
    personal link. It is empty while the first request is at work.
    """

    digest = models.CharField(max_length=64, unique=True)
    request = models.CharField(max_length=64)
    answer = models.BinaryField(default=b"")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"answer of {self.at:%Y-%m-%d %H:%M}"
