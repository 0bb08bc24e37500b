"""Play the replica by hand: `python -m tests.replica --root DIR --port N`.

DIR holds static sites, one folder a host; the four seed profiles are there in any case. Then, in
another terminal: `scrapy crawl csdn -a profile=… -s REPLICA=127.0.0.1:N`.
"""

import argparse
import asyncio
from pathlib import Path

from tests.replica import Replica, Site
from tests.replica.seeds import PROFILES, seed_sites
from tests.replica.static import StaticSites


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, help="a folder of static sites, one a host")
    parser.add_argument("--port", type=int, default=8899)
    given = parser.parse_args()
    sites: list[Site] = [*([StaticSites(given.root)] if given.root else []), *seed_sites()]
    replica = Replica(sites)
    runner = await replica.serve(given.port)
    hosts = ", ".join(host for site in sites for host in site.hosts)
    print(f"REPLICA={replica.address} plays {hosts}\nprofiles: {' '.join(PROFILES)}")  # noqa: T201
    try:
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main())
