"""One file a platform: where its posts are listed, and what its pages hold."""
