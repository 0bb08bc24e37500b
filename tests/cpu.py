"""What a call costs, on a machine that others use too."""

import time
from collections.abc import Callable


def spent(function: Callable[..., object], *arguments: object) -> float:
    """The processor seconds of one call: waiting for other processes is not counted."""
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start
