"""Loaded by every Python process that the tests start: no connection leaves this machine."""

import ipaddress
import sys
from typing import Any


def stay_here(event: str, arguments: tuple[Any, ...]) -> None:
    """Audit hook: refuse to connect to, or look up, anything but a loopback address."""
    if event == "socket.connect":
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if host and not loopback(host):
        raise PermissionError(f"a test would leave this machine for {host}")


def loopback(host: str | bytes) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback or ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return False


sys.addaudithook(stay_here)
