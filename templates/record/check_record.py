"""Check the record of a Nomic game, with nothing but Python 3.9:

    python3 check_record.py record.json [HEAD]

HEAD is the ledger's head, as a result letter of the game tells it: it
alone shows that this is the game that was played. Checked: the digest,
the chain of hashes, seals of ballots, links and faces of dice, shuffle,
tallies, sums of points; that votes, throws, scores, winners and rules
in force are the ledger's. NOT checked: who may propose, vote or judge,
and when; what a vote adopts, how votes of several weights are counted,
what points a rule gives; what programs throw; letters. Others are held
by the digest alone, which a forger makes good: believe the HEAD."""
import hmac, json, re, sys
from copy import deepcopy
from fractions import Fraction  # parts of points: 7/2
from hashlib import sha256
from itertools import chain, count
ALL = "for against abstain absent".split()
vote = re.compile(
    r"as (\d+)|(for|against|abstain)( if (\d+) (\w+))?").fullmatch
RULE = "status title text clauses".split()
CLOSED = r'"(choice|letter|proof|seed)":"\(withheld\)"'  # may be

def text(data):
    return json.dumps(
        data, ensure_ascii=False, sort_keys=True, separators=(",", ":"),
        default=lambda x: int(x) if x == int(x) else str(x))

def once(pairs):
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found

def sha(words):
    return sha256(words.encode()).hexdigest()

def said(line):
    """With the words that it commits to, as far as they are opened."""
    opened = line.get("opened", {})
    def spoken(x):
        if [*x] != ["sha256"]:
            return x
        if isinstance(x["sha256"], str):
            return opened.get(x["sha256"], [0, "(withheld)"])[1]
        gone = [0, "(address withheld)"]
        return "".join(opened.get(key, gone)[1] for key in x["sha256"])
    return json.loads(text(line["public"]), object_hook=spoken)

