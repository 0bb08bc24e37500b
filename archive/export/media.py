"""Pictures and attached files in the folder of an export."""

from archive.export.exported import Exported
from archive.export.folder import Folder
from scraper.body.escaping import destination


def copied(post: Exported, folder: Folder) -> dict[str, str]:
    """Copy what a post shows into the folder: the address that the body has → the file."""
    found: dict[str, str] = {}
    for one in post.media:
        if (kept := one.name) is None:
            continue
        name = f"media/{kept}"
        if name in folder or folder.copy(name, one.folder / kept):
            found |= {one.url: name, destination(one.url): name}
    return found
