"""What people write: proposals and effects of every kind, in proper form or not, votes as people
word them, all the other commands, and what is none."""

from nomic_mail.play.simulator.luck import Luck

NAMES = (
    "Ada Lovelace",
    "Bob Babbage",
    "Cid Cantor",
    "Dora Dent",
    "Eve Euler",
    "Fay Fermat",
)
EFFECTS: tuple[tuple[str, ...] | None, ...] = (
    None,
    None,
    (),
    ("victory: 30",),
    ("adoption: majority of eligible",),
    ("reward proposer: 3d6+1", "penalty defeat: 3"),
    ("limit mutable: 13",),
    ("nonsense: yes",),
    ("adoption: never",),
    ("adoption: 2/3 of cast, quorum 1/2, after circuits 1: majority of eligible over 203",),
    ("void: rule 203", "order: alphabetical"),
    ("void: rule 301", "void: rule 302"),
    ("skipping: allowed over 201", "judge: player before the mover"),
    ("lateness: moderator may remove", "overrule: majority of others"),
    ("reward proposer: 999999999999 * 999999999999 * (0 - score)", "victory: none"),
    ("penalty defeat: 7 / (favourable - opposed)", "ballots: secret with abstention"),
    ("procedure: chair, call 0h, discussion 2h, vote 1h, proposers 2",),
    ("procedure: chair", "order: alphabetical"),
    ("procedure: turns", "order: as joined"),
    ("procedure: open, each 2, debate 2h, vote 6h",),
    ("procedure: open, debate 0h", "vote ends: when decided"),
    ("vote ends: at the deadline", "proposer votes: for"),
    ("judge: by lot over all", "overrule: majority of others"),
    ("overrule: 2/3 of cast over all", "win: play on"),
    ("vote changes: never", "vote ends: at the deadline"),
    ("proposer votes: not", "tie: passes"),
    ("adoption: majority of cast, quorum 3 heads", "tie: chair"),
    ("inactive: after 1 vote missed",),
    ("inactive: after 2 votes missed", "adoption: majority of eligible"),
    ("adoption of repeal: majority of cast", "reward voters: 1", "penalty absent: 2"),
    ("reward adopted: 10", "reward for: 3", "vote ends: when all voted"),
    ("debate: proponent or judge", "judge: player before the mover"),
    ("votes: score / 10", "start: 12"),
    ("votes: max(1, 3 - score)", "reward proposer: 4 instead of 202"),
    ("membership: unanimous vote", "leaver points: surplus"),
    ("membership: moderator", "leaver points: stay"),
    ("membership: open", "reward against: opposed * 3"),
    ("precedence: highest number", "adoption: 1/3 of cast"),
    ("transmutation: majority of cast",),
    ("limit mutable: 30 over 209", "precedence: highest number over 211"),
    ("reward against: 5 over 204", "penalty defeat: 2 defers to 206"),
)
MORE_EFFECTS: tuple[tuple[str, ...] | None, ...] = (
    ("victory: 8",),
    ("paradox: winner by ruling", "consultation: forbidden"),
    ("numbering: from 301", "debate: proponent"),
    ("reward proposer: (ordinal - 291) * favourable / cast",),
    ("adoption: majority of cast", "lateness: moderator may remove over 011"),
)
TEXTS = ("There is tea.", "Two\n\nparagraphs, and a rule.", "Whoever drinks tea says so.", "")
TITLES = ("Tea", "Cake and what goes with it", "", "Für alle")
FOR = ("FOR {n}", "{n}: for", "I vote FOR {n}", "VOTE {n} FOR", "FOR {n}.", "FOR {n}\n\nBob")
AGAINST = ("AGAINST {n}", "{n}: against", "I vote AGAINST {n}", "VOTE {n} AGAINST", "against {n}.")
BARE = {"for": ("FOR", "yes", "Aye", "+1"), "against": ("AGAINST", "no", "Nay", "-1")}
UNCLEAR = (
    "for {n}, perhaps",
    "If Ada votes for, then FOR {n}",
    "FOR {n}\nAGAINST {n}",
    "I would be inclined to vote for {n}",
    "> FOR {n}",
    "Shall I vote FOR {n}?",
    "-- \nFOR {n}",
)
MOVES = (
    "REVISE\nOther words, and more of them.",
    "REVISE: Another title",
    "REVISE\nOther words.\nEffects:\n  victory: 40",
    "WITHDRAW",
    "RETRACT",
    "RETRACT {n}",
    "JUDGMENT: Is tea a drink?",
    "JUDGMENT: Is tea a drink?",
    "JUDGMENT END DEBATE",
    "JUDGMENT CHAIR: it takes too long",
    "OVERRULE",
    "UPHOLD",
    "CONSENT",
    "AWAY 3 days",
    "AWAY 5 weeks",
    "BACK",
    "FORFEIT",
    "CALL VOTE",
    "CALL VOTE 3 days",
    "CALL PROPOSALS",
    "CALL DISCUSSION 3 days",
    "EXTEND 2 days",
    "REFUSE",
    "FOR ALL",
    "AGAINST the rest",
    "ABSTAIN {n}",
)
RULINGS = (
    "RULING\nIt is so.",
    "RULING\nIt is so, by the custom.",
    "RULING END DEBATE\nEnough was said.",
    "RULING REPLACE CHAIR\nIt took too long.",
    "RULING\nPlay cannot go on.\nWINNER: {name}",
)
QUESTIONS = (
    "JOIN {name}",
    "STATUS",
    "WHOAMI",
    "RULES",
    "RULE {rule}",
    "RULE {rule} AT 2026-03-03",
    "WHY adoption",
    "SCORES",
    "PROPOSALS",
    "PROPOSAL {n}",
    "HISTORY",
    "VERIFY",
    "HELP",
    "HELP CLAUSES",
    "DIGEST DAILY",
    "DIGEST IMMEDIATE",
    "TIMEZONE Europe/Berlin",
    "TALK OFF",
    "TALK IMMEDIATE",
    "PREVIEW AMEND {rule}: What if\nOther words.\nEffects:\n  victory: 5",
    "PREVIEW REPEAL {rule}",
    "Thank you all for the game!",
    "STATUS\nSCORES\nFOR {n}\nHmm.",
    "START",
    "END GAME",
    "",
)
ACTS = (
    "PAUSE: a fair",
    "RESUME",
    "ANNOUNCE\nThe tea is ready.",
    "SET vote_window = 3d: shorter",
    "SET missing_ballot = close: at last",
    "SET missing_turn = skip: at last",
    "SET extensions = 0: at last",
    "SET debate_min = 1d: talk",
    "EXTEND {n} BY 2 days: why not",
    "EXTEND TURN {turn} BY 2 days: why not",
    "CLOSE {n}: it is late",
    "REOPEN {n}: somebody was away",
    "SKIP TURN {turn}: it is late",
    "REMOVE {name}: never there",
    "BIND {rule}: victory: 60",
    "BIND {rule}: nonsense: yes",
    "KEEP {rule}",
    "DROP {rule}",
    "ADMIT {name}",
    "DECLINE {name}",
    "AWARD {name} 10 RULE {rule}: for the riddle",
    "FINE {name} 5 RULE {rule}: why not",
    "ROLL 2d6 RULE {rule}: the wheel turns",
    "CORRECT SCORE {name} TO 25: a slip",
    "CORRECT STATUS {rule} MUTABLE: a slip",
    "CORRECT TURN {turn} TO {name}: a slip",
    "CORRECT RULE {rule}: a slip\nTitle: Tea\nThere is more tea.",
    "UNDO: no",
    "MUTE {name}: too loud",
    "UNMUTE {name}",
    "ORDER {order} RULE {rule}: as agreed",
    "END GAME enough",
)


