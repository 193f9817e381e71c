"""What a voter would do in another world: "AGAINST. With five points I would be in favour."

1. It is said of another proposal, which does not stand on the ballot, and so ties no vote on this
   one: whoever would be for that one is against this one, as they say.
2. It is known whole, and its condition is of the proposal. "If Bob votes yes I would be in favour"
   may yet come true, and ties.
"""

import re

from nomic_mail.patterns import later

_PLAIN = later(
    r"^\W{0,3}(?:i (?:hereby )?vote |i'm |my vote is |vote |voting |a |it's a )?"
    r"(?:(?P<con>against|no|nope|nay)|(?P<pro>for|yes|aye|in favou?r))"
    r"(?: (?:it|this|from me|to (?:it|this)|#?\d{3,6}))?[.!]{1,3}\s+(?=\S)",
    re.I,
)
_IT = (
    r"(?:it|this|that|there|they|the (?:number|limit|rule|proposal|text|points?|bonus|fine|prize"
    r"|penalty|threshold|wording|amount|sum))"
)
_WERE = (
    rf"(?:if {_IT}(?:'d| had| were| was|'s| is| said| gave| had been)\b"
    rf"|should {_IT} be\b(?! (?:adopted|passed|accepted))|were {_IT}\b|had {_IT} been\b"
    r"|with(?:out)? (?!(?:you|him|her|them|us)\b|(?-i:[A-Z])))"
)
_WOULD = (
    r"(?:i|my vote)(?:'d| would| might| could)(?: (?:well|gladly|happily|perhaps|surely|even))?"
)
_PRO = (
    r"(?:(?:be|have been) (?:all )?(?:for|in favou?r)|support(?:ed)?|back(?:ed)?|accept(?:ed)?"
    r"|vote yes|vote for|say yes"
    r"|have (?:supported|voted for|voted yes|said yes|accepted|backed))"
)
_CON = (
    r"(?:(?:be|have been) (?:against|opposed)|oppose|reject|vote no|vote against|say no"
    r"|have (?:opposed|voted against|voted no|said no|rejected))"
)
_WHAT = (
    r"(?:(?!\b(?:but|unless|everyone|everybody|somebody|bob|you|others?|still|then again)\b)"
    r"[^.!?;\n])"
)
_ON = r"(?: (?:it|this|that|of it|such a (?:thing|rule)|the idea|one))?"
_WORLDS = {
    way: later(
        r"\W*(?:(?:but|though|still|only|and),? )?"
        rf"(?:{_WERE}{_WHAT}{{2,70}}?,? {_WOULD} {side}{_ON}"
        rf"|{_WOULD} {side}{_ON}(?: (?:a|some) {_WHAT}{{2,40}}?)?,? {_WERE}{_WHAT}{{2,70}}?)"
        r"[.!]*\s*",
        re.I,
    )
    for way, side in (("con", _PRO), ("pro", _CON))
}


def in_this_world(text: str) -> str:
    """A plain vote without what its writer would do in another world."""
    found = _PLAIN.match(text)
    if found is None or (len(text) - found.end()) > 200:
        return text
    way = "con" if found["con"] else "pro"
    return text if _WORLDS[way].fullmatch(text, found.end()) is None else text[: found.end()]


def is_other_world(sentence: str) -> bool:
    """Whether a sentence beside a vote is of such a world."""
    may_be = "would" in sentence or "'d " in sentence
    return may_be and any(one.fullmatch(sentence) for one in _WORLDS.values())
