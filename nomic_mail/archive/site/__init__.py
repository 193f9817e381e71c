"""The game as a web site of plain files: to be read with any browser, now and in thirty years.

1. All there is to load lies in the folder, and a page needs none of it but its style: it reads the
   same from a disk, from any web server, and without scripts.
2. What people wrote is text, never markup: each value is escaped, whatever it is. A file is named
   by a number or a word of ours.
3. The game is gone through once; what its pages tell lies on a shelf until its page is written, and
   pages are written one after the other: a long game takes time, and no more memory.
4. The same game gives the same bytes. No page tells how long ago anything was.
5. `since` leaves out the pages that nothing after that place in the ledger is on. What comes of an
   event in REWRITES may stand on any page: then everything is written again.
"""

from nomic_mail.archive.site.glance import read_glance
from nomic_mail.archive.site.pages import Page, all_games, rewrites, site_pages
from nomic_mail.archive.site.shown import NOT_SHOWN, Shown, read_shown

__all__ = [
    "NOT_SHOWN",
    "Page",
    "Shown",
    "all_games",
    "read_glance",
    "read_shown",
    "rewrites",
    "site_pages",
]
