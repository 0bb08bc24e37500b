"""Plots are drawings of their numbers, and nothing else."""

from lxml import etree, html

from archive.browse.plots import HEIGHT, MOST, WIDTH, bars, by_month, line

DAY = "2026-03-{:02}T08:00:00Z"


def numbers(element: etree._Element, name: str) -> float:
    return float(element.get(name, "nan"))


def test_bars_are_as_high_as_their_counts_and_fill_the_width() -> None:
    drawn = [*html.fromstring(bars([1, 4, 0] * 5, [*"abcdefghijklmno"], "Posts")).iter("rect")]
    assert [numbers(bar, "height") for bar in drawn[:3]] == [25, HEIGHT, 0]
    assert [numbers(bar, "y") for bar in drawn[:3]] == [75, 0, HEIGHT]
    assert WIDTH * 0.9 < numbers(drawn[-1], "x") + numbers(drawn[-1], "width") <= WIDTH


def test_a_bar_alone_does_not_fill_the_page() -> None:
    assert numbers(html.fromstring(bars([5], ["2026-01"], "Posts")).find(".//rect"), "width") < 50


def test_a_plot_is_told_in_words() -> None:
    drawn = html.fromstring(bars([2, 1200], ["2026-01", "2026-02"], "Posts a month"))
    told = drawn.find("svg").get("aria-label")
    assert told == "Posts a month: 2026-01, 1,200 in 2026-02, 2026-02"
    assert drawn.findtext(".//title") == "2026-01: 2"


def test_a_line_goes_by_time_and_from_the_lowest_to_the_highest() -> None:
    drawn = line([10, 10, 30], [DAY.format(day) for day in (1, 2, 5)], "Views")
    points = html.fromstring(drawn).find(".//polyline").get("points")
    assert points == "0.00,100.00 150.00,100.00 600.00,0.00"


def test_what_has_no_course_is_not_drawn() -> None:
    assert bars([], [], "Posts") == ""
    assert line([10], [DAY.format(1)], "Views") == ""


def test_a_value_that_stays_is_a_line_too() -> None:
    assert "0.00,100.00 600.00,100.00" in line([7, 7], ["2026-03-01", "2026-03-02"], "Views")


def test_names_are_text() -> None:
    drawn = bars([1], ["</title><script>alert(1)</script>"], '"><script>')
    assert not html.fromstring(drawn).xpath(".//script")


def test_months_without_posts_are_there_and_a_date_far_off_makes_no_endless_plot() -> None:
    assert by_month({"2025-11": 1, "2026-02": 3}) == {
        "2025-11": 1,
        "2025-12": 0,
        "2026-01": 0,
        "2026-02": 3,
    }
    assert len(by_month({"1990-01": 1, "9999-12": 1})) == MOST
    assert by_month({}) == {}
