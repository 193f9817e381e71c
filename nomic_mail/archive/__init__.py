"""Where the record leaves the house: given an iterator of events, the forms it is kept in.

1. A form is made of events alone, taken once and in order; who reads them from where is the
   caller's. One game and one head give the same bytes, on every machine and every time.
2. No mail address is in any of them: events hold none (DESIGN, The core). What players write into
   their own texts stays as they wrote it.
3. Sealed parts never leave before a later event opens them: not how an open ballot reads, not the
   seed of the dice, not a link that has not been thrown with.
4. Everything that can be recomputed comes with what it is recomputed from.
5. Forms outlive this program: a key once published keeps its meaning; new keys may come.
"""
