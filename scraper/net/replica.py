"""Crawling a replica of the real sites on this machine: the setting `REPLICA="127.0.0.1:PORT"`."""

import ipaddress
from urllib.parse import urlsplit, urlunsplit

from scrapy import Request
from scrapy.http import Response
from scrapy.settings import BaseSettings

from scraper.configuration import ConfigurationError
from scraper.net.bounded import BoundedDownloadHandler

HANDLER = "scraper.net.replica.ReplicaDownloadHandler"
#: Good manners towards this very machine would only cost time.
DELAYS = {
    "DOWNLOAD_DELAY": 0,
    "DOWNLOAD_SLOTS": {},
    "AUTOTHROTTLE_ENABLED": False,
    "RETRY_BACKOFF": 0,
    "COOLDOWN": 0.5,  # over when the next run begins
    "COOLDOWN_MAX": 0.5,
}


class Replica:
    """Scrapy add-on: with `REPLICA` set, every request goes there; unset, it does nothing."""

    def update_settings(self, settings: BaseSettings) -> None:
        if not settings.get("REPLICA"):
            return
        loopback(settings["REPLICA"])
        handlers = {**settings.getdict("DOWNLOAD_HANDLERS"), "http": HANDLER, "https": HANDLER}
        settings.set("DOWNLOAD_HANDLERS", handlers, "cmdline")  # whatever else is set
        for name, value in DELAYS.items():
            settings.set(name, value, "project")  # over scraper.settings, under `-s`


class ReplicaDownloadHandler(BoundedDownloadHandler):
    """Sends each request to the replica with its own `Host`; its response keeps its own address."""

    async def download_request(self, request: Request) -> Response:
        replica = loopback(self._crawler.settings["REPLICA"])
        parts = urlsplit(request.url)
        there = request.replace(url=urlunsplit(("http", replica, parts.path, parts.query, "")))
        there.headers["Host"] = parts.netloc
        response = await super().download_request(there)
        return response.replace(url=request.url)


def loopback(address: str) -> str:
    """`address` if it is a loopback `HOST:PORT`; else raises ConfigurationError."""
    host, _, port = address.rpartition(":")
    try:
        good = ipaddress.ip_address(host.strip("[]")).is_loopback and 0 < int(port) < 65536
    except ValueError:
        good = False
    if not good:
        raise ConfigurationError(f"REPLICA={address}: only 127.0.0.1:PORT or [::1]:PORT")
    return address
