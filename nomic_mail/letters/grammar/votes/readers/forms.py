"""The clauses in which a vote is said, as rows of their parts (`parts`).

1. A form goes from its first part to its side: "I am going with no" is `iacO`, whatever the words.
2. Behind it stand only what it is on, manner and manners, up to the end of the clause; with a
   stranger there it is none, unless the proposal brings what he names ("yes to the limericks").
3. A sign or a heading is one with whatever is remarked of it (`posted`).
4. Who says it, and what else its sentence does with it, is looked at by who reads it (`stated`,
   `declared`, `avowed`).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers.ballots import ReadBallot, Scope
from nomic_mail.letters.grammar.votes.readers.posted import POSTED
from nomic_mail.letters.grammar.votes.said.parts import Parts, parts
from nomic_mail.letters.grammar.votes.said.subject import LETTERS, every_stem, stem
from nomic_mail.letters.grammar.words import number_of
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

MOST_FOUND, MOST_TAILS, NEAR = 6, 6, 40
B = r"(?:^|(?<=[,;:.()?jw-]))"  # where a clause begins
H = r"[hj5,]{0,6}"
A = r"[abhDlpj7]{0,9}"  # what leads to the verb: "am therefore happy to"
BY = r"(?:,[^!,;:.?(]{1,9},)?"  # "I, with the wind in my hair, vote no"
L = r"[p7Ad1mygh4knWvft,:2#]{0,8}?"  # between the verb and its side
BIG = r"[d1]?[gh]{0,4}"
S = rf"{BIG}(?P<side>[YOFCNPM]|f(?!d?g*[YOW]))"
LOUD = rf"{BIG}(?P<side>[YOFCNPM]|f(?=[h,]{{0,4}}(?:$|[.;()q])))"
T = rf"{BIG}(?P<side>[YO])"
SIDE = rf"{BIG}(?P<side>[FC]|f(?=t|[fd]?#|[dtB0]?g*[kEX]|[h,]{{0,4}}(?:$|[.;(),jwA-])))"
IT = r"(?:[dtB0]g*E|tg*k{0,2}|d?#|[dtB0]?g*k{1,2}#?)"
ON = rf"(?:[pfr7]?(?:[dt]v|{IT}))"
Q = r"q?(?:p[dt][nq])?"
HERE = r"(?:6|(?:e|r[dyt0][agXkqns]{1,2})(?:7d[gX]?X)?)"  # "from the back of the bus"
IS = r"(?:,?[bahpuVlj]{1,5}|[:,-]b?)"
END = r"(?=[h,]{0,4}(?:$|[.;:()?,jwA-]))"
FORMS = tuple(
    later(one)
    for one in (
        # I am therefore voting no; I cast my ballot, with regret, in the negative
        rf"i{BY}{A}{BY}(?:[vW]|V(?=[dytO]))(?:{L}){S}{Q}",
        # so voting no; this is me voting no; gonna have to vote no
        rf"(?:{B}{H}a{{0,2}}|tbm)W(?:{L}){S}{Q}",
        rf"{B}{H}a[ahpj]{{0,6}}v(?:{L}){S}{Q}",
        # I like it and vote yes; Vote AGAINST 301
        rf"i[^.:;?(]{{1,30}}?j[hj]{{0,2}}v(?:{L}){S}{Q}",
        rf"^{H}y?v{LOUD}(?=d?#)",
        # I should like to be recorded as having voted in favour
        rf"i{BY}{A}(?<=[ab])h?uh?(?:{L}){LOUD}{Q}",
        # I'm voting it down
        rf"i{BY}{A}[vW](?:{IT})?(?P<side>o)(?:{ON})?",
        # my vote on 301 is a firm no; our answer: against
        rf"y[gh]{{0,3}}[vn](?:{ON}|(?P<of>[pf7][dtB0]?[Xk]{{1,3}}))?(?:,(?P<aside>[^!,;:.?]{{1,9}}),"
        rf")?{IS}(?:{L}){S}{Q}",
        rf"{B}{H}[dm]?g*n{HERE}?b[ab]{{0,3}}{S}(?!,i)",
        rf"{B}{H}dv{HERE}{ON}?b[ab]{{0,3}}{S}",
        rf"{B}{H}mb(?:{L}){S}",
        rf"^{H}[idyghbaV]{{0,6}}[nv](?:[bVu]{{1,3}}[:-]?|[:-])h?{LOUD}(?!,i){END}",
        rf"{B}{H}v[:-]h?{LOUD}{END}",
        rf"(?:i[ahj]{{1,4}}|a[ucE]t[hg]{{0,2}})[:-]h?{LOUD}{END}",
        rf"(?<=:)v{LOUD}(?=[.]*$)",
        # between shifts - for 301
        r"(?<=-)(?P<side>[fC])(?=d?#[h,]*[.]*$)",
        # put me down as a no; consider this a vote against; record my vote as yes; add a firm no
        rf"u[po]{{0,2}}(?:m|y[gh]{{0,2}}[vn]|tn?[kv]?|[d1]g*[vk]?)o?{ON}?(?:{L})(?P<side>[YOFCN]|f(?=t?[h,]{{0,4}}(?:$|[.;()qw]))){Q}",
        rf"u[po]{{0,2}}(?:(?:m|tn?)o?(?:{L}))?[d1y]g*v{SIDE}",
        rf"(?:u|U[aG])d[gX]{{1,2}}B[gX]?{T}",
        # I'm going with no; we come down against
        rf"(?:i{BY}{A}|^{H}a[ahp]{{0,4}})c(?:{L}){LOUD}{Q}",
        # I'm against it; we are all for this; I'm a yes
        rf"i{BY}(?:[abhlj2]{{1,6}}{SIDE}|[abhlj]{{0,4}}c[hg]{{0,3}}(?P<con>[FC]))",
        rf"i{BY}[abhj]{{1,5}}(?:[d1][gh]{{0,4}}(?P<side>[YO])|(?P<con>P)(?=[h,]*[.]*$))",
        rf"^{H}g{{1,3}}(?P<side>s)e(?=[.]*$)",
        # it's a no; this one is against; 301 stays a yes
        rf"{B}{H}c?{IT}[bahl]{{1,4}}(?:d[ghX]{{0,4}}(?P<side>[YO]v?|[PM](?=e))|(?P<con>[COY])(?=[e6]|{END})"
        rf"|(?P<none>[FN]|f(?=e|#|[.;,)]|$)))",
        # a weary no from me
        rf"{B}{H}(?:[d1][gh]{{0,3}}X?|[gh]{{0,4}})(?P<side>[YFCPMNf]v?|O){HERE}",
        rf"{B}{H}[e6],?(?:tb|b)?{BIG}(?P<side>[YOC])(?={END})",
        # my yes to this one; herewith my vote in favour
        rf"{B}{H}yg*(?:(?P<side>[YO])(?=p|[.]*$)|v(?P<con>[YO])(?=[.]*$))",
        rf"{B}{H}(?<=h)yg*v{SIDE}",
        # I support it; I reject this proposal
        rf"i{BY}[ahljp]{{0,6}}(?:(?P<side>[sx])(?={IT})|(?P<con>x)(?=p{IT}))",
        # I cannot support it, I will not vote for this
        rf"i{BY}[ahj]{{0,3}}K[ahp]{{0,4}}(?P<neg>s)(?={IT})",
        # this one gets my vote; you have my support; it won't get my vote
        rf"(?<![XgBdk0t])(?:{IT}|U|2k?|^{H}(?=G))h?[aGl]{{1,3}}yg*(?P<side>[vsS]|[YO]v?)",
        rf"{IT}h?[Gl]{{1,3}}d[gX]{{0,3}}(?P<side>[YOPM])(?=e)",
        rf"(?:{IT}|U)K[aG]{{1,2}}yg*(?P<neg>[vsSYP])",
        rf"i{BY}{A}Kyg*(?P<neg>[sS])",
        rf"i{BY}{A}KVyg*(?P<neg>[sS])(?=(?:p{IT})?[.]*$)",
        # I give it my blessing; I give my support to this; please register my opposition
        rf"(?:i{BY}{A}|(?<=j)h?)V(?:{IT})[dy]g*(?P<side>[vsSYO])",
        rf"i{BY}{A}V[d1]?g*(?P<side>[YOFC])v",
        rf"i{BY}{A}Vyg*(?P<side>[vsSRxn])(?=[pf])",
        rf"i{BY}[ahp]{{0,5}}(?P<side>[SR])",
        rf"(?:(?:{B}{H})|i{BY}{A})u[yd]g*(?P<side>[sSRxN])",
        # I abstain; so abstaining; let me abstain
        rf"(?:i{BY}{A}|{B}{H}[ahj]{{0,3}})p?d?g*(?P<side>N)",
        # One more yes here; Firmly in the AGAINST camp
        rf"^{H}1[gh]{{0,3}}(?P<side>[YOFCN])(?=[hq]{{0,3}}[.]*$)",
        rf"^{H}pd(?P<side>[YOFCf])q(?=[.]*$)",
        # so no it is; No is my vote
        rf"{B}{H}{BIG}(?:(?<=[jh])(?P<side>[YO]),?tb|(?P<con>[FCf]),?tb|(?P<none>[YOFCf]),?by[vn])"
        rf"{END}",
        # change my vote to no, make that a yes
        rf"E(?:y[gh]?[vYO]?|[tm])?{ON}?(?:r{BIG}[YOFCf])?[pb]{{0,2}}(?:{S}){Q}",
        # yes to it, on 301; so a respectful no; here's my yes
        rf"(?:^|(?<=[;:.()-])){H}{T}(?=[pf](?:{IT}|[dt0]?X))",
        r"[jh],?(?:tb)?d[gh]{0,4}(?P<side>[YO])(?=[h,]{0,3}[.]*$)",
        rf"(?:[ht]|Xt)[ba]{{1,2}}yg*(?P<side>[YO])(?=p|{END})",
        # count me in on this
        r"U?(?P<side>Z)",
        # 301: a big yes
        rf"{B}{H}(?:Af)?k?d?#(?:[:,-]{LOUD}|{BIG}(?P<con>[YOPM]|f(?=[h,]*[.]*$)))e?{END}",
        r"(?:Y,?(?P<side>f)|O,?(?P<con>C))(?=d?#)",
        r"(?P<side>[PM])(?=[pf]d?#)",
    )
)
# A side that stands alone: "Against, please." "Measured twice, cut once: for."
ALONE = tuple(
    later(one)
    for one in (
        rf"^{H}[.:-]?{H}{BIG}(?P<side>[FCNf])(?=(?:[pfr]?(?:t|d?#))?[h5,]{{0,4}}[.]*$)",
        rf"^(?P<lead>[^!BpfrdAnv;:.?(][^!BvWK;:.?(]{{2,20}}:){H}{BIG}(?P<side>[FCfN])(?=(?:t|d?#)?[h,]{{0,4}}[.]*$)",
        rf"^[hj,]{{1,4}}[:-]{BIG}(?P<side>[YO])(?=[h,]{{0,4}}[.]*$)",
        rf"^{H}vm{LOUD}",
        r"(?<=[(])(?P<side>[fC])(?=d?#[)])",
        rf":{H}(?P<side>N)(?=[h,]{{0,4}}[.]*$)",
        rf"^{H}(?:O[,.-]?(?P<con>C)|Y[,.-]?(?P<side>[Ff]))(?=[h5,]{{0,4}}[.]*$)",
    )
)
# Which a letter may hold, and a line of one not
LETTERS_OWN = tuple(
    later(one)
    for one in (
        # the member for Back Porch votes aye
        rf"8[fr][^!;:.?(]{{1,5}}?h?v(?:{L}){S}{Q}",
        rf"{B}{H}{T}(?=[pf](?:{IT}|[dt0]?X))",
        rf"^{H}(?P<say>[YO])(?=[.]*$)",
    )
)
TAIL = later(
    rf",?[he]{{1,3}}5?|,[5U]|U|{ON}|[pf]?2|yv|(?<=N)m|uh?(?=[.]*$)|4[gX]{{1,2}}|{HERE}|f0X{{1,2}}(?=5?[h,]*[.]*$)"
)
ENDS = later(r"$|[.,;:()?jwA-]")
ANY = frozenset("YOFCNPMfZsSxRovnK")
CLOSING = later(r"(?:,?[h5e]){1,5}(?=[.]*$)")
LED_ON = later(
    r"(?:^|(?<=[.;,h]))[hj]{0,2}(?:[pfr7A]{1,2}(?:[dt]?k?7?(?:dk)?#|tk|dk)|[pA]d?#)[,:-]?[hj,]{0,3}$"
)
STRANGE = frozenset("XBgnq")
WAYS: dict[str, Choice] = {
    **dict.fromkeys("YFfPZvsSn", "for"),
    **dict.fromkeys("OCMxR", "against"),
    "N": "abstain",
}
INNER = later(r"\w\s[A-Z]\w|\b(?:was|were|wrote)\b")  # "Lord Bob came: for"
# "Thanks for this", "Too bad for 301": what is said for something, and no side
SAID_FOR = later(
    r"\b(?:thanks?|thank you|thx|thnx|cheers|ta|kudos|congrat\w*|props|respect|apologies|sorry|sry"
    r"|bad|good|great|nice|sad|danke|(?:look|wait|ask|pray|beg+)(?:ing|ed)?|hop(?:e|ing|ed))"
    r"(?: (?:so|very) much| a lot| again| all| everyone| (?-i:[A-Z])[\w-]{1,30})?\s$",
    re.I,
)
LOUD_WORD = later(r"\b(?:aye|nay)\b", re.I)
DOWN = later(r"\bdown$", re.I)
# What a vote is on, in words of one's own
OF_WHAT = later(
    r"\s(?:(?:on|to|for|of|with)\s)?(?:(?:the|these|those|this|that|your)\s){0,2}"
    r"(?P<what>[a-z'-]+(?:\s[a-z'-]+){0,3}?)(?:\s(?:business|thing|stuff|idea|rule|proposal|plan))?"
    r"(?=\W*$|[,.;:!]|\s(?:and|because|but|so|please|as|since)\b)",
    re.I,
)
TAKES = later(
    r"n't\b|\b(?:abolish\w*|remov\w*|repeal\w*|delet\w*|longer|strik\w*|drop\w*|end(?:s|ed)?|stop\w*"
    r"|limit\w*|forbid\w*|ban\w*|cannot|replac\w*)\b",
    re.I,
)
TAKES_BEHIND = later(  # "two dice instead of one" brings two dice
    r"\b(?:no|not|never|without|instead|unless|fewer|less|neither|nor|except)\b", re.I
)
SMALL = word_set(
    "rule proposal idea thing plan business stuff one ones the and these those this that"
    " your on of about"
)


class StatedVote(Struct, frozen=True):
    choice: Choice
    number: str  # as written, or nothing
    both: bool
    voted: bool  # in words of voting
    plan: bool  # "I'll vote"
    whose: bool  # on somebody's proposal
    begins: int
    ends: int

    def ballot(self) -> ReadBallot:
        numbers = (number_of(self.number),) if self.number else ()
        scope: Scope = "numbers" if numbers else "both" if self.both else "none"
        return ReadBallot(self.choice, numbers, scope, self.choice, led=True, voted=self.voted)


@lru_cache(maxsize=64)  # several readers ask of the same sentence
def votes(
    sentence: str, proposed: str, *, alone: bool = True, posted: bool = True
) -> tuple[StatedVote, ...]:
    """What it votes, in whatever words; `proposed`: the words of its proposal; `alone`, `posted`:
    whether a side alone is one, and a sign."""
    told = parts(sentence)
    found = [*_posted(sentence)] if posted else []
    forms = (*FORMS, *(ALONE if alone else ()), *(LETTERS_OWN if posted else ()))
    for form in () if ANY.isdisjoint(told.row) else forms:
        voting = (_vote(sentence, told, one, proposed) for one in form.finditer(told.row))
        found += [one for one in voting if one is not None]
    kept: list[StatedVote] = []
    for one in sorted(found, key=lambda vote: (vote.begins, -vote.ends))[:MOST_FOUND]:
        if not kept or one.begins >= kept[-1].ends:
            kept.append(one)
    return tuple(kept)


def _posted(sentence: str) -> Iterator[StatedVote]:
    for form in POSTED:
        for one in form.finditer(sentence):
            choice: Choice = "for" if one.groupdict().get("pro") else "against"
            yield StatedVote(choice, "", False, True, False, False, one.start(), one.end())


def _vote(sentence: str, told: Parts, found: re.Match[str], proposed: str) -> StatedVote | None:
    groups = found.groupdict()
    named = next((one for one in ("side", "con", "none", "say") if groups.get(one)), "")
    side = groups.get(named) or ""
    choice: Choice = WAYS.get(side[:1], "against")
    if side == "o" and not DOWN.search(sentence[: told.ends(found.end("side"))]):
        choice = "for"
    if side[:1] == "f" and SAID_FOR.search(sentence[: told.begins(found.start(named))]):
        return None
    if groups.get("lead") and INNER.search(sentence[: told.ends(found.end("lead"))]):
        return None
    if groups.get("say") and LOUD_WORD.search(sentence) is None:
        return None
    if groups.get("of"):
        what = sentence[told.begins(found.start("of")) : told.ends(found.end("of"))]
        if not _is_of(what, proposed, named=True):
            return None
    end = _ends(sentence, told, found.end(), proposed)
    if end is None:
        return None
    begins = found.end("lead") if groups.get("lead") else found.start()
    while begins < found.end() and told.row[begins] in "hj,.:-":
        begins += 1
    if not (found.start() or groups.get("lead")):
        begins = 0
    before = begins
    while before and (told.row[before - 1] in "hm6" or told.row[before - 2 : before] == "h,"):
        before -= 1
    if not before or told.row[before - 1] in ".,;:()?jw-":
        begins = before
    rest = told.row[found.start() : end]
    if re.match("i[ah]*l", rest) and side == "f" and end == found.end():
        return None  # "I will vote for"
    plan = re.match("i[ah]*l", rest) is not None and side not in "N"
    numbers = [at for at in range(begins, end) if told.row[at] == "#"]
    if not numbers and (lead := LED_ON.search(told.row[:begins])):
        begins = lead.start()
        numbers = [at for at in range(*lead.span()) if told.row[at] == "#"]
    number = sentence[slice(*told.spans[numbers[-1]])].lstrip("#") if numbers else ""
    voted = not {"v", "W", "V", "u", "y"}.isdisjoint(rest) or "#" in rest
    return StatedVote(
        choice, number, "2" in rest, voted, plan, "B" in rest, told.begins(begins), told.ends(end)
    )


def _ends(sentence: str, told: Parts, at: int, proposed: str) -> int | None:
    """Where a vote ends that has said its side, with what it is on; None if that is something
    else."""
    for _ in range(MOST_TAILS):
        if ENDS.match(told.row, at):
            closing = CLOSING.match(told.row, at)
            return closing.end() if closing is not None else at
        tail = TAIL.match(told.row, at)
        if tail is not None and told.row[tail.end() : tail.end() + 1] not in STRANGE:
            at = tail.end()
        elif (what := OF_WHAT.match(sentence, told.ends(at))) and _is_of(what["what"], proposed):
            at = told.at(what.end())
        else:
            return None
    return None


def _is_of(what: str, proposed: str, *, named: bool = False) -> bool:
    """Whether the proposal brings it, and does not take it away."""
    words = {stem(one) for one in LETTERS.findall(what.lower()) if one not in SMALL}
    return bool(words) and words <= every_stem(proposed if named else brought(proposed))


def brought(proposed: str) -> str:
    """What it says, without what stands near a word that takes away."""
    near = [(one.start() - NEAR, one.end() + NEAR) for one in TAKES.finditer(proposed)]
    near += [(one.start(), one.end() + NEAR) for one in TAKES_BEHIND.finditer(proposed)]
    words = LETTERS.finditer(proposed)
    far = (w for w in words if all(w.start() > b or w.end() < a for a, b in near))
    return " ".join(one[0] for one in far)
