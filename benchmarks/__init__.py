"""Speed, memory, fidelity and search, as ratios to a peer or a bare limit in the same run."""
