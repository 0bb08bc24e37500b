"""What must not be read in a log: the secrets of an address. Its own words stay, their values do not.

Signed addresses of pictures (Aliyun OSS, Tencent COS, Amazon, Google) are good for whoever reads them.
"""

import logging
import re
from collections.abc import Mapping

HIDDEN = "***"
#: Names of parameters, in whole or at their end. Tencent COS: q-sign-algorithm … q-signature.
SECRET = (
    r"(?:[\w.-]*(?:token|key|secret|password|passwd|signature|credential|accesskeyid|accessid)"
    r"|(?:x-amz|x-goog|q)-[\w.-]+|pwd|pass|sig|sign|auth|session|sessionid|sid|expires)"
)
#: `&token=…`, also where the address is itself a parameter, with its marks escaped.
PARAMETER = re.compile(
    rf"((?:[?&;#]|%(?:25)*(?:3F|26|23))(?:amp;)?{SECRET}(?:=|%(?:25)*3D))"
    r"(?:(?!%(?:25)*26)[^&#\s\"'<>)\]])+",
    re.IGNORECASE,
)
USER = re.compile(r"(//)[^/?#\s@\"'<>]+@")


def redact(text: str) -> str:
    """`text` with the values of secret parameters, and the user of every address, hidden."""
    return PARAMETER.sub(rf"\1{HIDDEN}", USER.sub(rf"\1{HIDDEN}@", text))


class Redacted(logging.LogRecord):
    """A log record whose message and traceback are redacted, whichever handler writes it."""

    def getMessage(self) -> str:
        return redact(super().getMessage())

    @property
    def exc_text(self) -> str | None:
        """The formatted traceback, which the formatter keeps here."""
        return self.traceback

    @exc_text.setter
    def exc_text(self, text: str | None) -> None:
        self.traceback = redact(text) if text else text


class Redaction:
    """Scrapy add-on: every log record of the process is redacted, from the first line on."""

    @classmethod
    def update_pre_crawler_settings(cls, settings: Mapping[str, object]) -> None:
        logging.setLogRecordFactory(Redacted)
