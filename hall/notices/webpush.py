"""Web push: a message encrypted for one browser (RFC 8291), signed by this site (VAPID, RFC 8292), left at the browser's service.

The service of a browser is named by whoever asks to be told, so this goes to the services in `settings.PUSH_SERVICES` alone.
The site's key is made from its secret: every process of the site has the same, and nothing is kept.
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
"""Bytes of a public key, of a browser's secret, and of a message's salt."""
RECORD = 4096
"""Bytes of the one record of a message: services take no longer ones."""
PADDED = 2048
"""Every message is made so long before it is encrypted, so that its length tells nothing."""
LIVES_SECONDS = 4 * 60 * 60
"""So long a service keeps a message for a browser that is away; then it is no news."""
TOKEN_SECONDS = 12 * 60 * 60
WAITS_SECONDS = 10

_CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def text_of(value: bytes) -> str:
    """These bytes as addresses carry them: base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as wrong:
        raise ValueError("this is no base64url") from wrong


def site_key() -> ec.EllipticCurvePrivateKey:
    """The key that this site signs with."""
    number = int.from_bytes(salted_hmac("pegboard.push", "site", algorithm="sha512").digest())
    return ec.derive_private_key(number % (_ORDER - 1) + 1, _CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """The public half of a key, as a browser takes it."""
    return text_of(_point(key.public_key()))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_service(address: str) -> bool:
    """Whether this is an address of a service that browsers have.

    >>> is_service("https://fcm.googleapis.com/fcm/send/abc"), is_service("https://intranet.example/")
    (True, False)
    """
    try:
        at = urlsplit(address)
        port = f":{at.port}" if at.port else ""
    except ValueError:
        return False
    if at.username is not None or not at.hostname:
        return False
    origin = f"{at.scheme}://{at.hostname}{port}"
    return any(fnmatchcase(origin, service) for service in settings.PUSH_SERVICES)


def is_browser_key(key: str, secret: str) -> bool:
    """Whether a message can be encrypted for a browser with this public key and this secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, bytes_of(key))
        return len(bytes_of(secret)) == SECRET
    except ValueError:
        return False


def encrypted(
    message: bytes, *, key: str, secret: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The message for the browser with this key and secret, as one record (RFC 8188, `aes128gcm`).

    `own` and `salt` are made at random for each message; tests name those of the standard's example.
    """
    own, salt = own or ec.generate_private_key(_CURVE), salt or os.urandom(SALT)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, bytes_of(key))
    mine = _point(own.public_key())
    info = b"WebPush: info\0" + _point(theirs) + mine
    shared = _derived(own.exchange(ec.ECDH(), theirs), bytes_of(secret), info, 32)
    content_key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    # A 2 ends the message in the last record.
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\2", None)
    return salt + RECORD.to_bytes(4) + bytes([POINT]) + mine + sealed


def _derived(value: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(value)


def signed_for(address: str, site: str, key: ec.EllipticCurvePrivateKey) -> str:
    """The header that says to the service of this address who sends: this `site`."""
    at = urlsplit(address)
    claims = {"aud": f"{at.scheme}://{at.netloc}", "exp": int(time.time()) + TOKEN_SECONDS, "sub": site}
    head, body = (text_of(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    one, other = utils.decode_dss_signature(key.sign(f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256())))
    signature = text_of(one.to_bytes(32) + other.to_bytes(32))
    return f"vapid t={head}.{body}.{signature}, k={public_text(key)}"


def deliver(address: str, values: Mapping[str, str], *, key: str, secret: str, site: str, topic: str) -> int:
    """Leave these values at the browser's service; the status it answers. A later message of a `topic` replaces an earlier
    one that was not fetched yet.

    Redirects are not followed. Raises OSError or HTTPException where nobody answers.
    """
    at = urlsplit(address)
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
    kind = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
    connection = kind(at.hostname or "", at.port, timeout=WAITS_SECONDS)
    try:
        connection.request("POST", f"{at.path or '/'}{'?' + at.query if at.query else ''}", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
