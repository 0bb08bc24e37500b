"""Plots as SVG inside a page: of numbers, without a style, a script or a colour of their own.

They stretch to the width they are given (`.plot` in the sheet); words stand beside them, as text that
keeps its size. What is read aloud is their label.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from markupsafe import Markup

WIDTH, HEIGHT = 600, 100  # of the drawing, in units of its own
#: Bars that can still be told apart. A date of the year 9999 makes no plot of a hundred thousand.
MOST = 240
FEWEST = 12  # a few bars are no wider than these

FIGURE = Markup(
    '<figure class="plot"><svg viewBox="0 0 {width} {height}" preserveAspectRatio="none" role="img"'
    ' aria-label="{label}">{drawing}</svg><figcaption>{words}</figcaption></figure>'
)
BAR = Markup(
    '<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
    ' fill="currentColor"><title>{told}</title></rect>'
)
LINE = Markup(
    '<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"'
    ' vector-effect="non-scaling-stroke"/>'
)
WORD = Markup("<span>{}</span>")


def bars(values: Sequence[int], labels: Sequence[str], name: str) -> Markup:
    """A bar for each value, 0 or more, that tells its label and value when pointed at: the last 240.

    `name` says what is shown, to those who do not see it too. Nothing where there are no values.
    """
    shown = [*zip(labels, values, strict=True)][-MOST:]
    if not shown:
        return Markup("")
    step, most = WIDTH / max(FEWEST, len(shown)), max(1, *(value for _, value in shown))
    drawing = Markup("").join(
        BAR.format(
            x=step * (number + 0.1),
            y=HEIGHT * (1 - value / most),
            width=step * 0.8,
            height=HEIGHT * value / most,
            told=f"{label}: {value:,}",
        )
        for number, (label, value) in enumerate(shown)
    )
    peak, highest = max(shown, key=lambda bar: bar[1])
    return _figure(drawing, name, shown[0][0], f"{highest:,} in {peak}", shown[-1][0])


def line(values: Sequence[int], times: Sequence[str], name: str) -> Markup:
    """A value over time, from its lowest to its highest; `times` are dates or instants, oldest first.

    Nothing where there are less than two: a value that was seen once has no course.
    """
    if len(values) < 2:
        return Markup("")
    seconds = [datetime.fromisoformat(time).timestamp() for time in times]
    lowest, span = min(values), (max(values) - min(values)) or 1
    length = (seconds[-1] - seconds[0]) or 1
    points = " ".join(
        f"{WIDTH * (at - seconds[0]) / length:.2f},{HEIGHT * (1 - (value - lowest) / span):.2f}"
        for at, value in zip(seconds, values, strict=True)
    )
    course = f"{values[0]:,} to {values[-1]:,}"
    return _figure(LINE.format(points=points), name, times[0][:10], course, times[-1][:10])


def by_month(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by month (`2026-03`) with the months between that have none, the last 240 months."""
    if not counts:
        return {}
    first, last = _month(min(counts)), _month(max(counts))
    months = range(max(first, last - MOST + 1), last + 1)
    names = [f"{month // 12:04}-{month % 12 + 1:02}" for month in months]
    return {name: counts.get(name, 0) for name in names}


def _month(name: str) -> int:
    return int(name[:4]) * 12 + int(name[5:7]) - 1


def _figure(drawing: Markup, name: str, *words: str) -> Markup:
    """The drawing over words: where it begins, what it comes to, where it ends."""
    spelt = Markup("").join(WORD.format(word) for word in words)
    told = f"{name}: {', '.join(words)}"
    return FIGURE.format(width=WIDTH, height=HEIGHT, label=told, drawing=drawing, words=spelt)
