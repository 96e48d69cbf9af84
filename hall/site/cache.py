"""A Redis cache that the site can run without: it holds only what can be recomputed, and counts of tries."""

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
    """While Redis is down nothing is found or stored. Only `add` raises, since its caller must have the key alone.

    After a restore nothing cached before is found, whether Redis was up or not: the keys contain the id of the restore.
    """

    def make_key(self, key: Any, version: int | None = None) -> str:
        return f"{super().make_key(key, version)}@{_restore()}"

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY as exc:
            return self._tell(exc, default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except AWAY as exc:
            self._tell(exc)

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return super().delete(key, version)
        except AWAY as exc:
            return bool(self._tell(exc))

    def _tell(self, exc: Exception, answer: Any = None) -> Any:
        logger.warning("Redis is away, and with it what was cached: %s", exc)
        return answer


def _restore() -> str:
    """The id of the last restore of this site; empty if there was none. One query or none."""
    known = _restored.get("")
    if known is None:
        word = Site.objects.order_by("pk").values_list("restored", flat=True).first() or ""
        known = _restored.keep("", word, RESTORED_KEPT_SECONDS)
    return known
