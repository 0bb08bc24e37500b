"""When two requests are the same one, of which Scrapy makes the first alone."""

from hashlib import sha1

from scrapy import Request
from scrapy.utils.request import RequestFingerprinter


class ProfileFingerprinter(RequestFingerprinter):
    """Scrapy's own rule, for each profile by itself: two may list the same page, and each wants its post."""

    def fingerprint(self, request: Request) -> bytes:
        own = super().fingerprint(request)
        profile = request.meta.get("profile")
        return sha1(own + profile.handle.encode()).digest() if profile else own
