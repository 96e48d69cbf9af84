"""The address at which phones and other computers open this site: nothing that is printed or scanned carries another.

Whoever sits at the hall's laptop has it open at 127.0.0.1, which leads every phone to itself. Then the address is the one
that somebody told (`tell`), else that of `HALL_ADDRESS`.
"""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext as _

from tournaments.errors import Fault, Malformed, Overwriting, Refused


def site_for_others(request: HttpRequest) -> tuple[str, Refused | None]:
    """Where other devices open this site, as `http://hall.example:8000`; or nowhere, and why (`only_here`) with the cure."""
    host = request.get_host()
    if not is_only_here(split_domain_port(host)[0]):
        return f"{request.scheme}://{host}", None
    if address := told():
        return address, None
    try:
        return _found(), None
    except Refused as only_here:
        return "", only_here


def is_only_here(host: str) -> bool:
    """Whether only this computer itself comes to this site under this name.

    >>> [is_only_here(host) for host in ("127.0.0.1", "[::1]", "localhost", "0.0.0.0", "192.168.1.20", "hall.example")]
    [True, True, True, True, False, False]
    """
    name = host.strip("[]").rstrip(".").lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _is_ours(address: str) -> bool:
    """Whether this machine has that address in a network now."""
    host = urlsplit(address).hostname or ""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return True


def _found() -> str:
    address: str = settings.HALL_ADDRESS.rstrip("/")
    if not address or is_only_here(urlsplit(address).hostname or ""):
        raise Refused(
            "only_here",
            _(
                "Pegboard is open to this computer alone, so no phone could open what is printed. Connect this computer to the "
                "hall’s network, stop Pegboard and start it with: python3 run.py serve --host 0.0.0.0"
            ),
        )
    if _WAS_OURS and not _is_ours(address):
        raise Refused(
            "only_here",
            _(
                "This computer was %(address)s when Pegboard was started, and is not any more: the network has changed. Stop "
                "Pegboard and start it again."
            )
            % {"address": address},
        )
    return address


# An address of a proxy or a router in front never was.
_WAS_OURS = bool(settings.HALL_ADDRESS) and _is_ours(settings.HALL_ADDRESS)


# --- What somebody told ----------------------------------------------------------------------------------------------


def _file() -> Path:
    return Path(settings.DATA_DIR) / "hall_address"


def told() -> str:
    """The address that somebody told; empty where nobody did."""
    try:
        return _file().read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def tell(text: str, read: str | None = None) -> str:
    """Keep the address at which phones open this site, for all its tournaments; an empty one: it is found again.

    Returns it as it is kept. Refuses `invalid` on `address`: no address, one that only this computer can open, or a name to which
    this site does not answer. `read` is which one somebody was shown: raises Overwriting where it is another one by now.
    """
    address = _read(text) if text.strip() else ""
    now = told()
    if read is not None and now not in (read, address):
        message = _("Somebody else has changed this since you opened the page.")
        raise Overwriting("stale", message, faults=[Fault("address", "stale", message)], current={"address": now})
    if address:
        _file().write_text(address, encoding="utf-8")
    else:
        _file().unlink(missing_ok=True)
    return address


def _read(text: str) -> str:
    written = text.strip()
    try:
        parts = urlsplit(written if "://" in written else f"http://{written}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if not host or parts.scheme not in {"http", "https"} or parts.username or len(written) > 200:
        raise _wrong(_("Write the address as phones open it, such as 192.168.1.20:8000"))
    if is_only_here(host):
        raise _wrong(_("Only this computer can open that address. Write the one that a phone in the hall opens."))
    named = f"[{host}]" if ":" in host else host
    if not validate_host(named, settings.ALLOWED_HOSTS):
        raise _wrong(
            _("Pegboard does not answer to “%(host)s”. Start it with ALLOWED_HOSTS=%(host)s, then write it here again.")
            % {"host": named}
        )
    return f"{parts.scheme}://{named}{f':{port}' if port else ''}"


def _wrong(message: str) -> Malformed:
    return Malformed(message, faults=[Fault("address", "invalid", message)])
