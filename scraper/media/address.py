"""Which addresses show one picture. For telling pictures apart, and never for asking.

A site shows one upload at many addresses: with its mark drawn over it, in many sizes, by http and by
https, with a signature that ends tomorrow. Some hosts send only some of these, so a picture is asked for
at the address that the post has.
"""

import re
from urllib.parse import quote, unquote_plus, urlsplit, urlunsplit

#: Queries by which hosts size pictures and mark them: Alibaba's OSS (CSDN), Qiniu and Tencent's COS
#: (Tencent Cloud, Jianshu). Videos have `x-oss-process=video/snapshot`, which shows another picture.
_PROCESSED = re.compile(
    r"x-oss-process=(?:image|style)/|imageView2(?:/|$)|imageMogr2(?:/|$)|imageslim$"
    r"|watermark/\d|qc_block(?:Width|Height)=",
    re.IGNORECASE,
)
#: Parameters that say who may see a file until when: S3, OSS, COS, ByteDance, GitHub.
_SIGNED = re.compile(
    r"(?:x-(?:amz|oss|cos)-(?!process)[\w-]+|(?:OSS|AWS)AccessKeyId|Signature|Expires|x-expires|x-signature"
    r"|[lr]k3s|q-(?:sign|ak|key|header|url|signature)[\w-]*|jwt)=",
    re.IGNORECASE,
)
#: Sizes and formats in a path: ByteDance's (Juejin, Toutiao) on any host, Bilibili's on its own.
_TEMPLATE = re.compile(r"~tplv-[^/]+$")
_BILIBILI = re.compile(r"(?<=\w)@[\w.!-]+$")
_PLAIN = "!$%&'()*+,-./:;=?@[]_~"


def canonical(url: str) -> str:
    """The one address of all sizes, formats, marks and signatures of the picture at `url`.

    Without fragment; host in lower case, the default port away, other characters than ASCII encoded.
    Only what is certain to show the same is left out: `-300x200` may be part of a name. The scheme
    stays. Text that is no address comes back as it is.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:  # an unclosed bracket, a port that is no number
        return url
    if parts.scheme not in ("http", "https") or not host:
        return url
    netloc = f"[{host}]" if ":" in host else host
    if port and port != {"http": 80, "https": 443}[parts.scheme]:
        netloc += f":{port}"
    path = _TEMPLATE.sub("", parts.path)
    if host.endswith(".hdslb.com"):
        path = _BILIBILI.sub("", path)
    return urlunsplit((parts.scheme, netloc, quote(path, _PLAIN) or "/", _query(parts.query), ""))


def _query(query: str) -> str:
    """A query without what says how to show a picture, and to whom."""
    kept = [
        part
        for part in query.split("&")
        if not _PROCESSED.match(unquote_plus(part)) and not _SIGNED.match(part)
    ]
    return quote("&".join(kept), _PLAIN)
