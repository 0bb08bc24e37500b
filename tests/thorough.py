"""Cases of one kind: a few of them in every run, the others in `make soak`."""

from collections.abc import Iterable
from typing import Any

import pytest


def cases(always: Iterable[Any], soak: Iterable[Any]) -> list[Any]:
    """Parameters for `parametrize`."""
    return [*always, *(pytest.param(case, marks=pytest.mark.soak) for case in soak)]
