import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.command import Command
from tests.replica import Replica
from tests.replica.csdn import seed_site

PROFILE = f"csdn:{seed_site().user}"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Command]:
    with Replica([seed_site()]).running() as replica:
        yield Command(tmp_path, replica)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """An archive of the CSDN seed, for commands that only read."""
    with Replica([seed_site()]).running() as replica:
        command = Command(tmp_path_factory.mktemp("crawled"), replica)
        command("crawl", PROFILE)
        yield command


def test_add_recognises_platforms_keeps_comments_and_adds_nobody_twice(run):
    (run.folder / "profiles.toml").write_text("# my friends\n", encoding="utf-8")
    said = run(
        "add",
        "https://blog.csdn.net/someone",
        "-",
        stdin="someone.github.io # a friend\n\n# mine\n",
    )
    assert "added csdn:someone" in said
    assert "added github_pages:someone.github.io" in said
    assert f"creating {run.folder / 'archive.db'}" in said
    assert "is there already" in run("add", "csdn:someone")
    assert (run.folder / "profiles.toml").read_text(encoding="utf-8").startswith("# my friends\n")
    listed = json.loads(run("profiles", "--json"))
    assert [p["profile"] for p in listed] == ["csdn:someone", "github_pages:someone.github.io"]


def test_one_bad_address_of_sixty_is_named_and_the_others_are_added(run):
    lines = [f"https://blog.csdn.net/author{number}" for number in range(59)]
    lines.insert(30, "medium:someone")
    said = run("add", "-", code=40, stdin="\ufeff" + "\r\n".join(lines))
    assert "not added: medium:someone: no platform 'medium'" in said
    assert "1 of 60 addresses not added" in said
    assert len(json.loads(run("profiles", "--json"))) == 59
    assert run("add", "-", code=40, stdin="\n".join(lines)).count("is there already") == 59


def test_another_spelling_of_a_profile_is_there_already_as_it_is_written(run):
    run("add", "github_readme:Someone/notes9", "csdn:AUTHOR9_1", "https://blog9.github.io/a")
    said = run("add", "github_readme:someone/notes9", "csdn:author9_1", "blog9.github.io:443/a")
    assert "github_readme:someone/notes9 is there already, as github_readme:Someone/notes9" in said
    assert "csdn:author9_1 is there already, as csdn:AUTHOR9_1" in said
    assert "github_pages:blog9.github.io/a is there already\n" in said
    assert "added" in run("add", "https://blog9.github.io/A")


def test_a_line_that_names_no_profile_keeps_nobody_from_adding_listing_and_removing(run):
    file = run.folder / "profiles.toml"
    file.write_text('[[profiles]]\nurl = "nonsense"  # mistaken\n', encoding="utf-8")
    assert "added csdn:someone" in run("add", "csdn:someone")
    listed = run("profiles")
    assert "csdn:someone" in listed
    assert f"{file}, [[profiles]] number 1: nonsense: no blog's address" in listed
    assert "removed nonsense" in run("remove", "nonsense")
    assert "nonsense" not in run("profiles")


def test_all_profiles_may_go_and_others_come(run):
    run("add", "csdn:someone")
    run("remove", "csdn:someone")
    assert "added csdn:another" in run("add", "csdn:another")
    assert [p["profile"] for p in json.loads(run("profiles", "--json"))] == ["csdn:another"]


def test_an_address_that_is_no_text_is_refused_alone(run):
    command = [Path(sys.executable).with_name("blog-archiver"), "add", "-"]
    given = b"\xff\xfe\x00\nhttps://blog.csdn.net/someone\n"
    done = subprocess.run(command, cwd=run.folder, input=given, capture_output=True, check=False)
    assert done.returncode == 40
    assert b"added csdn:someone" in done.stdout
    assert b"1 of 2 addresses not added" in done.stderr


def test_nothing_but_bad_addresses_makes_no_file(run):
    assert "medium" in run("add", "medium:someone", code=40)
    assert list(run.folder.iterdir()) == []


def test_remove_stops_crawling_and_keeps_the_posts(run):
    run("add", PROFILE)
    run("crawl", "--limit", "3")
    assert "its posts stay" in run("remove", PROFILE)
    assert "no profiles" in run("crawl", code=40)
    assert json.loads(run("status", "--json"))["profiles"][0]["archived"] == 3


def test_crawl_without_profiles_says_what_to_do(run):
    assert "blog-archiver add ADDRESS" in run("crawl", code=40)


def test_crawl_sums_up_what_is_new_and_what_is_not(run):
    row = r"csdn:\S+\s+46\s+46\s+0\s+0\s+0\s+complete"
    assert re.search(row, run("crawl", PROFILE))
    assert re.search(r"csdn:\S+\s+46\s+0\s+0\s+46\s+0\s+complete", run("crawl", PROFILE))
    assert run("crawl", "-q", PROFILE) == ""


def test_limit_marks_the_listing_incomplete(run):
    assert "stopped after 5 entries" in run("crawl", PROFILE, "--limit", "5")


