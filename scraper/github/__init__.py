"""What GitHub and the authors of notes on it write: trees, READMEs that are indexes, entries."""
