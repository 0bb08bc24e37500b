"""Blocks of prose as Astro renders them from Markdown, with Shiki and KaTeX."""

from html import escape

from tests.replica.prose import Block


def markup(block: Block) -> str:
    """A block as HTML."""
    text = escape(block.text)
    match block.kind:
        case "heading":
            return f"<h2>{text}</h2>"
        case "code":
            lines = "\n".join(f'<span class="line">{line}</span>' for line in text.split("\n"))
            return (
                f'<pre class="astro-code github-dark" data-language="{block.language}">'
                f"<code>{lines}</code></pre>"
            )
        case "formula":
            return (
                '<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math>'
                f'<semantics><mrow></mrow><annotation encoding="application/x-tex">{text}'
                "</annotation></semantics></math></span></span></span></p>"
            )
        case "table":
            rows = [line.split("\t") for line in text.split("\n")]
            cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
            cells[0] = cells[0].replace("td>", "th>")
            return "<table>{}</table>".format("".join(f"<tr>{row}</tr>" for row in cells))
        case "image":
            return f'<p><img src="/_astro/{len(text)}.webp" alt="{text}"></p>'
        case "list":
            items = "".join(f"<li>{line}</li>" for line in text.split("\n"))
            return f"<ul>{items}</ul>"
        case "quote":
            return f"<blockquote><p>{text}</p></blockquote>"
        case _:
            return f"<p>{text}</p>"
