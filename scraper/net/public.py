"""Whether an address belongs to the public internet. Pure: no lookup, no connection.

What is not public is told by IANA's registries (iana.org/assignments/iana-ipv4-special-registry, and
-ipv6-), and not by `ipaddress`, whose answers differ between releases of Python.
"""

import re
import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from urllib.parse import SplitResult, urlsplit

#: Network → what it is. The first that an address lies in gives the reason.
IPV4 = {
    IPv4Network(network): kind
    for network, kind in {
        "169.254.169.254/32": "the metadata service of a cloud",
        "100.100.100.200/32": "the metadata service of Alibaba Cloud",
        "192.0.0.192/32": "the metadata service of Oracle Cloud",
        "168.63.129.16/32": "the metadata service of Azure",  # the one in public address space
        "0.0.0.0/8": "of this network",
        "10.0.0.0/8": "private",
        "100.64.0.0/10": "of a carrier's own network",
        "127.0.0.0/8": "of this machine",
        "169.254.0.0/16": "link-local",
        "172.16.0.0/12": "private",
        "192.0.0.0/24": "kept for protocols",
        "192.0.2.0/24": "for documentation",
        "192.88.99.0/24": "a relay to IPv6",
        "192.168.0.0/16": "private",
        "198.18.0.0/15": "for benchmarks; some proxies give it to every name",
        "198.51.100.0/24": "for documentation",
        "203.0.113.0/24": "for documentation",
        "224.0.0.0/4": "multicast",
        "240.0.0.0/4": "reserved",
    }.items()
}
#: All that IANA has given out. Outside lie loopback, link-local, unique local (metadata at fd00:ec2::254),
#: multicast, IPv4-mapped and NAT64 addresses.
IPV6_PUBLIC = IPv6Network("2000::/3")
IPV6 = {
    IPv6Network(network): kind
    for network, kind in {
        "2001::/32": "a Teredo tunnel to an IPv4 address",
        "2001::/23": "kept for protocols",
        "2001:db8::/32": "for documentation",
        "2002::/16": "a 6to4 tunnel to an IPv4 address",
        "3fff::/20": "for documentation",
    }.items()
}
#: Never in the public DNS: RFC 6761, RFC 6762, RFC 8375, ICANN's resolution of 2024-07-29, and what
#: routers and Red Hat's systems call themselves.
LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa", "localdomain", "lan")
#: Host and port as every parser reads them alike: no user, no zone, no escape, nothing full-width.
NETLOC = re.compile(r"(?:\[[0-9a-f:.]+\]|[a-z0-9._-]{1,254})(?::[0-9]{0,5})?", re.IGNORECASE)
#: A last label like this makes a host an IPv4 address, by all parsers (url.spec.whatwg.org).
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
LONGEST_LABEL = 63


def why_forbidden(url: str) -> str | None:
    """Why an address is never asked, as far as it shows by itself; None if it does not."""
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return "only http and https are asked"
        return why_not_asked(parts)
    except ValueError as error:  # no port, no IPv6 address
        return f"it cannot be read: {error}"


def why_not_asked(parts: SplitResult) -> str | None:
    """Why the host of an address is never asked. Raises ValueError for what is no host."""
    host = (parts.hostname or "").rstrip(".")
    if "@" in parts.netloc:
        return "it carries a user's name"
    if not NETLOC.fullmatch(parts.netloc) or not host or (parts.port or 80) > 65535:
        return "its host is none"
    if ":" in host:
        return why_private(IPv6Address(host))
    return why_not_public(host)


def why_not_public(name: str) -> str | None:
    """Why a host's name is that of no public host; a number is judged as the address that it means."""
    labels = name.split(".")
    if NUMBER.fullmatch(labels[-1]):
        return why_private(ipv4(name))
    if not all(0 < len(label) <= LONGEST_LABEL for label in labels):
        return "its host is none"
    if len(labels) == 1 or f".{name}".endswith(tuple(f".{local}" for local in LOCAL_NAMES)):
        return f"{name} is a name of a local network"
    return None


def ipv4(host: str) -> IPv4Address:
    """The address that `127.1`, `0x7f.1`, `017700000001` and `2130706433` mean. Raises ValueError."""
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError as error:
        raise ValueError(f"{host} is no IPv4 address") from error


def why_private(address: IPv4Address | IPv6Address) -> str | None:
    """Why an address is not of the public internet; None if it is."""
    if isinstance(address, IPv4Address):
        kind = next((kind for network, kind in IPV4.items() if address in network), None)
    elif address not in IPV6_PUBLIC:
        kind = "not of the public internet"
    else:
        kind = next((kind for network, kind in IPV6.items() if address in network), None)
    return f"{address} is {kind}" if kind else None
