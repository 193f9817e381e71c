"""format=flowed (RFC 3676): soft line ends taken back.

1. A line that ends in a blank flows into the next one of the same quote depth, never into another.
2. Lines shorter than WRAPPED stay as they are: programs wrap near 70 columns, while a blank behind
   `FOR 301` is a slip of the hand and the vote below it a line of its own.
3. `-- ` is a signature and never flows.
"""

from nomic_mail.patterns import later

WRAPPED = 40
QUOTES = later(r">*")


def unflow(text: str, *, delete_space: bool = False) -> str:
    out: list[str] = []
    run: list[str] = []
    run_depth = 0
    for raw in text.split("\n"):
        depth = _depth(raw)
        line = raw[depth:]
        if line.startswith(" "):  # space-stuffing, section 4.4
            line = line[1:]
        if run and depth != run_depth:
            out.append(_line("".join(run), run_depth))
            run = []
        run_depth = depth
        soft = line.endswith(" ") and line != "-- " and len(line) >= WRAPPED
        run.append(line[:-1] if soft and delete_space else line)
        if not soft:
            out.append(_line("".join(run), depth))
            run = []
    if run:
        out.append(_line("".join(run), run_depth))
    return "\n".join(out)


def _depth(line: str) -> int:
    found = QUOTES.match(line)
    return found.end() if found else 0


def _line(text: str, depth: int) -> str:
    return f"{'>' * depth} {text}" if depth else text
