"""The one meaning of a user's mistake."""


class ConfigurationError(Exception):
    """Something the user gave cannot be used: an address, an argument, profiles.toml."""
