import json
import re

import pytest

from scraper.configuration import ConfigurationError
from scraper.profiles import recognise
from scraper.spiders.github_readme import GithubReadmeSpider
from tests.replica import Fault
from tests.replica.github import SEEDS, GitHubSite, Repository, note, seed_site

HANDLE = "someone/notes"
README = """# Notes

## Kernels

- [Tiling](./kernel/tiling.md): tiles. Also on [Zhihu](https://zhuanlan.zhihu.com/p/1).
- [Ring](queue/环.md)
- [Pending Review] [Tiling once more](./kernel/tiling.md)
"""


def site(readme=README, **others):
    """A repository with two notes."""
    files = {
        "README.md": readme.encode(),
        "kernel/tiling.md": note(1, "Tiling itself"),
        "queue/环.md": note(2, "环形队列"),
    }
    return GitHubSite([Repository(HANDLE, files | others.pop("files", {}), **others)])


def items(path, kind):
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [item for item in found if item["type"] == kind]


def states(crawl):
    return {row["source_id"]: row["state"] for row in crawl.rows("SELECT * FROM posts")}


def versions(crawl):
    return crawl.rows("SELECT count(*) FROM post_versions")[0][0]


def notes_asked(crawl):
    """The paths of notes, without READMEs and pictures."""
    asked = crawl.replica.asked("raw.githubusercontent.com")
    return [path for path in asked if "/README" not in path and not path.endswith(".png")]


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "github_readme:someone/notes",
        "https://github.com/someone/notes",
        "github.com/someone/notes/",
        "https://www.github.com/someone/notes.git",
        "https://github.com/someone/notes/tree/main/kernel",
        "https://github.com/someone/notes/blob/main/README-cn.md#kernels",
        "http://github.com/someone/notes?tab=readme-ov-file",
        "https://raw.githubusercontent.com/someone/notes/HEAD/README.md",
    ],
)
def test_every_address_of_a_repository_names_its_profile(address):
    profile = recognise(address)
    assert (profile.platform, profile.handle) == ("github_readme", HANDLE)
    assert profile.url == "https://github.com/someone/notes"


@pytest.mark.parametrize(
    "address", ["someone", "https://github.com/someone", "a b/c", "x/..", "-x/y", "x/é", ""]
)
def test_what_names_no_repository_is_refused_by_name(address):
    with pytest.raises(ConfigurationError, match="expected OWNER/NAME"):
        GithubReadmeSpider.profile_from(address)


# The indexes that the project began with


def test_the_seed_gives_its_68_entries_with_every_field(crawling):
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["github_readme"]
    with crawling(seed_site()) as crawl:
        crawl("github_readme", seed["repo"])
        entries = crawl.rows(
            "SELECT * FROM entries WHERE listing = 'README-cn.md' ORDER BY position"
        )
        assert len(entries) == seed["listed"] == 68
        for entry, expected in zip(entries, seed["posts"], strict=True):
            assert entry["title"] == expected["title"]
            assert entry["review_status"] == expected["status"]
            rest = expected["text"].removeprefix(expected["title"]).replace("\n", "")
            assert (entry["description"] or "") == rest.lstrip("：:，, ")
        assert set(states(crawl).values()) == {"archived"}
        assert len(states(crawl)) == 68


@pytest.fixture(scope="module")
def pair(shared, tmp_path_factory):
    """The two READMEs of a real repository, with invented notes: crawled once, and once more."""
    folder = shared / "corpus/github_readme"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    files = {name: (folder / name).read_bytes() for name in expected["readmes"]}
    for number, path in enumerate(sorted(wanted_notes(expected))):
        files[path] = note(number, f"Note {number}", 300)
    repository = Repository(expected["repo"], files)
    return expected, GitHubSite([repository]), tmp_path_factory.mktemp("pair") / "posts.jsonl"


