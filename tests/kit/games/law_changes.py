"""Rule-changes and effects of all kinds, in proper form or not, for random games."""

from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.play.simulator import words

NUMBERS = st.sampled_from(
    [1, 101, 105, 109, 114, 201, 202, 203, 206, 208, 209, 301, 302, 303, 304, 305, 306]
)
EFFECTS = st.sampled_from(words.EFFECTS)
CHANGES = st.builds(
    c.Change,
    kind=st.sampled_from(["enact", "amend", "amend", "repeal", "transmute"]),
    target=st.none() | NUMBERS | st.sampled_from([-7, 0, 10**30]),
    amendment=st.sampled_from([None, None, None, None, 301, 302, 303, -1]),
    title=st.sampled_from(["", "Tea"]),
    text=st.sampled_from(["", "There is tea.", "Two\n\nparagraphs."]),
    effects=EFFECTS,
)
