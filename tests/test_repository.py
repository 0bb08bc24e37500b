import pytest

from scraper.github.repository import Repository

FILES = ["README.md", "README-cn.md", "lab/readme.md", "lab/readme-EN.md", "笔记/页 表.md", "x.pdf"]
REPOSITORY = Repository(
    handle="someone/notes",
    branch="main",
    names=frozenset({"someone/notes", "someone/diary"}),
    tree="t",
    blobs={path: f"sha of {path}" for path in [*FILES, "alias.md"]},
    symbolic_links=frozenset({"alias.md"}),
)
SHOWN = "https://github.com/someone/notes/blob/main/"


@pytest.mark.parametrize(
    ("href", "path"),
    [
        ("./lab/readme.md", "lab/readme.md"),
        ("lab/readme.md#gil", "lab/readme.md"),
        ("/lab/readme.md", "lab/readme.md"),
        ("lab/../lab/readme.md", "lab/readme.md"),
        ("lab", "lab/readme.md"),
        ("./lab/#part", "lab/readme.md"),
        ("https://github.com/someone/notes/tree/main/lab#%E7%BB%93", "lab/readme.md"),
        ("https://github.com/Someone/Notes/blob/v1.0/lab/readme.md", "lab/readme.md"),
        ("https://www.github.com/someone/diary/blob/master/lab/readme.md", "lab/readme.md"),
        (
            "https://raw.githubusercontent.com/someone/notes/refs/heads/main/lab/readme.md",
            "lab/readme.md",
        ),
        ("%E7%AC%94%E8%AE%B0/%E9%A1%B5%20%E8%A1%A8.md", "笔记/页 表.md"),
        ("missing.md", "missing.md"),
        ("https://github.com/someone/notes/blob/main/%2e%2e/%2e%2e/up.md", "up.md"),
    ],
)
def test_a_link_to_a_note_leads_to_its_path(href, path):
    target = REPOSITORY.target(href, "README.md")
    assert target.path == path
    assert target.url.startswith(SHOWN)


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("x.pdf", f"{SHOWN}x.pdf"),
        ("no/folder", "https://github.com/someone/notes/tree/main/no/folder"),
        ("../../issues/3", "https://github.com/someone/notes/issues/3"),
        (
            "https://github.com/other/notes/blob/main/a.md",
            "https://github.com/other/notes/blob/main/a.md",
        ),
        ("https://zhuanlan.zhihu.com/p/1", "https://zhuanlan.zhihu.com/p/1"),
        ("//cdn.example.org/a.md", "https://cdn.example.org/a.md"),
        ("http://[", "http://["),
    ],
)
def test_whatever_else_is_an_address(href, url):
    target = REPOSITORY.target(href, "README.md")
    assert (target.path, target.url) == (None, url)


def test_a_link_is_seen_from_the_file_that_holds_it():
    assert REPOSITORY.target("readme-EN.md", "lab/readme.md").path == "lab/readme-EN.md"


def test_a_branch_may_have_a_slash():
    answer = {"sha": "t", "truncated": False, "tree": []}
    card = {"full_name": "a/b", "default_branch": "feature/x"}
    repository = Repository.from_answers("a/b", card, answer)
    assert repository.target("n.md", "README.md").path == "n.md"
    assert repository.url("n.md") == "https://github.com/a/b/blob/feature/x/n.md"


def test_readmes_are_those_of_the_root_and_the_main_one_comes_first():
    assert REPOSITORY.readmes == ["README.md", "README-cn.md"]


def test_a_version_is_the_blob_or_what_changes_with_it():
    assert REPOSITORY.version("lab/readme.md") == "sha of lab/readme.md"
    assert REPOSITORY.version("alias.md") == "tree t"
    assert REPOSITORY.version("missing.md") is None


def test_an_answer_of_another_shape_raises():
    with pytest.raises(KeyError):
        Repository.from_answers("a/b", {}, {"message": "Not Found"})