def wanted_notes(expected):
    """The paths of all notes that the READMEs name as titles or in another language."""
    for readme in expected["readmes"].values():
        for entry in readme["entries"]:
            same_work = [a for a in entry["alternates"] if a["role"] == "language_variant"]
            for target in [entry["target"], *(a["target"] for a in same_work)]:
                if target["kind"] == "repo":
                    yield target["path"]


def address(target):
    """Where a link leads: for a folder, to the README that GitHub shows there."""
    return target["url"] + ("/readme.md" if target.get("exists") == "dir" else "")


def links(expected):
    found = [
        (a["role"], address(a["target"]), a["label"], a["lang"]) for a in expected["alternates"]
    ]
    return {
        ("co_primary", c["target"]["url"], c["title"], None) for c in expected["co_primary"]
    } | {*found}


def plain(markdown):
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown or "").replace("`", "")


def same_entry(entry, expected):
    section = [s for s in (expected["section"], expected["subsection"]) if s]
    given = {(x["role"], x["url"], x["label"], x["language"]) for x in entry["links"]}
    assert (entry["position"], entry["title"]) == (expected["n"], expected["title"])
    assert (entry["section"], entry["review_status"]) == (section, expected["status"])
    assert (entry["url"], given) == (address(expected["target"]), links(expected))
    assert (entry["summary"] or "") == plain(expected["description"])


def works(entries):
    """How many works entries are of: those that name a common target are of one."""
    groups = []
    for entry in entries:
        same = [x["url"] for x in entry["links"] if x["role"] in ("crosspost", "language_variant")]
        names = {entry["url"], *same}
        joined = [group for group in groups if group & names]
        groups = [group for group in groups if not group & names] + [names.union(*joined)]
    return len(groups)


def test_a_real_pair_of_readmes_gives_all_it_says_and_then_asks_for_listings_only(pair, crawling):
    expected, github, export = pair
    with crawling(github) as crawl:
        crawl("github_readme", expected["repo"], "-O", str(export))
        entries = items(export, "entry")
        for name, readme in expected["readmes"].items():
            given = [entry for entry in entries if entry["listing"] == name]
            assert len(given) == readme["counts"]["entries"]
            for entry, one in zip(given, readme["entries"], strict=True):
                same_entry(entry, one)
        listed = [entry for entry in entries if not entry["listing"].endswith("links")]
        assert works(listed) == len(expected["works"]) == 87
        notes = set(wanted_notes(expected))
        assert {name for name, state in states(crawl).items() if state == "archived"} == notes
        outside = {e["source_id"] for e in entries if e["state"] == "external"}
        assert {name for name, state in states(crawl).items() if state == "external"} == outside
        assert versions(crawl) == len(notes)
        crawl.replica.log.clear()
        crawl("github_readme", expected["repo"])
        assert len(crawl.replica.asked("api.github.com")) == 2
        assert len(crawl.replica.asked("raw.githubusercontent.com")) == 2
        assert versions(crawl) == len(notes)


# What changes between two crawls


def test_a_target_listed_twice_is_one_post_with_its_own_title_and_both_entries(crawling):
    with crawling(site()) as crawl:
        crawl("github_readme", HANDLE)
        (post,) = crawl.rows("SELECT * FROM posts WHERE source_id = 'kernel/tiling.md'")
        assert post["title"] == "Tiling itself"
        entries = crawl.rows(
            "SELECT * FROM entries WHERE post_id = ? ORDER BY position", post["id"]
        )
        assert [(e["position"], e["review_status"]) for e in entries] == [
            (1, None),
            (3, "pending_review"),
        ]
        assert states(crawl)["https://zhuanlan.zhihu.com/p/1"] == "external"
        assert not crawl.replica.asked("zhuanlan.zhihu.com")
        assert not crawl.replica.asked("github.com")


