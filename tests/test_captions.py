"""Captions over code go by their place and words, and nothing that the author wrote goes with them."""

import pytest

from scraper.body import page_to_markdown

URL = "https://cloud.tencent.com/developer/article/1"


def body(html: str) -> str:
    return page_to_markdown(
        f'<div class="rno-markdown"><p>前文。</p>{html}<p>后文。</p></div>', URL
    )


@pytest.mark.parametrize(
    "caption",
    [
        "<div>代码语言：bash</div>",
        "<div>代码语言：bashAI代码解释复制</div>",
        "<div><span>代码语言：</span>bash<span>复制</span></div>",
        "<p>代码语言：bash</p><p>AI代码解释</p><p>复制</p>",
        "<div>代码语言：bash<button>运行</button>代码运行次数：0</div>",
    ],
)
@pytest.mark.parametrize("code", ["<pre>ls -l\n\tpwd</pre>", "<div><pre>ls -l\n\tpwd</pre></div>"])
def test_a_caption_goes_and_leaves_its_language(caption: str, code: str):
    assert body(caption + code) == "前文。\n\n```bash\nls -l\n\tpwd\n```\n\n后文。"


@pytest.mark.parametrize(
    "prose",
    [
        "<p>点击复制</p>",
        "<p>复制</p>",
        "<p>代码语言：用 bash 写成</p>",
        "<p>代码语言：bash</p><p>下面运行它</p>",
        f"<p>{'复制' * 100}</p>",
    ],
)
def test_words_of_the_author_stay(prose: str):
    kept = body(f"{prose}<pre>ls</pre>")
    for paragraph in prose.removeprefix("<p>").removesuffix("</p>").split("</p><p>"):
        assert paragraph in kept
