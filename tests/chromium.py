"""A reader: a real Chromium in front of Datasette, for tests of what is seen and how it is reached.

The browser of this machine is driven; where there is none these tests are skipped and say so.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium here, so nobody looked at the pages: install `chromium`"
)
#: Nothing of a page's, nor of the browser's own, finds another machine.
ALONE = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-proxy-server"]
#: Ends when nothing was to be done twice, with a few frames between.
IDLE = """(async () => {
    for (const pause of [100, 0]) {
        await new Promise(done => requestIdleCallback(done));
        await new Promise(done => setTimeout(done, pause));
    }
})()"""
WIDTHS = {"desktop": 1200, "phone": 360}


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser, without a window."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ALONE)
        yield browser
        browser.close()


class Reader:
    """One who looks at pages below `home`, and notes what they say to the console and ask for."""

    def __init__(
        self, browser: Browser, home: str, device: str = "desktop", **options: Any
    ) -> None:
        self.home = home
        viewport = {"width": WIDTHS[device], "height": 800}
        context = browser.new_context(viewport=viewport, base_url=home, **options)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def _said(self, message: ConsoleMessage) -> None:
        missing = "404" in message.text and message.location["url"] == self.page.url
        if message.type in ("error", "warning") and not missing:  # a page that is to be absent
            self.said.append(message.text)

    def open(self, address: str) -> Page:
        """Go to a page of the archive, by its address there."""
        self.page.goto(f"/archive/{address}")
        return self.page

    def worked(self) -> float:
        """Seconds of a processor that the page's process has worked until it has nothing to do."""
        self.page.evaluate(IDLE)
        session = self.page.context.new_cdp_session(self.page)
        session.send("Performance.enable")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "ProcessTime"))

    def tab_to(self, name: str) -> None:
        """Reach a link or button by Tab alone; fails where it cannot be reached."""
        for _ in range(100):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.textContent").strip() == name:
                return
        pytest.fail(f"{name} cannot be reached by Tab on {self.page.url}")

    def follow(self, name: str) -> None:
        """Reach a link by Tab, and open it by Enter."""
        self.tab_to(name)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def leave(self) -> None:
        """Close what was opened, after which nothing may have been said or asked outside."""
        outside = [url for url in self.asked if not url.startswith((self.home, "data:"))]
        self.page.context.close()
        assert not outside
        assert not self.said
