"""`make fuzz`: mutated letters through letters.read, screen and grammar, none of which may raise.

1. It starts from tests/letters, and from a corpus where there is one (NOMIC_CORPUS), and changes
   them at random: bytes, lines, headers, words of the trade, pieces of other letters.
2. A run is known by its seed and goes on until so many letters or seconds have passed:
   `make fuzz LETTERS=100000`, `make fuzz SECONDS=600 SEED=7`.
3. What is held of every letter: nothing raises, nothing unwritable comes out, answers are bounded,
   no vote without a word of voting, and the same bytes are understood the same way twice. A letter
   that breaks this is kept as fuzz-SEED-N.eml, and the run ends with 1.
"""

import argparse
import os
import random
import sys
import time
from pathlib import Path

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof.prove import single_sender
from nomic_mail.letters.screen import kind as screen

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("NOMIC_CORPUS", ROOT.parent / "shared" / "corpus"))
LONGEST = 20_000
SLOW_SECONDS = 5.0
ABOUTS = (
    About(),
    About(301, (301,)),
    About(open_ballots=(301, 302, -7)),
    About(from_moderator=True),
    About(talk=True),
)
PIECES = [
    piece.encode()
    for piece in (
        *(
            "FOR 301\n",
            "AGAINST",
            "yes",
            "no,",
            "I vote ",
            "301: ",
            "J7 ",
            " if ",
            "?",
            "not ",
            "ja\n",
        ),
        *(
            "PROPOSE ENACT: x\n",
            "PROPOSE\n@@ -1 +1 @@\n-a\n+b\n",
            "Effects:\n",
            "END\n",
            "{\n",
            "}\n",
        ),
        *("BIND 303: a: b\n", "JUDGMENT CHAIR\n", "CALL VOTE 3 days\n", "SET a = b\n", "JOIN "),
        *(
            "> ",
            ">",
            "| ",
            "NB> ",
            "-- \n",
            "--\n",
            "On Mon, 2 Mar 2026 at 10:00, Bob <b@x> wrote:\n",
        ),
        *("From: ", "Sent: 10:00\n", "-----Original Message-----\n", "Sent from my iPhone\n"),
        *("\n", "\r\n", "\r", "\n\n", " ", "\t", "\0", "\u200b", "\u00a0", "\ufeff", "\u2028"),
        *("Content-Type: multipart/mixed; boundary=b\n", "--b\n", "--b--\n", "boundary*0*=x''b;"),
        *(
            "Content-Transfer-Encoding: base64\n",
            "Content-Type: text/html\n",
            "charset=utf-7",
            "=?",
        ),
        *(
            "=?utf-8?b?w6k=?=",
            "=?x?q?=FF",
            "<blockquote>",
            "<div hidden>",
            "</div>",
            "<!--",
            "&#0;",
        ),
        *(
            "From: a@b <c@d>\n",
            "(",
            ")",
            '"',
            "<",
            ">",
            ",",
            ";",
            ":",
            "\\",
            "@",
            "'",
            "*",
            "_" * 12,
        ),
        *("application/pkcs7-mime", "format=flowed; delsp=yes", "Auto-Submitted: auto-replied\n"),
    )
]


def seeds() -> list[bytes]:
    files = sorted((ROOT / "tests" / "letters").glob("*.eml"))
    if CORPUS.is_dir():
        files += sorted(path for path in CORPUS.rglob("*") if path.is_file())
    found = [path.read_bytes()[:LONGEST] for path in files]
    return [raw for raw in found if raw]


def mutated(raw: bytes, pool: list[bytes], dice: random.Random) -> bytes:
    out = bytearray(raw)
    for _ in range(dice.choice((1, 1, 2, 3, 5, 9))):
        at = dice.randrange(len(out) + 1)
        to = min(len(out), at + int(dice.expovariate(1 / 30)))
        match dice.randrange(8):
            case 0:
                out[at:to] = b""
            case 1:
                out[at:at] = dice.choice(PIECES)
            case 2:
                out[at:to] = dice.choice(PIECES)
            case 3:
                out[at:at] = dice.choice(PIECES) * dice.choice((2, 7, 40, 300))
            case 4:
                out[at:at] = out[at:to]
            case 5:
                other = dice.choice(pool)
                start = dice.randrange(len(other))
                out[at:at] = other[start : start + dice.randrange(1, 400)]
            case 6:
                out[at:to] = dice.randbytes(to - at)
            case _:
                lines = bytes(out).split(b"\n")
                first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                out = bytearray(b"\n".join(lines))
    return bytes(out[:LONGEST])


def held(raw: bytes, about: About) -> Understood:
    """Read one letter; an AssertionError says which promise it broke."""
    letter = message.read(raw)
    assert not any(note.startswith("it could not be read at all") for note in letter.trouble)
    screen.screen(letter, None, ("nomic@example.net",))
    single_sender(letter)
    understood = understand(letter.subject, letter.text, about, letter.attached)
    written = (letter.subject, letter.text, *letter.attached, *understood.ignored)
    for text in (*written, *(one.question for one in understood.questions)):
        text.encode()
        assert "\0" not in text, "a NUL came through"
    assert len(understood.said) <= 100, "too many commands"
    assert len(understood.questions) <= 20, "too many questions"
    for one in understood.said:
        if isinstance(one.command, Vote):
            assert any(char.isalnum() for char in one.line), "a vote without a word"
            assert not about.talk, "a vote at the talk address"
    return understood


def run(letters: int, seconds: float, seed: int) -> int:
    pool = seeds()
    dice = random.Random(seed)
    began = time.perf_counter()
    done = said = 0
    slowest = 0.0
    while done < letters and (spent := time.perf_counter() - began) < seconds:
        raw = mutated(dice.choice(pool), pool, dice)
        about = dice.choice(ABOUTS)
        started = time.process_time()  # a busy machine is no slow letter
        try:
            understood = held(raw, about)
            if done % 50 == 0:
                assert held(raw, about) == understood, "understood differently the second time"
            slowest = max(slowest, time.process_time() - started)
            assert slowest < SLOW_SECONDS, f"it took {slowest:.1f} s"
        except KeyboardInterrupt:
            break
        except Exception as problem:
            kept = Path(f"fuzz-{seed}-{done}.eml")
            kept.write_bytes(raw)
            print(f"{kept}: {about}: {problem!r}")
            return 1
        done += 1
        said += len(understood.said)
        if done % 10_000 == 0 and sys.stderr.isatty():
            print(f"\r{done} letters, {done / spent:.0f}/s", end="", file=sys.stderr)
    spent = time.perf_counter() - began
    print(
        f"{done} letters from {len(pool)} seeds (seed {seed}), {said} commands, nothing raised:"
        f" {spent:.0f} s, {done / max(spent, 0.001):.0f}/s, the slowest {slowest * 1000:.0f} ms"
    )
    return 0


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    reader.add_argument("--letters", type=int, default=20_000)
    reader.add_argument("--seconds", type=float, default=86_400)
    reader.add_argument("--seed", type=int, default=int(time.time_ns() % 1_000_000))
    given = reader.parse_args()
    sys.exit(run(given.letters, given.seconds, given.seed))


if __name__ == "__main__":
    main()
