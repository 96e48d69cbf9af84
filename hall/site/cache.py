"""A Redis cache without which the site still runs: it has only values that can be recomputed, and counts of tries."""

from __future__ import annotations

import logging
from typing import Any

import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache

from tournaments.models import Site
from tournaments.remembered import Remembered

logger = logging.getLogger(__name__)

AWAY = (redis.ConnectionError, redis.TimeoutError)


RESTORED_KEPT_SECONDS = 5.0
_restored = Remembered[str, str]()


class LenientRedisCache(RedisCache):
    """While Redis is down, nothing is found or stored. Only `add` raises, because its caller relies on having the key.

    After a restore, nothing that was cached before is found, because each key contains the id of the last restore.
    """

    def make_key(self, key: Any, version: int | None = None) -> str:
        return f"{super().make_key(key, version)}@{_restore()}"

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY as exc:
            return self._log(exc, default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except AWAY as exc:
            self._log(exc)

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return super().delete(key, version)
        except AWAY as exc:
            return bool(self._log(exc))

    def _log(self, exc: Exception, answer: Any = None) -> Any:
        """Log that Redis is down; returns `answer`."""
        logger.warning("Redis is away, and with it what was cached: %s", exc)
        return answer


def _restore() -> str:
    """The id of the last restore of this site; empty if there was none. One query or none."""
    restore_id = _restored.get("")
    if restore_id is None:
        stored = Site.objects.order_by("pk").values_list("restored", flat=True).first() or ""
        restore_id = _restored.keep("", stored, RESTORED_KEPT_SECONDS)
    return restore_id