def test_an_edited_note_alone_is_asked_for_and_gets_one_version(crawling):
    github = site()
    with crawling(github) as crawl:
        crawl("github_readme", HANDLE)
        github.repositories[0].files["queue/环.md"] += "\n又一段。\n".encode()
        crawl.replica.log.clear()
        crawl("github_readme", HANDLE)
        assert notes_asked(crawl) == ["/someone/notes/HEAD/queue/%E7%8E%AF.md"]
        assert versions(crawl) == 3


def test_a_raw_file_older_than_the_tree_is_got_by_the_next_run(crawling):
    github = site()
    with crawling(github) as crawl:
        github.stale["queue/环.md"] = note(9, "Of yesterday")
        output = crawl("github_readme", HANDLE)
        assert "is not yet what the tree names" in output
        assert states(crawl)["queue/环.md"] == "listed"
        github.stale.clear()
        crawl("github_readme", HANDLE)
        assert states(crawl)["queue/环.md"] == "archived"


def test_a_truncated_tree_leaves_it_to_validators(crawling):
    github = site(lost={"queue/环.md"})
    with crawling(github) as crawl:
        crawl("github_readme", HANDLE)
        crawl("github_readme", HANDLE)
        assert len(notes_asked(crawl)) == 2
        github.repositories[0].files["elsewhere.md"] = b"# A change elsewhere\n"
        crawl("github_readme", HANDLE)
        assert notes_asked(crawl)[2:] == ["/someone/notes/HEAD/queue/%E7%8E%AF.md"]
        assert crawl.replica.log[-1].headers["If-None-Match"]
        assert versions(crawl) == 2


def test_a_missing_note_is_gone_and_the_others_are_kept(crawling):
    github = site()
    del github.repositories[0].files["queue/环.md"]
    with crawling(github) as crawl:
        crawl("github_readme", HANDLE)
        (seen,) = crawl.rows("SELECT * FROM observations")
        assert (seen["seen"], "404" in seen["reason"]) == ("gone", True)
        crawl("github_readme", HANDLE)
        assert states(crawl)["queue/环.md"] == "gone"
        assert states(crawl)["kernel/tiling.md"] == "archived"


# Quota, token, and what is nobody's business


def test_a_spent_quota_means_later_and_not_blocked(crawling):
    github = site()
    github.remaining = 1
    with crawling(github) as crawl:
        output = crawl("github_readme", HANDLE, code=10)
        assert "quota" in output
        (seen,) = crawl.rows("SELECT * FROM observations")
        assert (seen["seen"], seen["transient"]) == ("failed", 1)
        assert b"203.0.113.7" not in b"".join(stored_pages(crawl))
        github.remaining = None
        crawl("github_readme", HANDLE)
        assert states(crawl)["kernel/tiling.md"] == "archived"


def stored_pages(crawl):
    """Every page that the archive keeps."""
    from archive.store import Archive

    with Archive.open(crawl.archive, read_only=True) as archive:
        return [
            archive.stored_page(row["sha256"])
            for row in archive.db.query("SELECT * FROM raw_pages")
        ]


def test_the_token_goes_to_the_api_alone_and_is_never_kept(crawling, monkeypatch, tmp_path):
    monkeypatch.setenv("GITHUB_TOKEN", "ghp_INVENTED")
    with crawling(site()) as crawl:
        export = tmp_path / "posts.jsonl"
        output = crawl("github_readme", HANDLE, "-O", str(export), "-s", "LOG_LEVEL=DEBUG")
        bearers = {seen.host for seen in crawl.replica.log if "ghp_INVENTED" in str(seen.headers)}
        assert bearers == {"api.github.com"}
        assert "ghp_INVENTED" not in output + export.read_text(encoding="utf-8")
        kept = b"".join([*stored_pages(crawl), crawl.archive.read_bytes()])
        for secret in (b"ghp_INVENTED", b"AAAATEMPORARY", b'"pull"'):
            assert secret not in kept


