"""Posts about Hugo in a vault: Hugo shows what their authors wrote, and runs none of it."""

import re

import pytest

from archive.export import Selection, export
from archive.export.hugo import WORD_JOINER, as_text
from tests.made import crawl, post

#: How Hugo tells a shortcode and its own escape (`lexMainSection` and `lexShortcodeComment`).
OPENING = re.compile(r"\{\{[<%]")
CLOSING = {"{{<": ">}}", "{{%": "%}}"}

WRITTEN = (
    '{{< ref "posts/a.md" >}} 与 {{% notice %}}文{{% /notice %}}',
    "```go-html-template\n{{< figure\n  src=a.png >}}\n```",
    "{{</* ref */>}} {{%/* notice */%}}",  # an author who shows how to escape it
    "{{<>}}{{%%}}{{</>}}{{<*/>}}{{{< a >}}}",
    'f"{{%d}}" % 1',
    "{{< a\n\n{{% b >}} {{< c {{< d >}}",
    "{{< a */%}} {{%/* b >}}",
    "std::vector<T>{{1}, {2}} {{ .Title }}",
)


def shown(markdown: str) -> str:
    """What Hugo makes of a page; raises where it would run a shortcode, or stop."""
    text, place = "", 0
    while found := OPENING.search(markdown, place):
        begin, close = found.end(), f"*/{CLOSING[found[0]]}"
        assert markdown.startswith("/*", begin), f"a shortcode: {markdown[found.start() :]}"
        end = markdown.find(close, begin)
        assert end > begin + 1, f"a comment without an end: {markdown[found.start() :]}"
        text += markdown[place:begin] + markdown[begin + 2 : end] + CLOSING[found[0]]
        place = end + len(close)
    return text + markdown[place:]


@pytest.mark.parametrize("body", WRITTEN)
def test_hugo_shows_what_was_written_and_runs_nothing(body):
    assert shown(as_text(body)).replace(WORD_JOINER, "") == body


def test_a_shortcode_that_ends_is_escaped_by_what_can_be_seen():
    assert WORD_JOINER not in as_text("".join(WRITTEN[:4]))
    assert as_text("{{% notice %}}") == "{{%/* notice */%}}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("```{r, fig.cap='a'}\nx{1}\n```\n{2}", "```&#123;r, fig.cap='a'}\nx{1}\n```\n{2}"),
        (
            "> - ~~~ 中 {{% a %}}\n>   {1}\n>   ~~~",
            "> - ~~~ 中 &#123;&#123;% a %}}\n>   {1}\n>   ~~~",
        ),
        ("````\n```js {1}\n```\n````", "````\n```js {1}\n```\n````"),
        ("文 ```js {1}```", "文 ```js {1}```"),
        ("```js {1}", "```js &#123;1}"),
    ],
)
def test_a_code_block_has_no_attributes_and_keeps_its_code(before, after):
    assert as_text(before) == after


@pytest.mark.parametrize("text", ["{{<" * 100_000, "{{% " + " " * 200_000, "{{<\n" * 100_000])
def test_no_body_keeps_it_busy(text):
    assert shown(as_text(text)).replace(WORD_JOINER, "") == text


def test_the_notes_of_a_vault_have_none_and_lead_where_they_lead(archive, tmp_path):
    other = post("2", title="{{ 二")
    body = "\n\n".join((f"[二]({other.url})", *WRITTEN))
    crawl(archive, post("1", body, title="一", author="{{% 谁 %}}"), other)
    export("markdown", Selection(archive), tmp_path / "vault")
    (note,) = tmp_path.rglob("一 *.md")
    (file,) = tmp_path.rglob("{{ 二 *.md")
    _, _, content = note.read_text("utf-8").split("---\n", 2)  # it looks for none in front matter
    content = shown(content).replace(WORD_JOINER, "")
    way = file.name.replace("{", "%7B").replace(" ", "%20")
    assert content.endswith(f"{body.replace(other.url, way)}\n")
    assert "> {{% 谁 %}} · [source]" in content