def test_a_dry_run_lists_every_post_and_keeps_nothing(run):
    said = run("crawl", PROFILE, "--dry-run")
    assert len(re.findall(r"^https://\S+/article/details/\d+\t\S", said, re.M)) == 46
    assert not (run.folder / "archive.db").exists()
    assert not [path for path in run.replica.asked("blog.csdn.net") if "details" in path]


def test_a_scrapy_setting_reaches_the_crawl(run):
    run("crawl", PROFILE, "-s", "USER_AGENT=probe", "--limit", "1")
    assert {seen.headers["User-Agent"] for seen in run.replica.log} == {"probe"}
    assert "NAME=VALUE" in run("crawl", PROFILE, "-s", "NONSENSE", code=40)
    said = run("crawl", PROFILE, "-s", "DOWNLOAD_DELAY=abc", code=40)
    assert said.startswith("blog-archiver: -s DOWNLOAD_DELAY=abc")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [("search", "显存"), ("show", "1"), ("status",), ("browse",)], ids=" ".join
)
def test_only_commands_that_fill_an_archive_may_make_one(run, arguments):
    said = run(*arguments, code=50)
    assert str(run.folder / "archive.db") in said
    assert not (run.folder / "archive.db").exists()


def test_search_gives_programs_a_list_of_objects(crawled):
    hits = json.loads(crawled("search", "vLLM", "--json"))
    assert hits
    assert all({"url", "title", "snippet", "score", "profile"} <= set(hit) for hit in hits)
    assert len(json.loads(crawled("search", "vLLM", "--json", "--limit", "2"))) == 2
    assert json.loads(crawled("search", "没有这样的词组", "--json")) == []


def test_search_shows_people_titles_addresses_and_snippets(crawled):
    said = crawled("search", "CUDA Graph")
    assert "vLLM 里的 CUDA Graph" in said
    assert "https://blog.csdn.net/" in said
    assert "nothing found" in crawled("search", "没有这样的词组")


def test_search_takes_filters_and_says_what_is_near(crawled):
    years = [
        json.loads(crawled("search", "", "--json", "--limit", "100", "--year", year))
        for year in ("2026", "1999")
    ]
    assert {hit["published_on"][:4] for hit in years[0]} == {"2026"}
    assert years[1] == []
    by_date = json.loads(
        crawled("search", "vLLM", "--json", "--sort", "date", "--profile", PROFILE)
    )
    days = [hit["published_on"] for hit in by_date]
    assert days == sorted(days, reverse=True)
    assert "there is: vLLM" in crawled("search", "vLLM", "--platform", "tencent_cloud")


@pytest.mark.parametrize(
    ("option", "value", "known"),
    [
        ("--platform", "medium", "csdn"),
        ("--profile", "csdn:nobody", PROFILE),
        ("--kind", "poem", "original"),
        ("--year", "26", "YYYY"),
    ],
)
def test_a_filter_that_no_post_can_pass_is_refused_with_what_there_is(
    crawled, option, value, known
):
    said = crawled("search", "vLLM", option, value, code=2)
    assert value in said
    assert known in said


def test_a_quote_that_is_not_closed_is_pointed_out(crawled):
    assert "quote is not closed" in crawled("search", '"CUDA Graph')
    assert "quote" not in crawled("search", '"CUDA Graph"')


def test_show_prints_a_post_by_any_of_its_names(crawled):
    post = json.loads(crawled("show", "1", "--json"))
    for name in (post["url"], f"csdn:{post['source_id']}"):
        assert json.loads(crawled("show", name, "--json")) == post
    said = crawled("show", "1")
    assert post["title"] in said
    assert post["body_markdown"] in said
    assert "quality: " in said


def test_a_post_that_is_not_there_is_said_by_name(crawled):
    assert "csdn:999" in crawled("show", "csdn:999", code=40)


def test_status_counts_profile_by_profile(crawled):
    (row,) = json.loads(crawled("status", "--json"))["profiles"]
    assert row["profile"] == PROFILE
    assert (row["declared"], row["listed"], row["archived"], row["missing"]) == (46, 46, 46, 0)
    assert re.search(rf"{PROFILE}\s+46\s+46\s+46", crawled("status"))


def test_browse_serves_datasette_on_this_machine(crawled):
    command = [Path(sys.executable).with_name("blog-archiver"), "browse", "--port", "0"]
    with subprocess.Popen(
        command, cwd=crawled.folder, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            said = (re.search(r"http://127.0.0.1:\d+", line) for line in process.stderr)
            address = next(found[0] for found in said if found)
            asked = {"_search": "显存", "_shape": "array"}
            found = httpx.get(f"{address}/archive/posts.json", params=asked)
            assert found.status_code == 200
            assert len(found.json()) > 0
        finally:
            process.terminate()


@pytest.mark.parametrize(
    "command",
    ["crawl", "add", "profiles", "remove", "search", "show", "status", "schedule", "browse"],
)
def test_every_command_explains_itself(run, command):
    said = run(command, "--help")
    assert f"Usage: blog-archiver {command}" in said or f"Usage: main {command}" in said
    assert "--archive" in said