def test_the_token_does_not_follow_a_redirect_to_another_host(crawling, monkeypatch):
    monkeypatch.setenv("GITHUB_TOKEN", "ghp_INVENTED")
    with crawling(site()) as crawl:
        elsewhere = {"Location": "https://files.example.org/card"}
        crawl.replica.faults["api.github.com", "/repos/someone/notes"] = Fault(302, b"", elsewhere)
        crawl("github_readme", HANDLE, code=10)
        (seen,) = [seen for seen in crawl.replica.log if seen.path == "/card"]
        assert "Authorization" not in seen.headers


# What repositories are like


def test_a_renamed_repository_is_read_under_its_old_name(crawling):
    github = site(README.replace("queue/", "https://github.com/someone/notes/blob/main/queue/"))
    github.renamed["someone/diary"] = HANDLE
    with crawling(github) as crawl:
        crawl("github_readme", "someone/diary")
        assert states(crawl)["queue/环.md"] == "archived"


def test_odd_files_survive(crawling):
    odd = {
        "gbk.md": "# 国标\n\n这是一篇用国标编码写成的笔记，讲调度器与显存。\n".encode("gb18030"),
        "bom.md": "# 带标记\n\n正文在此。\n".encode("utf-8-sig"),
        "broken.md": "# 坏字节\n\n一段".encode() + b"\xff" + "很长的正文。\n".encode(),
        "huge.md": b"# Huge\n" + b"x" * (9 << 20),
        "deep/real.md": note(5, "Behind a link"),
    }
    names = [*odd, "link.md", "out.md"]
    readme = "# N\n\n## S\n\n" + "".join(f"- [{n}](./{n})\n" for n in names)
    pointed = {"link.md": "deep/real.md", "out.md": "../../etc/passwd"}
    with crawling(site(readme, files=odd, symbolic_links=pointed)) as crawl:
        crawl("github_readme", HANDLE)
        titles = {r["source_id"]: r["title"] for r in crawl.rows("SELECT * FROM posts")}
        assert [titles[n] for n in ("gbk.md", "bom.md", "broken.md", "link.md")] == [
            "国标",
            "带标记",
            "坏字节",
            "Behind a link",
        ]
        seen = {
            r["url"].rpartition("/")[2]: r["seen"] for r in crawl.rows("SELECT * FROM observations")
        }
        assert seen == {"huge.md": "failed", "out.md": "gone"}
        bodies = crawl.rows("SELECT body_text FROM renderings")
        assert any("这是一篇用国标编码写成的笔记" in row["body_text"] for row in bodies)


@pytest.mark.parametrize(
    ("handle", "files", "code", "reason"),
    [
        ("someone/nothing", {}, 10, "repos/someone/nothing answered 404"),
        ("someone/bare", {"a.md": b"# A"}, 20, "has no README.md at its root"),
        ("someone/prose", {"README.md": b"# Only words"}, 20, "lists no notes"),
    ],
)
def test_what_is_no_index_of_notes_is_said_by_name(crawling, handle, files, code, reason):
    github = GitHubSite([Repository(handle, files)] if files else [])
    with crawling(github) as crawl:
        assert reason in crawl("github_readme", handle, code=code)
        assert not states(crawl)


def test_a_limit_stops_the_index_and_marks_it_incomplete(crawling):
    with crawling(site()) as crawl:
        crawl("github_readme", HANDLE, "-a", "limit=2")
        assert [row["complete"] for row in crawl.rows("SELECT * FROM listings")] == [0]
        assert len(states(crawl)) == 2


def test_a_readme_longer_than_is_read_is_never_complete(crawling):
    entries = [f"- [N{n}](https://zhuanlan.zhihu.com/p/{n}): {'word ' * 4000}" for n in range(40)]
    with crawling(site("# Notes\n\n## All\n\n" + "\n".join(entries))) as crawl:
        crawl("github_readme", HANDLE, code=10)
        (listing,) = crawl.rows("SELECT * FROM listings")
        assert (listing["complete"], 0 < listing["seen"] < 40) == (0, True)
        assert "512000 characters" in listing["reason"]
