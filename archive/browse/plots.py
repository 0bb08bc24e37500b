"""Plots as SVG in the page: no script, no inline style, nothing loaded. The numbers are in the captions."""

from collections.abc import Sequence

from markupsafe import Markup

#: Units of the drawing, which is stretched to the width of the page.
WIDTH, HEIGHT = 600, 120


def bars(values: Sequence[float], labels: Sequence[str], name: str = "") -> Markup:
    """A bar for each value, 0 or more, which tells its label and value when pointed at.

    `name` says what is shown, to those who do not see it too. Nothing where there are no values.
    """
    tops = scaled(values)
    step = WIDTH / max(1, len(tops))
    drawn = Markup("").join(
        BAR.format(
            x=f"{i * step:.1f}",
            width=f"{step * 0.85:.1f}",
            y=f"{top:.1f}",
            height=f"{HEIGHT - top:.1f}",
            told=told(label, value),
        )
        for i, (top, label, value) in enumerate(zip(tops, labels, values, strict=True))
    )
    return figure(drawn, values, labels, name)


def line(values: Sequence[float], labels: Sequence[str], name: str = "") -> Markup:
    """A line through values, 0 or more, at even distances; otherwise as `bars`."""
    tops = scaled(values)
    step = WIDTH / max(1, len(tops) - 1)
    points = " ".join(f"{i * step:.1f},{top:.1f}" for i, top in enumerate(tops))
    return figure(LINE.format(points=points), values, labels, name)


def scaled(values: Sequence[float]) -> list[float]:
    """How far below the upper edge each value ends; the largest reaches it."""
    largest = max(values, default=0) or 1
    return [HEIGHT * (1 - value / largest) for value in values]


def figure(drawn: Markup, values: Sequence[float], labels: Sequence[str], name: str) -> Markup:
    """The drawing with its caption: from when to when, and the largest value."""
    if not values:
        return Markup("")
    span = labels[0] if len(labels) == 1 else f"{labels[0]} – {labels[-1]}"
    caption = (
        f"{name}: {span}, at most {max(values):,}" if name else f"{span}, at most {max(values):,}"
    )
    return FIGURE.format(width=WIDTH, height=HEIGHT, drawn=drawn, caption=caption)


def told(label: str, value: float) -> str:
    return f"{label}: {value:,}"


FIGURE = Markup(
    '<figure class="plot"><svg role="img" aria-label="{caption}" viewBox="0 0 {width} {height}"'
    ' preserveAspectRatio="none">{drawn}</svg><figcaption>{caption}</figcaption></figure>'
)
BAR = Markup(
    '<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="currentColor">'
    "<title>{told}</title></rect>"
)
LINE = Markup(
    '<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"'
    ' vector-effect="non-scaling-stroke"/>'
)
