"""Unattended: whose turn it is, what is broken, and who is told.

due ──► crawl ──► troubles ──► incidents ──► alerts (messages ──► command) · heartbeat
                                   └──► health: what `status` shows
"""