def proposal(luck: Luck, mutable: list[int], others: list[int]) -> str:
    """A rule-change of any kind: mostly of rules that can be changed so."""
    kind = luck.pick(("ENACT", "ENACT", "AMEND", "AMEND", "REPEAL", "TRANSMUTE", "AMENDMENT"))
    known = mutable if mutable and luck.chance(85) else [*others, 7, 999]
    rule, title = luck.pick(known), luck.pick(TITLES)
    head = f": {title}" if title else ""
    effects = _block(luck.pick(EFFECTS + MORE_EFFECTS))
    if kind == "ENACT":
        return f"PROPOSE ENACT{head}\n{luck.pick(TEXTS)}\n{effects}"
    if kind == "AMEND":
        return f"PROPOSE AMEND {rule}{head}\n{luck.pick(TEXTS)}\n{effects}"
    if kind == "REPEAL":
        return f"PROPOSE REPEAL {rule}{head}"
    if kind == "TRANSMUTE":
        return f"PROPOSE TRANSMUTE {luck.pick([*mutable, *others, 8])}"
    return f"PROPOSE REPEAL AMENDMENT {luck.pick([rule, 301, 302, 303])}"


def _block(effects: tuple[str, ...] | None) -> str:
    if effects is None:
        return ""
    if not effects:
        return "Effects: none\n"
    return "Effects:\n" + "".join(f"  {line}\n" for line in effects)


def vote(luck: Luck, choice: str, label: str, *, bare: bool) -> str:
    """In words that can mean nothing else."""
    if bare and luck.chance(30):
        return luck.pick(BARE[choice])
    return luck.pick(FOR if choice == "for" else AGAINST).format(n=label)
