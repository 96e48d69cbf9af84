"""Web push: a message encrypted for one browser (RFC 8291), signed by this site (VAPID, RFC 8292), and sent.

The subscriber names the push service, so only the services in `settings.PUSH_SERVICES` are used. The site's key is
derived from its secret: all processes have the same key, and it is not stored.
"""

from __future__ import annotations

import base64
import binascii
import http.client
import json
import os
import time
from collections.abc import Mapping
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac

POINT, SECRET, SALT = 65, 16, 16
"""The sizes of a public key, a browser's secret and a message's salt, in bytes."""
RECORD = 4096
"""The size of a message's only record, in bytes: the most that services accept."""
PADDED = 2048
"""Every message is padded to this size before encryption, so that its length reveals nothing."""
LIVES_SECONDS = 4 * 60 * 60
"""How long a service keeps a message for a browser that is offline; later it is no longer news."""
TOKEN_SECONDS = 12 * 60 * 60
WAITS_SECONDS = 10

_CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def text_of(value: bytes) -> str:
    """These bytes as base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of base64url text without padding. Raises ValueError if the text is not base64url."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as exc:
        raise ValueError("this is no base64url") from exc


def site_key() -> ec.EllipticCurvePrivateKey:
    """The key this site signs with."""
    number = int.from_bytes(salted_hmac("pegboard.push", "site", algorithm="sha512").digest())
    return ec.derive_private_key(number % (_ORDER - 1) + 1, _CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """The public half of a key, in the form that browsers take."""
    return text_of(_point(key.public_key()))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_service(address: str) -> bool:
    """Whether this is an endpoint of a known push service.

    >>> is_service("https://fcm.googleapis.com/fcm/send/abc"), is_service("https://intranet.example/")
    (True, False)
    """
    try:
        url = urlsplit(address)
        port = f":{url.port}" if url.port else ""
    except ValueError:
        return False
    if url.username is not None or not url.hostname:
        return False
    origin = f"{url.scheme}://{url.hostname}{port}"
    return any(fnmatchcase(origin, service) for service in settings.PUSH_SERVICES)


def is_browser_key(key: str, secret: str) -> bool:
    """Whether messages can be encrypted with this public key and secret of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, bytes_of(key))
        return len(bytes_of(secret)) == SECRET
    except ValueError:
        return False


def encrypted(
    message: bytes, *, key: str, secret: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The message for the browser with this key and secret, as one record (RFC 8188, `aes128gcm`).

    `own` and `salt` are random for each message; tests pass those of the RFC's example.
    """
    own, salt = own or ec.generate_private_key(_CURVE), salt or os.urandom(SALT)
    browser_key = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, bytes_of(key))
    own_point = _point(own.public_key())
    info = b"WebPush: info\0" + _point(browser_key) + own_point
    shared = _derived(own.exchange(ec.ECDH(), browser_key), bytes_of(secret), info, 32)
    content_key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    # The delimiter 2 marks the last record.
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\2", None)
    return salt + RECORD.to_bytes(4) + bytes([POINT]) + own_point + sealed


def _derived(value: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(value)


def signed_for(address: str, site: str, key: ec.EllipticCurvePrivateKey) -> str:
    """The Authorization header (VAPID) by which the service at this address knows the sender, `site`."""
    url = urlsplit(address)
    claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(time.time()) + TOKEN_SECONDS, "sub": site}
    head, body = (text_of(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = utils.decode_dss_signature(key.sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())))
    signature = text_of(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={head}.{body}.{signature}, k={public_text(key)}"


def deliver(address: str, values: Mapping[str, str], *, key: str, secret: str, site: str, topic: str) -> int:
    """Send these values to the browser's push service and return its HTTP status.

    A later message of the same `topic` replaces a message that the browser has not fetched yet. Redirects are not
    followed.

    Raises OSError or HTTPException if the service does not answer.
    """
    url = urlsplit(address)
    message = json.dumps(values).encode()
    body = encrypted(message + b" " * max(0, PADDED - len(message)), key=key, secret=secret)
    headers = {
        "Authorization": signed_for(address, site, site_key()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIVES_SECONDS),
        "Topic": topic,
        "Urgency": "high",
    }
    connection_type = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = connection_type(url.hostname or "", url.port, timeout=WAITS_SECONDS)
    target = url.path or "/"
    if url.query:
        target += f"?{url.query}"
    try:
        connection.request("POST", target, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
