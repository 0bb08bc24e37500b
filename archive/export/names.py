"""Names of exported files: safe on every system, the same at every export, never the same for two posts.

A name is the title as far as it is safe, and ten hexadecimal digits of the post's identity. So it
depends on nothing but the post itself: not on others of the same title, not on the case or the
spelling of a letter, and not on the order in which they came.
"""

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from urllib.parse import quote

from archive.export.addresses import Reference

#: What Windows forbids in a name, and what ends a link of Obsidian's (`#^[]|`) or an address (`%`).
FORBIDDEN = re.compile(r'[\x00-\x20\x7f-\xa0<>:"/\\|?*#^\[\]%`\u2028\u2029]+')
#: What is not seen and only tells names apart, or turns them round: joiners, marks of direction,
#: variation selectors, tags. By number, since another Python has other tables of Unicode.
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]+"
)
#: Devices of Windows: `CON` and `CON.txt` are no files there.
DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)", re.IGNORECASE)
#: Bytes of UTF-8. With the digits and an ending it is a name that eCryptfs takes, which takes 143.
LONGEST = 120
#: What is read as something else in the address of a Markdown link, or by Hugo in any (`{{%`).
MARKED = re.compile(r"[ &$()<>{]")


@lru_cache(maxsize=1000)  # every post of an author lies in the same folders
def safe(text: str) -> str:
    """A text as a name, or a part of one; `untitled` where nothing is left of it."""
    seen = UNSEEN.sub("", unicodedata.normalize("NFC", text))
    name = FORBIDDEN.sub(" ", seen).encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return f"_{name}" if DEVICE.match(name) else name or "untitled"


def digits(post: Reference) -> str:
    """Ten digits that stand for the identity of a post."""
    identity = "\n".join((post.platform, post.handle, post.source_id))
    return sha256(identity.encode()).hexdigest()[:10]


def path_of(post: Reference, ending: str) -> str:
    """Where the file of a post lies in a folder of posts: `csdn/someone/标题 1f0a55c2b3.md`."""
    return f"{safe(post.platform)}/{safe(post.handle)}/{safe(post.title)} {digits(post)}{ending}"


def relative(path: str, origin: str) -> str:
    """The way from one file of a folder to another, as the address of a Markdown link."""
    folder, _, name = path.rpartition("/")
    up = "../" * origin.count("/")
    way = name if folder == origin.rpartition("/")[0] else f"{up}{path}"
    return MARKED.sub(lambda found: quote(found[0]), way)
