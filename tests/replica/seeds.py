"""The four profiles that the project began with, as the replica plays them."""

from tests.replica import Site

PROFILES: list[str] = []


def seed_sites() -> list[Site]:
    return []
