"""What the server says: events in, finished letters out.

1. `compose` is pure: it says who is told what, as facts. No word of a letter stands in code.
2. `render` puts the facts into `templates/`, once as text and once as a page, mints the reply token
   and makes the final bytes (`parcel`), with the deadlines as calendar entries.
3. What one letter or one tick brought about is one letter to each person.
4. First what happened, then what you can do now, then by when, then how.
"""
