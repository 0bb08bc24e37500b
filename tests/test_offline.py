import socket
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "address", [("192.0.2.1", 80), ("example.org", 80), ("::ffff:192.0.2.1", 80)]
)
def test_a_connection_that_would_leave_this_machine_fails_the_test(address):
    with pytest.raises(PermissionError, match="leave this machine"):
        socket.create_connection(address, timeout=1)


def test_the_processes_that_tests_start_stay_here_too():
    code = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "leave this machine" in done.stderr


def test_the_processes_that_tests_start_may_have_a_clock_of_their_own(monkeypatch):
    monkeypatch.setenv("PLAYED_CLOCK", "2031-05-06T07:08:09+00:00")
    code = "import datetime; print(datetime.datetime.now(datetime.UTC))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("2031-05-06 07:08:")