def numbers(link, over, bounds):
    """For each bound a number below it, each as likely as the next."""
    key, told = bytes.fromhex(link), (f"{over}|{n}" for n in count())
    stream = chain.from_iterable(
        hmac.digest(key, one.encode(), "sha256") for one in told)
    for bound in bounds:
        width = max(1, ((bound - 1).bit_length() + 7) // 8)
        value = limit = 256**width // bound * bound
        while value >= limit:
            drawn = bytes(next(stream) for _ in range(width))
            value = int.from_bytes(drawn, "big")
        yield value % bound

def comes_to(seat, cast, ended):
    """The vote of a seat: it may follow one, or go by how one ends."""
    own, left = None, {**cast}  # each is followed once
    while seat in left and (own := vote(left.pop(seat)))[1]:
        seat = int(own[1])
    if not own or own[1] or (own[4] and int(own[4]) not in ended):
        return None
    passed = not own[4] or ended[int(own[4])] == "adopted"
    return own[2] if passed == (own[5] != "fails") else None

def check(record, head=""):
    """Yields: what it is about, what it says, what comes out."""
    entries, last, known = record["ledger"]["entries"], "0" * 64, [""]
    name, promised, sums, polls = record["game"]["name"], "", {}, {}
    rest, rolls, scores, gained, acts = {**record}, [], [], [], {}
    book, before, won = {}, {}, []  # rules in force; who has won
    yield "digest", rest.pop("digest", None), sha(text(rest))
    for n, one in enumerate(entries):
        now, at = one["public"], f"entry {n}"
        opened = one.get("opened", {})
        if "redacted" not in one:  # older forms: its words are altered
            own = sha(f"{last}\n{text(now)}\n{one.get('seal', '')}")
            yield f"{at}, hash", one["hash"], own
        kind, known = now["event"], [*known, last := one["hash"]]
        if "seal" not in one:
            for made, (salt, word) in opened.items():
                own = [sha(f"{salt}\n{word}"), salt[:32]]
                yield f"{at}, opened", [made, salt], own
            now = said(one)
        elif opened:
            if "redacted" not in one or kind != "Discussed":
                own = f"{opened['salt']}\n{text(opened['sealed'])}"
                yield f"{at}, seal", one["seal"], sha(own)
            now = {**now, **opened["sealed"]}
        seat = now.get("seat")
        if "commitment" in now and kind != "DiceThrown":  # a new chain
            promised = now["commitment"]  # an import begins votes anew
            [polls[k]["cast"].clear() for k in now.get("votes", [])]
        elif kind == "GameCreated":
            for x in now["rules"]:
                book[x["number"]] = [x[key] for key in RULE]
        elif kind in ("RuleChanged", "RuleLapsed"):  # no number: gone
            book.pop(now.get("was", now.get("rule")), 0)
            book[now.get("number")] = [now.get(key) for key in RULE]
            book.pop(None, 0)
        elif kind == "RuleCorrected":
            book[now["number"]][:3] = [now[key] for key in RULE[:3]]
        elif kind == "RuleBound" and now["number"] in book:
            book[now["number"]][3] = now["clauses"]
        elif kind == "GameWon":
            won = now["winners"]
        elif kind == "PlayerJoined":
            sums[seat] = Fraction(now.get("score", 0))
        elif kind in ("PointsScored", "PointsAwarded"):
            sums[seat] += Fraction(now["points"])
            yield at, now["total"], sums[seat]
            scores.append([seat, now["points"], now["total"]])
            gained.append(scores[-1])
        elif kind == "ScoreCorrected":
            was, sums[seat] = sums[seat], Fraction(now["total"])
            yield at, now["was"], was
            scores.append([seat, sums[seat] - was, sums[seat]])
        elif kind == "ModeratorActed" and now["act"] != "UNDO":
            acts = {n + 1: deepcopy([sums, polls, book, won])}
        elif kind == "ActUndone":
            was, (sums, polls, book, won) = sums, acts[now["number"]]
            scores += [[k, sums[k] - was[k], sums[k]]
                       for k in sums if was[k] != sums[k]]
        elif kind == "VotingReopened":
            for k, points, total in reversed(gained):
                sums[k] = Fraction(total) - Fraction(points)
                scores.append([k, -Fraction(points), sums[k]])
            book = before
            [polls[k].pop("told", 0) for k in now["numbers"]]
        elif kind == "VotingOpened":
            polls[now["number"]] = {**now, "cast": {}}
        elif kind == "BallotCast" and vote(now.get("choice", "")):
            polls[now["number"]]["cast"][seat] = now
        elif kind == "BallotRetracted":
            polls[now["number"]]["cast"].pop(seat, 0)
        elif kind == "PlayerLeft":
            for poll in polls.values():
                poll["electorate"] = {*poll["electorate"]} - {seat}
        elif kind == "VotingClosed" and "told" not in record:
            poll, tally = polls[now["number"]], dict.fromkeys(ALL, 0)
            gained, before = [], deepcopy(book)  # what comes of it
            cast = {k: v["choice"] for k, v in poll["cast"].items()}
            ends = {k: v["told"][2]
                    for k, v in polls.items() if "told" in v}
            cast = {
                str(k): comes_to(k, cast, ends) for k in sorted(cast)}
            cast = {k: one for k, one in cast.items() if one}
            for k in {*poll["electorate"], *poll["cast"]}:
                tally[cast.get(str(k), "absent")] += 1
            tally = now["tally"] if poll.get("weights") else tally
            poll["told"] = [cast, tally, now["outcome"]]
            yield at, [now["votes"], now["tally"]], [cast, tally]
        if kind == "DiceThrown" or now.get("link"):  # or the shuffle
            was, promised = promised, now.get("link", "")
            yield at, sha256(bytes.fromhex(promised)).hexdigest(), was
        if kind == "GameStarted" and now.get("link"):
            over = text({"game": name, "joined": now["over"]})
            order = [k for k, _ in now["over"]]
            places = range(len(order), 1, -1)
            for k, m in zip(places, numbers(promised, over, places)):
                order[k - 1], order[m] = order[m], order[k - 1]
            yield at, now["order"], order
        if kind == "DiceThrown":
            over = json.loads(now["message"])
            if "proposal" in over:  # else it is the Moderator's
                cast = polls[over["proposal"]]["cast"].items()
                over["ballots"] = sorted(
                    [k, v["choice"], v["letter"]] for k, v in cast)
            over |= {k: now[k] for k in over.keys() & now.keys()}
            yield at, now["message"], text(over | {"game": name})
            dice, sides = map(int, now["dice"].split("d"))
            drawn = numbers(promised, now["message"], [sides] * dice)
            yield at, now["faces"], [face + 1 for face in drawn]
            rolls.append([now["faces"], promised, now["message"]])
    told = [record["ledger"][key] for key in ("head", "events")]
    yield "ledger", told, [last, len(entries)]
    yield "HEAD", head in known, True
    told = {one["seat"]: one["score"] for one in record["players"]}
    yield "players", [record["game"]["winners"], told], [won, sums]
    told = [[x[k] for k in ["number", *RULE]] for x in record["rules"]]
    keys = sorted(book, key=lambda n: [*map(int, str(n).split("."))])
    yield "rules", told, [[key, *book[key]] for key in keys]
    for what, made, *keys in (
            ("scores", scores, "player", "points", "total"),
            ("rolls", rolls, "faces", "nonce", "over")):
        yield what, [[x[k] for k in keys] for x in record[what]], made
    for one in record["proposals"]:
        poll = polls.get(one["number"], {})
        told = [one[key] for key in ("votes", "tally", "outcome")]
        yield f"vote on {one['number']}", told, poll.get("told", told)

if __name__ == "__main__":
    sys.excepthook = lambda kind, trouble, where: print(
        f"Not checked: it cannot be read here. {trouble!r:.300}")
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file, object_pairs_hook=once)
    wrong = [one for one in check(record, *sys.argv[2:])
             if text(one[1]) != text(one[2])]
    for one in wrong:
        print("{}: says {!r:.300}\n  comes out {!r:.300}".format(*one))
    blank = sum("redacted" in x or "withheld)" in re.sub(
        CLOSED, "", text(said(x))) for x in record["ledger"]["entries"])
    print(f"{blank} events have words withheld or altered, unchecked.")
    fits = record.get("told", {"note": "All the rest fits."})["note"]
    print(f"{len(wrong)} differ" if wrong else fits)
    if not sys.argv[2:] and "told" not in record:
        print("Only a HEAD from a letter proves that it was played so.")
    sys.exit(bool(wrong))
