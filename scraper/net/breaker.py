"""The circuit breaker: a site that refuses or fails time and again is left alone for a while.

Closed, a site is asked. Open, it is not, until its cool-down ends. Then it is half-open: one request
is made, whose success closes it and whose failure opens it for twice as long. Plain data: no Scrapy.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

#: In a row, of one site: a wall is meant for us, a failing server may recover between two pages.
MOST_REFUSALS = 3
MOST_FAILURES = 5


@dataclass(frozen=True, slots=True)
class Cooldown:
    """A site that is left alone: a platform, or the host of a blog or of pictures.

    `since` is when it was first tried in vain, `until` when it may be tried again, both aware UTC;
    `refusals` how often it was tried in vain since; `reason` one sentence about the last time.
    """

    site: str
    since: datetime
    until: datetime
    refusals: int
    reason: str

    def __str__(self) -> str:
        return f"{self.site} is left alone until {self.until:%Y-%m-%d %H:%M:%S} UTC: {self.reason}"


@dataclass(slots=True)
class Breaker:
    """The state of all sites of a run. `cooldown` is the first one, `longest` the most they double to."""

    cooldown: timedelta
    longest: timedelta
    cooldowns: dict[str, Cooldown] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)

    def open(self, site: str, now: datetime) -> Cooldown | None:
        """The cool-down for which nothing is to be asked of a site now."""
        known = self.cooldowns.get(site)
        return known if known and now < known.until else None

    def half_open(self, site: str, now: datetime) -> bool:
        """Whether a site's cool-down is over and nothing has succeeded since."""
        return site in self.cooldowns and not self.open(site, now)

    def succeeded(self, site: str) -> Cooldown | None:
        """A site answered. Returns the cool-down that is over with it, if there was one."""
        del self.refusals[site], self.failures[site]
        return self.cooldowns.pop(site, None)

    def refused(self, site: str, now: datetime, reason: str) -> Cooldown | None:
        """A site put up a wall. Returns the cool-down, if that opens the breaker."""
        self.refusals[site] += 1
        return self.judged(site, now, reason)

    def failed(self, site: str, now: datetime, reason: str) -> Cooldown | None:
        """A site gave no answer, or an error. Returns the cool-down, if that opens the breaker."""
        self.failures[site] += 1
        return self.judged(site, now, reason)

    def judged(self, site: str, now: datetime, reason: str) -> Cooldown | None:
        """Open the breaker if a site was tried in vain too often, or after a cool-down again."""
        too_often = (
            self.refusals[site] >= MOST_REFUSALS
            or self.failures[site] >= MOST_FAILURES
            or site in self.cooldowns
        )
        if not too_often:
            return None
        before = self.cooldowns.get(site)
        return self.put_off(
            site, now, self.cooldown * 2 ** (before.refusals if before else 0), reason
        )

    def put_off(self, site: str, now: datetime, wait: timedelta, reason: str) -> Cooldown:
        """Leave a site alone for `wait`, at most `longest`."""
        before = self.cooldowns.get(site)
        opened = Cooldown(
            site=site,
            since=before.since if before else now,
            until=now + min(wait, self.longest),
            refusals=before.refusals + 1 if before else 1,
            reason=reason,
        )
        self.cooldowns[site] = opened
        return opened
