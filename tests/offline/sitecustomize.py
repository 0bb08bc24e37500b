"""Loaded by every Python process that the tests start: no connection leaves this machine.

`PLAYED_DNS="name=203.0.113.1,127.0.0.1 other=::1"` answers for names: with one address after the other,
and with the last for ever; addresses joined by `+` are one answer.

`PLAYED_CLOCK=2026-12-01T06:00:00+00:00` is what the time is when the process starts; it goes on from there.
"""

import errno
import ipaddress
import os
import socket
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
        raise PermissionError(errno.EACCES, f"a test would leave this machine for {host}")


def loopback(host: str | bytes) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback or ipaddress.ip_address(name).is_unspecified
    except ValueError:
        return False


def played(names: dict[str, list[str]]) -> Any:
    """A `getaddrinfo` that answers for some names, and asks the real one for the rest."""
    real = socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *arguments: Any, **options: Any) -> Any:
        answers = names.get(host.decode() if isinstance(host, bytes) else host)
        if answers is None:
            return real(host, port, *arguments, **options)
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return [row(address, port) for address in answer.split("+")]

    def row(address: str, port: Any) -> Any:
        if ":" in address:
            return (
                socket.AF_INET6,
                socket.SOCK_STREAM,
                socket.IPPROTO_TCP,
                "",
                (address, port, 0, 0),
            )
        return (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, port))

    return getaddrinfo


sys.addaudithook(stay_here)
if dns := os.environ.get("PLAYED_DNS"):
    names = dict(entry.split("=") for entry in dns.split())
    socket.getaddrinfo = played({name: answers.split(",") for name, answers in names.items()})
if clock := os.environ.get("PLAYED_CLOCK"):
    import time_machine

    time_machine.travel(clock, tick=True).start()
