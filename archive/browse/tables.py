"""What Datasette is told of the tables: descriptions, facets, labels, order and search."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """A table or view: its description, that of each column, and Datasette's table configuration."""

    description: str
    columns: dict[str, str]
    configuration: dict[str, Any]

    @property
    def metadata(self) -> dict[str, Any]:
        """All of it as Datasette 0.65 wants it, in one mapping."""
        told = {"description": self.description, "columns": dict(self.columns)}
        return told | self.configuration


def described(columns_of: dict[str, list[str]]) -> dict[str, Table]:
    """The tables that `columns_of` names, each with its columns, as `tables.toml` tells of them."""
    told = tomllib.loads(files(__package__).joinpath("tables.toml").read_text(encoding="utf-8"))
    return {
        name: _table(told["tables"][name], told["columns"], columns)
        for name, columns in columns_of.items()
        if name in told["tables"]
    }


def _table(told: dict[str, Any], everywhere: dict[str, str], columns: list[str]) -> Table:
    better = everywhere | told.get("columns", {})
    return Table(
        description=told["description"],
        columns={name: better[name] for name in columns if name in better},
        configuration={k: v for k, v in told.items() if k not in ("description", "columns")},
    )
