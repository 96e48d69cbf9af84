"""The address at which phones and other computers open this site. Everything printed, scanned or sent carries it.

The hall's laptop may have the site open at 127.0.0.1, an address that would lead every phone to itself. Then the
address is the one that somebody set (`tell`), or else that of `HALL_ADDRESS`.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext as _

from tournaments.errors import Fault, Malformed, Overwriting, Refused


def site_for_others(request: HttpRequest) -> tuple[str, Refused | None]:
    """Return the address at which other devices open this site, as `http://hall.example:8000`.

    If there is none, return "" and the refusal `only_here` with the reason.
    """
    host = request.get_host()
    if not is_only_here(split_domain_port(host)[0]):
        return f"{request.scheme}://{host}", None
    address = chosen_address() or settings.HALL_ADDRESS
    try:
        if not address:
            listening = _figures(request.META["SERVER_NAME"])
            is_open = listening is not None and listening.is_unspecified
            raise _wrong(_in_no_network() if is_open else _open_to_this_computer_alone())
        return read(address, request), None
    except Malformed as why:
        return "", Refused("only_here", why.message)


def is_only_here(host: str) -> bool:
    """Whether this host leads every computer to itself, so that no other device reaches the site at it.

    >>> [is_only_here(host) for host in ("127.1", "[::1]", "localhost", "0", "[::ffff:7f00:1]", "192.168.1.20", "hall.example")]
    [True, True, True, True, True, False, False]
    """
    if figures := _figures(host):
        return figures.is_loopback or figures.is_unspecified
    return f".{host.rstrip('.').lower()}".endswith(".localhost")


def _figures(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address as browsers read this host, in any spelling (`127.1`, `0x7f.1`); None for a name."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        try:
            address = IPv4Address(socket.inet_aton(host.rstrip(".")))
        except (OSError, UnicodeError):
            return None
    return getattr(address, "ipv4_mapped", None) or address


def read(text: str, request: HttpRequest | None = None) -> str:
    """Return the typed address as `http://hall.example:8000`.

    Raises Malformed (`invalid` on `address`) for a text that is no address, for an address that only this computer can
    open, and for a host that the site does not answer.

    With a request and without a proxy, more is checked: it also raises Malformed for an IP address at which this
    computer does not answer now. This computer's own IP address without a port then gets the site's port.
    """
    written = text.strip()
    try:
        parts = urlsplit(written if "://" in written else f"http://{written}")
        (host, port), number = split_domain_port(parts.netloc), parts.port
    except ValueError:
        host, number = "", 0
    if not host or number == 0 or parts.scheme not in {"http", "https"} or len(written) > 200:
        raise _wrong(_("Write the address as phones open it, such as 192.168.1.20:8000"))
    if is_only_here(host):
        raise _wrong(_("Only this computer can open that address. Write the one that a phone in the hall opens."))
    figures = _figures(host)
    if figures:
        host = f"[{figures}]" if figures.version == 6 else str(figures)
    if request is not None and not settings.TRUSTED_PROXIES:
        listening = _figures(request.META["SERVER_NAME"])
        if is_only_here(request.META["SERVER_NAME"]) and not (listening and listening.is_unspecified):
            raise _wrong(_open_to_this_computer_alone())
        if figures and listening and not port and parts.scheme == "http":
            port = request.META["SERVER_PORT"]
        has_site_port = not listening or port == request.META["SERVER_PORT"]
        if figures and not (has_site_port and _is_ours(figures, listening)):
            raise _wrong(
                _(
                    "This computer does not answer at %(address)s now; the network may have changed. Write its new address "
                    "under “Address for phones”, or empty the field there and start Pegboard again. Where a router leads from "
                    "that address to here, open Pegboard at it yourself."
                )
                % {"address": f"{host}:{port}" if port else host}
            )
    if not validate_host(host, settings.ALLOWED_HOSTS):
        raise _wrong(
            _("Pegboard does not answer to “%(host)s”. Stop it and start it with ALLOWED_HOSTS=%(host)s")
            % {"host": host}
        )
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}"


def _is_ours(address: IPv4Address | IPv6Address, listening: IPv4Address | IPv6Address | None) -> bool:
    """Whether this computer has that address in a network now, and the site listens at it.

    `listening` is the address at which the site listens, None if unknown.
    """
    if listening and not listening.is_unspecified:
        return address == listening
    if listening and listening.version < address.version:
        return False
    try:
        with socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def _open_to_this_computer_alone() -> str:
    return _(
        "Pegboard is open to this computer alone, so no other device could open what is printed or sent. Connect this "
        "computer to the hall’s network, stop Pegboard and start it with: python3 run.py serve --host 0.0.0.0"
    )


def _in_no_network() -> str:
    return _(
        "Pegboard found no address of this computer in a network, so no other device could open what is printed or sent. "
        "Connect this computer to the hall’s network, then stop Pegboard and start it again."
    )


def _wrong(message: str) -> Malformed:
    return Malformed(message, faults=[Fault("address", "invalid", message)])


# --- The address that somebody set -----------------------------------------------------------------------------------


def _file() -> Path:
    return Path(settings.DATA_DIR) / "hall_address"


def chosen_address() -> str:
    """Return the address that somebody set, as it was typed; empty if nobody did."""
    try:
        return _file().read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def tell(text: str, request: HttpRequest, shown: str | None = None) -> str:
    """Store the address at which phones open this site, for all its tournaments; an empty text removes it.

    Returns the address in the form of `read`. `shown` is the address that the user saw. Raises Malformed like `read`,
    and Overwriting if somebody has changed the address since.
    """
    address = read(text, request) if text.strip() else ""
    current = chosen_address()
    if shown is not None and current not in (shown, text.strip()):
        message = _("Somebody else has changed this since you opened the page.")
        raise Overwriting("stale", message, faults=[Fault("address", "stale", message)], current={"address": current})
    if address:
        _file().write_text(text.strip(), encoding="utf-8")
    else:
        _file().unlink(missing_ok=True)
    return address
