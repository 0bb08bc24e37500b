"""A post on the replica that a test edits, walls off, locks, takes away."""

from dataclasses import dataclass
from typing import Any

from tests.replica.prose import Block, article
from tests.stages import Stage

LENGTH = 800  # characters, enough to cut


@dataclass
class Actor:
    """One post of a profile, and where its page is asked for."""

    stage: Stage
    handle: str
    post: Any
    host: str
    path: str

    @property
    def posts(self) -> list[Any]:
        """The list that it is in."""
        return self.stage.posts[self.handle]

    @property
    def site(self) -> Any:
        return self.stage.site.sites[self.handle]

    @property
    def source_id(self) -> str:
        return self.stage.source_id(self.handle, self.post)

    def show(self, blocks: list[Block]) -> None:
        """Give the post another text."""
        if self.stage.platform == "github_readme":
            text = "\n\n".join(block.text for block in blocks)
            self.post.content = f"# {self.post.title}\n\n{text}\n".encode()
        else:
            self.post.blocks = blocks


def actors(stage: Stage) -> list[Actor]:
    """All posts of a stage's only profile, with texts of a length that can be cut."""
    (handle,) = stage.posts
    made = []
    for number, post in enumerate(stage.posts[handle], 1):
        actor = Actor(stage, handle, post, *page_of(stage.platform, handle, post))
        actor.show(article(number, LENGTH))
        made.append(actor)
    return made


def page_of(platform: str, handle: str, post: Any) -> tuple[str, str]:
    """The host and the path of a post's page."""
    match platform:
        case "csdn":
            return "blog.csdn.net", f"/{handle}/article/details/{post.id}"
        case "tencent_cloud":
            return "cloud.tencent.com", f"/developer/article/{post.id}"
        case "github_pages":
            return handle, f"/blog/{post.slug}/"
        case _:
            return "raw.githubusercontent.com", f"/{handle}/HEAD/{post.path}"
