"""The way to Redis for jobs: kombu's own, but that a connection that is gone is an error of the connection.

When Redis goes while jobs run, the worker closes its channel and acknowledges what had been done. kombu 5.7 then looks for the
address in a connection that it has let go of already, and the AttributeError ends the worker for good (celery/kombu#970).
As an error of the connection it is logged, and the worker connects anew.
"""

from __future__ import annotations

from typing import Any

import redis
from kombu.transport import redis as kombu_redis


class Channel(kombu_redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise redis.ConnectionError("the connection to Redis is closed")
        return super()._connparams(asynchronous=asynchronous)  # type: ignore[misc] # the stubs leave it out


class Transport(kombu_redis.Transport):
    Channel = Channel
