"""Rule-changes and effects of all kinds, in proper form or not, for random games."""

from hypothesis import strategies as st

from nomic_mail.game import commands as c

NUMBERS = st.sampled_from(
    [1, 101, 105, 109, 114, 201, 202, 203, 206, 208, 209, 301, 302, 303, 304, 305, 306]
)
EFFECTS = st.sampled_from(
    [
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
    ]
)
CHANGES = st.builds(
    c.Change,
    kind=st.sampled_from(["enact", "amend", "amend", "repeal", "transmute"]),
    target=st.none() | NUMBERS | st.sampled_from([-7, 0, 10**30]),
    amendment=st.sampled_from([None, None, None, None, 301, 302, 303, -1]),
    title=st.sampled_from(["", "Tea"]),
    text=st.sampled_from(["", "There is tea.", "Two\n\nparagraphs."]),
    effects=EFFECTS,
)
