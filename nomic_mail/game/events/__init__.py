"""What happened: the ledger's entries, the record rule 012 asks for.

1. An event is an outcome, complete in itself; folding events needs no rule and no luck.
2. Fields named in `SEALED` (a ballot's choice before the count, the dice seed) are kept apart from
   the public part; the ledger's hash covers only their salted digest until they are opened.
3. A correction is a new event. Nothing here is ever changed or taken out.
4. `VERSION` is the version of a kind's written form; older forms are read through upcasters.
5. A kind of event has one home: its class, in the file of its kin (`kind.py` says what it can say
   of itself). `KINDS` has them all, by name.
"""

# ruff: noqa: F403  the names are written once, where the kinds are
from nomic_mail.game.events.acts import *
from nomic_mail.game.events.discretion import *
from nomic_mail.game.events.judgments import *
from nomic_mail.game.events.kind import *
from nomic_mail.game.events.people import *
from nomic_mail.game.events.play import *
from nomic_mail.game.events.programs import *
from nomic_mail.game.events.proposals import *
from nomic_mail.game.events.turns import *
from nomic_mail.game.events.votes import *
