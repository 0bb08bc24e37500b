"""Tables → pipe tables, the only ones Markdown has: one line a row, breaks as `<br>`."""

from scraper.body.escaping import code_span
from scraper.body.inline import Inline
from scraper.body.tree import Element, text_of, words

_WIDEST = 100  # columns; HTML allows a thousand to be spanned, and hostile pages span them
_ALIGNED = {"left": ":---", "right": "---:", "center": ":---:"}
_LINES = words("p div li ul ol dl dt dd blockquote h1 h2 h3 h4 h5 h6 tr section figure")


def rows(table: Element) -> list[Element]:
    """The rows of a table, those of tables inside its cells left out."""
    found = []
    for child in table:
        if child.tag == "tr":
            found.append(child)
        elif child.tag in ("thead", "tbody", "tfoot"):
            found += [row for row in child if row.tag == "tr"]
    return found


def cells(row: Element) -> list[Element]:
    return [cell for cell in row if cell.tag in ("td", "th")]


def pipe_table(table: Element) -> str:
    """The table in Markdown. Without header cells the header stays empty: no row is made one."""
    grid = _grid(table)
    width = max(map(len, grid), default=0)
    if not width:
        return ""
    first = rows(table)[0]
    headed = next(first.iterancestors()).tag == "thead" or all(c.tag == "th" for c in cells(first))
    body = grid[1:] if headed else grid
    header = grid[0] if headed else []
    lines = [
        _line(header, width),
        _line(_alignment(first), width, "---"),
        *(_line(row, width) for row in body),
    ]
    return "\n".join(lines)


def _line(row: list[str], width: int, empty: str = "") -> str:
    return f"| {' | '.join(row + [empty] * (width - len(row)))} |"


def _grid(table: Element) -> list[list[str]]:
    """Cells by row; what a cell spans beside or below it is empty."""
    grid: list[list[str]] = []
    below: dict[int, int] = {}  # column → rows that a cell above still reaches into
    for row in rows(table):
        line: list[str] = []
        for cell in cells(row):
            _skip(line, below)
            if len(line) >= _WIDEST:
                break
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            for column in range(len(line), min(len(line) + across, _WIDEST)):
                if down > 1:
                    below[column] = down - 1
            line += [_content(cell)] + [""] * (min(across, _WIDEST - len(line)) - 1)
        _skip(line, below)
        if line:
            grid.append(line)
    return grid


def _skip(line: list[str], below: dict[int, int]) -> None:
    while below.get(len(line), 0) and len(line) < _WIDEST:
        below[len(line)] -= 1
        line.append("")


def _span(cell: Element, name: str) -> int:
    value = (cell.get(name) or "").strip()
    return (
        min(max(int(value), 1), _WIDEST)
        if value.isascii() and value.isdigit() and len(value) < 6
        else 1
    )


def _alignment(row: Element) -> list[str]:
    marks: list[str] = []
    for cell in cells(row):
        style = (cell.get("style") or "").replace(" ", "")
        side = cell.get("align") or style.partition("text-align:")[2].partition(";")[0]
        marks += [_ALIGNED.get(side, "---")] * _span(cell, "colspan")
    return marks[:_WIDEST]


def _content(cell: Element) -> str:
    """What a cell shows, in one line."""
    run = Inline(frozenset(("cell",)))
    _fill(run, cell, 0)
    text = run.string()
    while text.startswith("<br>") or text.endswith("<br>"):
        text = text.removeprefix("<br>").removesuffix("<br>").strip()
    return text.replace("\n", " ")


def _fill(run: Inline, element: Element, depth: int) -> None:
    if depth > 60:
        run.text(text_of(element))
        return
    run.text(element.text)
    for child in element:
        if child.tag == "pre":
            _code_lines(run, child)
        elif child.tag in _LINES or child.tag in ("table", "tbody", "thead", "td", "th"):
            if child.tag in _LINES:
                _break(run)
            _fill(run, child, depth + 1)
            if child.tag in _LINES:
                _break(run)
            else:
                run.text(" ")
        else:
            run.node(child)
        run.text(child.tail)


def _break(run: Inline) -> None:
    """One break, unless the cell is empty so far or a break is there."""
    while run.pieces and run.pieces[-1][0] == "prose" and not run.pieces[-1][1].strip():
        run.pieces.pop()
    if run.pieces and run.pieces[-1][0] != "break":
        run.pieces.append(("break", ""))


def _code_lines(run: Inline, pre: Element) -> None:
    """A cell holds no fence: each line is code of its own."""
    for line in (pre.text or "").split("\n"):
        _break(run)
        run.raw(code_span(line))
