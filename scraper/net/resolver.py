"""Names become public addresses, or none: the setting TWISTED_DNS_RESOLVER.

Twisted connects to what the resolver gives it and looks nothing up again, so that a name whose answer
changes between the check and the connection gains nothing.
"""

from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any

from scrapy.crawler import Crawler
from scrapy.resolver import CachingHostnameResolver
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.base import ReactorBase
from twisted.internet.interfaces import IAddress, IHostResolution

from scraper.net.public import why_private


class PublicResolver(CachingHostnameResolver):
    """Scrapy's resolver for IPv4 and IPv6, without what is not public, and with DNS_TIMEOUT.

    Every connection of a crawl passes it, also one to an address in numbers. A set REPLICA is let
    through, at its own port.
    """

    timeout: float
    replica: str
    refused: dict[str, str]
    """Name → why its last answer was of no use."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> "PublicResolver":
        resolver = super().from_crawler(crawler, reactor)
        resolver.timeout = crawler.settings.getfloat("DNS_TIMEOUT")
        resolver.replica = crawler.settings["REPLICA"].translate({ord("["): None, ord("]"): None})
        resolver.refused = {}
        return resolver

    def resolveHostName(
        self,
        resolutionReceiver: Any,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Sequence[type[IAddress]] | None = None,
        transportSemantics: str = "TCP",
    ) -> IHostResolution:
        receiver = resolutionReceiver
        if not self.replica or f"{hostName}:{portNumber}" != self.replica:
            receiver = PublicOnly(receiver, lambda why: self.refuse(hostName, why))
            receiver.give_up(self.reactor, self.timeout)
        return super().resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )

    def refuse(self, name: str, why: str) -> None:
        self.refused[in_ascii(name)] = why

    def why_refused(self, name: str) -> str | None:
        """Why the last answer for a name was of no use; None if nothing was wrong with it."""
        return self.refused.get(in_ascii(name))


class PublicOnly:
    """Passes on the public addresses of an answer, in the time that it has.

    Twisted's IResolutionReceiver, as `receiver` is.
    """

    def __init__(self, receiver: Any, refuse: Callable[[str], None]) -> None:
        self.receiver, self.refuse, self.ended = receiver, refuse, False

    def give_up(self, reactor: ReactorBase, seconds: float) -> None:
        """End the resolution after so many seconds, whatever has been found."""
        self.timer = reactor.callLater(seconds, self.resolutionComplete)

    def resolutionBegan(self, resolutionInProgress: IHostResolution) -> None:
        self.receiver.resolutionBegan(resolutionInProgress)

    def addressResolved(self, address: IPv4Address | IPv6Address) -> None:
        if why := why_private(ip_address(address.host)):
            self.refuse(why)
        elif not self.ended:
            self.receiver.addressResolved(address)

    def resolutionComplete(self) -> None:
        if self.ended:
            return
        self.ended = True
        if self.timer.active():
            self.timer.cancel()
        self.receiver.resolutionComplete()


def in_ascii(name: str) -> str:
    """A name as it is asked for; Twisted gives the resolver what it stands for."""
    try:
        return name.encode("idna").decode().lower()
    except UnicodeError:
        return name.lower()
