"""`scrapy crawl <platform>` with an exit code that tells the truth (scraper.exitcode)."""

import argparse
import sys

from scrapy.commands.crawl import Command as ScrapyCommand
from scrapy.exceptions import UsageError

from scraper.arguments import run_arguments
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode, crawler_exit_code
from scraper.profiles import spiders
from scraper.spider import ProfileSpider


class Command(ScrapyCommand):
    """Scrapy's own command, and then what became of the run."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("give one platform, as `scrapy list` names them")
        assert self.crawler_process
        try:
            if args[0] not in spiders():
                known = ", ".join(spiders())
                raise ConfigurationError(f"no platform {args[0]!r}, there are {known}")
            crawler = self._create_crawler(args[0])
            assert issubclass(crawler.spidercls, ProfileSpider)
            arguments = run_arguments(crawler.spidercls, crawler.settings, **opts.spargs)
            self.crawler_process.crawl(crawler, **arguments)
        except ConfigurationError as error:
            print(f"scrapy crawl: {error}", file=sys.stderr)  # noqa: T201
            self.exitcode = ExitCode.CONFIGURATION
            return
        self.crawler_process.start()
        self.exitcode = crawler_exit_code(crawler)
