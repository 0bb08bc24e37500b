import pytest

from scraper.configuration import ConfigurationError
from scraper.given import check_settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DOWNLOAD_DELAY", "abc"),
        ("DOWNLOAD_TIMEOUT", "nan"),
        ("CONCURRENT_REQUESTS", "1.5"),
        ("COOKIES_ENABLED", "maybe"),
        ("PLATFORM_HEADERS", "{"),
        ("RETRY_HTTP_CODES", "500,x"),
        ("LOG_LEVEL", "LOUD"),
        ("SCHEDULER", "nowhere.Scheduler"),
    ],
)
def test_a_value_that_scrapy_cannot_read_is_refused_by_name(name, value):
    with pytest.raises(ConfigurationError, match=f"-s {name}="):
        check_settings({name: value})


def test_a_name_that_nobody_reads_is_refused_with_what_is_like_it():
    with pytest.raises(ConfigurationError, match="no such setting, but DOWNLOAD_DELAY"):
        check_settings({"DOWNLOAD_DELLAY": "5"})
    with pytest.raises(ConfigurationError, match="no such setting$"):
        check_settings({"XYZZY": "5"})


def test_what_scrapy_and_the_project_can_read_passes():
    check_settings(
        {
            "DOWNLOAD_DELAY": "0.5",
            "CONCURRENT_REQUESTS": "2",
            "RECHECK": "true",
            "RETRY_HTTP_CODES": "500,503",
            "LOG_LEVEL": "DEBUG",
            "USER_AGENT": "probe",
            "REPLICA": "127.0.0.1:8899",
            "PLATFORM_HEADERS": '{"A": "b"}',
            "JOBDIR": "somewhere",
        }
    )
