"""Filling in the files that lie in `templates/`."""

from jinja2 import Environment, PackageLoader, StrictUndefined

TEMPLATES = Environment(
    loader=PackageLoader("archive.schedule"),
    # Neither systemd nor cron nor GitHub Actions, which writes ${{ … }}, gives a meaning to these.
    variable_start_string="<<",
    variable_end_string=">>",
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,  # no markup: each module quotes by the rules of its scheduler
)


def filled(name: str, **values: str) -> str:
    """The template of that name with its values, each quoted already."""
    return TEMPLATES.get_template(name).render(values)
