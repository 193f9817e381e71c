"""Check the record of a Nomic game, with nothing but Python 3.9:

    python3 check_record.py record.json [HEAD]

HEAD is the ledger's head, as a result letter of the game tells it: it
alone shows that this is the game that was played. Checked: the digest,
the chain of hashes, seals of ballots, links and faces of dice, shuffle,
tallies, sums of points; that votes, throws and scores are the ledger's.
NOT checked: who may propose, vote or judge, and when; what a vote
adopts, how votes of several weights are counted, how many points a rule
gives; other fields, but by digest and HEAD; who truly sent a letter."""
import hmac, json, sys
from copy import deepcopy
from hashlib import sha256
from itertools import chain, count

ALL = "for against abstain absent".split()

def text(data):
    return json.dumps(
        data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

def sha(words):
    return sha256(words.encode()).hexdigest()

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

def check(record, head=""):
    """Yields: what it is about, what it says, what comes out."""
    entries, last, known = record["ledger"]["entries"], "0" * 64, [""]
    name, promised, sums, polls = record["game"]["name"], "", {}, {}
    rest, rolls, scores, gained, acts = {**record}, [], [], [], {}
    yield "digest", rest.pop("digest", None), sha(text(rest))
    for n, one in enumerate(entries):
        now, at = one["public"], f"entry {n}"
        kind, seat = now["event"], now.get("seat")
        if "redacted" not in one:  # else its words are withheld
            own = sha(f"{last}\n{text(now)}\n{one['seal']}")
            yield f"{at}, hash", one["hash"], own
        blank = "redacted" in one and kind == "Discussed"
        if "opened" in one and not blank:
            own = one["opened"]
            own = sha(f"{own['salt']}\n{text(own['sealed'])}")
            yield f"{at}, seal", one["seal"], own
        known.append(last := one["hash"])
        if kind in ("DiceCommitted", "DiceReplaced", "GameImported"):
            promised = now["commitment"]  # an import begins votes anew
            [polls[k]["cast"].clear() for k in now.get("votes", [])]
        elif kind == "PlayerJoined":
            sums[seat] = now["score"]
        elif kind in ("PointsScored", "PointsAwarded"):
            sums[seat] += now["points"]
            yield at, now["total"], sums[seat]
            scores.append([seat, now["points"], now["total"]])
            gained.append(scores[-1])
        elif kind == "ScoreCorrected":
            was, sums[seat] = sums[seat], now["total"]
            yield at, now["was"], was
            scores.append([seat, sums[seat] - was, sums[seat]])
        elif kind == "ModeratorActed" and now["act"] != "UNDO":
            acts = {n + 1: deepcopy([sums, polls])}
        elif kind == "ActUndone":
            was, (sums, polls) = sums, acts[now["number"]]
            scores += [[k, sums[k] - was[k], sums[k]]
                       for k in sums if was[k] != sums[k]]
        elif kind == "VotingReopened":
            for k, points, total in reversed(gained):
                sums[k] = total - points
                scores.append([k, -points, sums[k]])
            [polls[k].pop("told", 0) for k in now["numbers"]]
        elif kind == "VotingOpened":
            polls[now["number"]] = {**now, "cast": {}}
        elif kind == "BallotCast" and "opened" in one:
            polls[now["number"]]["cast"][seat] = one["opened"]["sealed"]
        elif kind == "BallotRetracted":
            polls[now["number"]]["cast"].pop(seat, 0)
        elif kind == "PlayerLeft":
            for poll in polls.values():
                poll["electorate"] = {*poll["electorate"]} - {seat}
        elif kind == "VotingClosed" and "told" not in record:
            poll, tally = polls[now["number"]], dict.fromkeys(ALL, 0)
            gained = []  # what comes of this count
            cast = {k: v["choice"] for k, v in poll["cast"].items()}
            for k in poll["electorate"]:
                tally[cast.get(k, "absent")] += 1
            if poll["weights"]:  # how they count is not checked here
                tally = now["tally"]
            poll["told"] = [cast, tally, now["outcome"]]
            yield at, [now["votes"], now["tally"]], [cast, tally]
        if now.get("link"):  # of a throw, or of the shuffle
            link, was, promised = now["link"], promised, now["link"]
            yield at, sha256(bytes.fromhex(link)).hexdigest(), was
        if kind == "GameStarted" and now["link"]:
            over = text({"game": name, "joined": now["over"]})
            order = [k for k, _ in now["over"]]
            places = range(len(order), 1, -1)
            for k, m in zip(places, numbers(link, over, places)):
                order[k - 1], order[m] = order[m], order[k - 1]
            yield at, now["order"], order
        if kind == "DiceThrown":
            over = json.loads(now["message"])
            cast = polls[over["proposal"]]["cast"].items()
            over["ballots"] = sorted(
                [k, v["choice"], v["letter"]] for k, v in cast)
            over |= {key: now[key] for key in ("turn", "roll", "dice")}
            over["game"] = name
            yield at, now["message"], text(over)
            dice, sides = map(int, now["dice"].split("d"))
            drawn = numbers(link, now["message"], [sides] * dice)
            yield at, now["faces"], [face + 1 for face in drawn]
            rolls.append([now["faces"], link, now["message"]])
    told = [record["ledger"][key] for key in ("head", "events")]
    yield "ledger", told, [last, len(entries)]
    yield "HEAD", head in known, True
    for what, made, *keys in (
            ("scores", scores, "player", "points", "total"),
            ("rolls", rolls, "faces", "nonce", "over")):
        told = [[one[key] for key in keys] for one in record[what]]
        yield what, told, made
    for one in record["proposals"]:
        poll = polls.get(one["number"], {})
        told = [one[key] for key in ("votes", "tally", "outcome")]
        yield f"vote on {one['number']}", told, poll.get("told", told)

if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file)
    wrong = [one for one in check(record, *sys.argv[2:])
             if text(one[1]) != text(one[2])]
    for one in wrong:
        print("{}: says {!r:.300}\n  comes out {!r:.300}".format(*one))
    blank = sum("redacted" in x for x in record["ledger"]["entries"])
    print(f"{blank} events have words withheld, which are not checked.")
    fits = record.get("told", {"note": "All the rest fits."})["note"]
    print(f"{len(wrong)} differ" if wrong else fits)
    sys.exit(bool(wrong))
