"""What a crawl asks the archive before it asks the site."""

from tests.replica.github import GitHubSite, Repository, note

README = """# 学习笔记

## 推理

- [显存](./vram.md) 分页管理
- [调度](./scheduling.md) 连续批处理
"""
RAW = "raw.githubusercontent.com"


def is_page(path: str) -> bool:
    return path.endswith(".md")


def test_a_page_that_is_not_modified_is_read_from_the_archive(crawling):
    files = {
        "README.md": README.encode(),
        "vram.md": note(1, "显存"),
        "scheduling.md": note(2, "调度"),
    }
    repository = Repository("linshen/notes", files)
    with crawling(GitHubSite([repository])) as crawl:
        crawl("github_readme", repository.handle)
        crawl.replica.log.clear()

        files["vram.md"] = note(3, "显存")
        output = crawl("github_readme", repository.handle)
        assert "response_status_count/304" in output
        asked = {a.path: a.headers for a in crawl.replica.log if a.host == RAW and is_page(a.path)}
        assert [path.rpartition("/")[2] for path in asked] == ["README.md", "vram.md"]
        assert all("If-None-Match" in headers for headers in asked.values())
        fetched = (
            "SELECT raw_sha256, status, encoding FROM fetches JOIN raw_pages ON sha256 = raw_sha256"
        )
        first, second = crawl.rows(f"{fetched} WHERE url LIKE '%/README.md' ORDER BY id")
        assert tuple(first) == tuple(second)
        assert first["status"] == 200
        counts = "SELECT listed, new, revised, unchanged, outcome FROM crawls ORDER BY id"
        assert [tuple(row) for row in crawl.rows(counts)] == [
            (2, 2, 0, 0, "complete"),
            (2, 0, 1, 1, "complete"),
        ]
