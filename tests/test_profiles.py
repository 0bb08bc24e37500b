from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.configuration import ConfigurationError
from scraper.profiles import ProfilesFile, listed_profiles, recognise

COMMENTED = """\
# Friends' blogs
[[profiles]]
url = "https://blog.csdn.net/someone"  # since 2024

[crawl]
contact = "me@example.org"
delays = { csdn = 5 }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "profiles.toml"


def test_a_missing_file_is_an_empty_one(path):
    assert ProfilesFile(path).addresses == {}


def test_adding_keeps_comments_and_what_was_there(path):
    path.write_text(COMMENTED, encoding="utf-8")
    file = ProfilesFile(path)
    file.add(["https://someone.github.io/"])
    file.save()
    text = path.read_text(encoding="utf-8")
    assert "# Friends' blogs" in text
    assert "# since 2024" in text
    assert list(ProfilesFile(path).addresses) == [
        "https://blog.csdn.net/someone",
        "https://someone.github.io/",
    ]
    assert ProfilesFile(path).crawl.delays == {"csdn": 5}


def test_removing_takes_out_one_profile_by_any_of_its_addresses(path):
    path.write_text(COMMENTED, encoding="utf-8")
    file = ProfilesFile(path)
    file.remove("csdn:someone")
    file.save()
    assert ProfilesFile(path).addresses == {}
    assert "contact" in path.read_text(encoding="utf-8")


def test_removing_what_is_not_there_says_where_it_is_not(path):
    with pytest.raises(ConfigurationError, match=r"profiles\.toml has no csdn:nobody"):
        ProfilesFile(path).remove("csdn:nobody")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[profiles]]\nurl = 'https://a.example'\nintervall = 3", "intervall"),
        ("[[profiles]]\nenabled = true", "url or handle"),
        ("[[profiles]]\nurl = 3", "url"),
        ("[crawl]\ndelay = 3", "delay"),
        ("[crawl]\ndelays = { csdn = -5 }", "csdn = -5"),
        ("[crawl]\ndelays = { csdn = '5' }", "csdn = '5'"),
        ("[crawl]\ndelays = { medium = 5 }", "medium = 5"),
        ("[media]\nvideos = true", "videos"),
        ("[media]\npictures = 'yes'", "pictures"),
        ("[media]\nlargest = 0", "largest = 0"),
        ("[media]\nlargest = true", "largest is no int"),
        ("[[profiles]]\nurl = 'a'\ninterval = 0", "interval = 0 is no number of hours"),
        ("[crawl]\nminutes = '1'", "minutes is no number"),
        ("[crawl]\nrequests = 0", "requests = 0"),
        ("[alerts]\ncommand = 1", "command is no str"),
        ("[media]\nlargest = 99999999999999999999", "is no number of MB from 1 to 1000"),
        ("[crawling]\n", "crawling"),
        ("profiles = 3", "profiles"),
        ("profiles = [3]", "table"),
        ("crawl = 3", "crawl"),
        ("[[profiles", "profiles.toml"),
    ],
)
def test_what_nobody_would_read_is_refused_by_name(path, text, complaint):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=complaint):
        ProfilesFile(path)


def test_the_mark_that_windows_puts_before_a_text_is_no_mistake(path):
    path.write_text(COMMENTED, encoding="utf-8-sig")
    assert list(ProfilesFile(path).addresses) == ["https://blog.csdn.net/someone"]


def test_bytes_that_are_no_text_are_refused(path):
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match=r"profiles\.toml"):
        ProfilesFile(path)


def test_a_disabled_profile_is_not_crawled(path):
    path.write_text('[[profiles]]\nhandle = "csdn:someone"\nenabled = false\n', encoding="utf-8")
    assert listed_profiles(path.with_name("archive.db")) == []


@pytest.mark.parametrize(
    ("address", "platform", "handle"),
    [
        ("https://blog.csdn.net/someone", "csdn", "someone"),
        ("blog.csdn.net/someone", "csdn", "someone"),
        ("csdn:someone", "csdn", "someone"),
        ("CSDN:someone", "csdn", "someone"),
        ("https://cloud.tencent.com/developer/user/1234567", "tencent_cloud", "1234567"),
        ("https://github.com/owner/repository", "github_readme", "owner/repository"),
        ("github_readme:owner/repository", "github_readme", "owner/repository"),
        ("https://someone.github.io/", "github_pages", "someone.github.io"),
        ("someone.github.io", "github_pages", "someone.github.io"),
        ("https://someone.github.io/blog/", "github_pages", "someone.github.io/blog"),
        ("HTTPS://GitHub.com/Owner/repository", "github_readme", "Owner/repository"),
        ("https://github.com:443/owner/repository", "github_readme", "owner/repository"),
        ("https://m.cloud.tencent.com/developer/user/7002", "tencent_cloud", "7002"),
        ("m.blog.csdn.net/someone", "csdn", "someone"),
        ("https://someone.github.io:443/", "github_pages", "someone.github.io"),
        ("http://someone.github.io:80/", "github_pages", "someone.github.io"),
        ("https://someone.example:8443/", "github_pages", "someone.example:8443"),
    ],
)
def test_the_platform_is_recognised_from_the_address(address, platform, handle):
    profile = recognise(address)
    assert (profile.platform, profile.handle) == (platform, handle)


@pytest.mark.parametrize(
    "address",
    [
        "medium:someone",
        "ftp://blog.csdn.net/x",
        "https://",
        "",
        ":",
        "csdn:",
        "csdn:a\nb",
        "csdn:\x1b[31m",
    ],
)
def test_what_is_no_profile_is_refused(address):
    with pytest.raises(ConfigurationError):
        recognise(address)


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("nonsense", "nonsense: no blog's address"),
        ("", "(nothing): "),
        ('"https://blog.csdn.net/someone"', "without what is around it"),
        ("<https://blog.csdn.net/someone>", "without what is around it"),
        ("csdn:<someone>", "without what is around it"),
        ("csdn", "whose? expected csdn:HANDLE"),
        ("CSDN:", "whose? expected csdn:HANDLE"),
        ("javascript:alert(1)", "no platform 'javascript'"),
        ("git@github.com:o/r.git", "that is for git: type https://github.com/o/r"),
        ("ｈｔｔｐｓ：／／ｂｌｏｇ．ｃｓｄｎ．ｎｅｔ／x", "type https://blog.csdn.net/x"),
        ("https://ｂｌｏｇ.csdn.net/x", "type https://blog.csdn.net"),
        ("github.com/someone", "github.com/someone: no repository"),
    ],
)
def test_a_refusal_shows_the_address_as_it_was_typed_and_says_what_is_wrong(address, complaint):
    with pytest.raises(ConfigurationError) as refused:
        recognise(address)
    assert complaint in str(refused.value)
    assert str(refused.value).startswith(address or "(nothing)")


def test_an_entry_that_names_no_profile_costs_no_other(path):
    text = COMMENTED + '[[profiles]]\nurl = "nonsense"\n[[profiles]]\nhandle = ""\n'
    path.write_text(text, encoding="utf-8")
    file = ProfilesFile(path)
    assert [p.handle for p in listed_profiles(path.with_name("archive.db"))] == ["someone"]
    assert list(file.mistakes) == ["nonsense", ""]
    assert (
        f"{path}, [[profiles]] number 2: nonsense: no blog's address" in file.mistakes["nonsense"]
    )
    file.remove("nonsense")
    file.remove("")
    assert file.text == COMMENTED


@given(st.text())
def test_no_text_crashes_the_recognition(address):
    try:
        profile = recognise(address)
    except ConfigurationError:
        return
    assert recognise(profile.url).handle == profile.handle
