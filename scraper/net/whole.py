"""A zipped answer that breaks off: Scrapy unzips as much as there is and says nothing."""

import zlib

from scrapy import Request
from scrapy.http import Response

#: Among the flags of a response; scraper.judge fails for it.
CUT = "cut"
#: Bytes unzipped at a time, and thrown away.
CHUNK = 1 << 18
#: Chunks; DOWNLOAD_MAXSIZE judges what is larger.
MOST = 64


class Whole:
    """Downloader middleware: a gzip without its end gets the flag `CUT`. It is asked before decompression."""

    def process_response(self, request: Request, response: Response) -> Response:
        zipped = response.headers.get("Content-Encoding") or b""
        is_gzip = zipped.strip().lower() in (b"gzip", b"x-gzip")
        if is_gzip and response.body and not has_end(response.body):
            return response.replace(flags=[*response.flags, CUT])
        return response


def has_end(zipped: bytes) -> bool:
    """Whether a gzip goes to the end of its last member."""
    unzip, rest = zlib.decompressobj(wbits=31), zipped
    for _ in range(MOST):
        try:
            unzip.decompress(rest, CHUNK)
        except zlib.error:
            return False
        if unzip.eof and not unzip.unused_data.startswith(b"\x1f\x8b"):
            return True
        if unzip.eof:
            unzip, rest = zlib.decompressobj(wbits=31), unzip.unused_data
        elif not (rest := unzip.unconsumed_tail):
            return False
    return True
