"""What the pages and answers of Tencent Cloud's developer community say: pure parsing, no requests."""
