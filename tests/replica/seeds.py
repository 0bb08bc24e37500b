"""The four profiles that the project began with, as the replica plays them."""

from tests.replica import Site, csdn, github, github_pages, tencent_cloud

PROFILES = [
    "https://blog.csdn.net/someone",
    "https://swordlidev.github.io/",
    "https://cloud.tencent.com/developer/user/6649301",
    "github_readme:zhaochenyang20/Awesome-ML-SYS-Tutorial",
]


def seed_sites() -> list[Site]:
    return [
        csdn.seed_site("someone"),
        github_pages.seed_site(),
        tencent_cloud.seed_site(),
        github.seed_site(),
    ]
