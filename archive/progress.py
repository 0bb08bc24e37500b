"""What a person sees while a crawl runs: a bar a profile on a terminal, plain lines otherwise."""

from types import TracebackType
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from scrapy import Request, signals
from scrapy.crawler import Crawler

from scraper.items import Entry, Listing, Observation, Post
from scraper.media import Media, Wanted


class Progress:
    """Follows crawlers by their signals.

    `quiet` shows nothing; `list_entries` prints each listed post on stdout, for a dry run.
    """

    def __init__(self, console: Console, *, quiet: bool, list_entries: bool = False) -> None:
        self.console, self.quiet, self.list_entries = console, quiet, list_entries
        self.bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=quiet or not console.is_terminal,
        )
        self.tasks: dict[str, TaskID] = {}
        self.shown: set[str] = set()

    def __enter__(self) -> "Progress":
        self.bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.bars.stop()

    def watch(self, crawler: Crawler) -> None:
        """Follow a crawler that has not started."""
        crawler.signals.connect(self.scraped, signals.item_scraped)
        crawler.signals.connect(self.scheduled, signals.request_scheduled)

    def scheduled(self, request: Request) -> None:
        """Count what is worth a request, pictures once; what is archived and unchanged never gets here."""
        found = request.meta.get("entry") or request.meta.get("media")
        if isinstance(found, Entry | Wanted) and len(request.meta.get("media_tried", ())) < 2:
            task = self.task(found)
            total = self.bars.tasks[self.bars.task_ids.index(task)].total or 0
            self.bars.update(task, total=total + 1)

    def scraped(self, item: Any) -> None:
        if isinstance(item, Entry) and self.list_entries and item.source_id not in self.shown:
            self.shown.add(item.source_id)  # a blog's feed and its sitemap list the same posts
            click.echo(f"{item.url}\t{item.title}")
        if isinstance(item, Post | Observation | Media):
            self.bars.advance(self.task(item))
        if isinstance(item, Listing):
            self.say(item)

    def task(self, item: Entry | Post | Observation | Wanted | Media) -> TaskID:
        """The bar of a profile's posts, or that of its pictures."""
        name = f"{item.platform}:{item.handle}"
        name += " pictures" if isinstance(item, Wanted | Media) else ""
        if name not in self.tasks:
            self.tasks[name] = self.bars.add_task(name, total=0)
        return self.tasks[name]

    def say(self, item: Listing) -> None:
        """A line about the end of a listing; what fails is in Scrapy's own log."""
        if self.quiet or self.console.is_terminal:
            return
        declared = "" if item.declared is None else f" of {item.declared}"
        state = "complete" if item.complete else f"broken off: {item.reason}"
        name = f"{item.platform}:{item.handle}"
        said = f"{name}: {item.name}: {item.seen}{declared} listed, {state}"
        self.console.print(said, markup=False, soft_wrap=True)  # a line of a log
