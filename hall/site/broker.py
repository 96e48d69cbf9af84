"""kombu's Redis transport, except that a lost connection raises a connection error.

When Redis goes down while jobs run, the worker closes its channel and acknowledges finished jobs. kombu 5.7 then reads
the address from a connection that it has already dropped, and the AttributeError ends the worker (celery/kombu#970). A
connection error is logged instead, and the worker reconnects.
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
