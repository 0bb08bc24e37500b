from scraper.media.attachments import attachments

MARKDOWN = """
The [paper](https://h.example/a/paper.PDF?download=1 "read") and the
[data](https://h.example/%E6%95%B0%E6%8D%AE.tar.gz), again the [paper](https://h.example/a/paper.PDF?download=1).
A [notebook][1], <https://h.example/table.csv>, ![picture](https://h.example/picture.zip).

    [code](https://h.example/code.zip)

`[code](https://h.example/inline.zip)`
[page](https://github.com/o/r/blob/main/slides.pdf) [home](https://h.example/pdf) [own](files/own.zip)
[mail](mailto:a@h.example?x.pdf) [odd](https://[h.example/odd.pdf) [ftp](ftp://h.example/f.zip)

[1]: https://h.example/n.ipynb
"""


def test_links_to_files_are_found_each_once_in_their_order_and_none_in_code():
    assert attachments(MARKDOWN) == [
        "https://h.example/a/paper.PDF?download=1",
        "https://h.example/%E6%95%B0%E6%8D%AE.tar.gz",
        "https://h.example/n.ipynb",
        "https://h.example/table.csv",
    ]
