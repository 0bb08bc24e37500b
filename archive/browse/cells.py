"""Cells of Datasette's tables and results that lead to pages of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from datasette.app import Datasette

#: Where a row tells which post its title is of. Results of queries have no table.
POST_IN = {"posts": "id", "articles": "id", None: "post_id"}
LINK = Markup('<a href="{}/-/post/{}">{}</a>')


def title(
    datasette: Datasette, database: str, table: str | None, row: Mapping[str, Any], value: Any
) -> Markup | None:
    """The title of a post as a link to where it is read; None where it is not clear which post it is."""
    column = POST_IN.get(table)
    if column is None or column not in row.keys() or not isinstance(row[column], int):  # noqa: SIM118
        return None
    return LINK.format(datasette.urls.database(database), row[column], value)
