"""What is printed while a crawl runs."""

import io

from rich.console import Console

from archive.progress import Progress
from tests.made import listing


def test_a_line_of_a_log_is_not_broken_and_nothing_in_it_is_markup():
    screen = Console(file=io.StringIO(), width=30)
    Progress(screen, quiet=False).say(listing("[bold]posts", complete=False, seen=3))
    assert screen.file.getvalue() == "csdn:linshen: [bold]posts: 3 listed, broken off: broken off\n"
