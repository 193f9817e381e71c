"""Patches of the rules' repository, as proposals: git would put files anywhere for them."""

from tests.attacks.kit import each
from tests.kit.house import House

RULE = ("# 310: New", "", "(mutable)", "", "Text.")
HEAD = "diff --git a/{0} b/{0}\n"
HUNK = "--- a/rules/207.md\n+++ b/rules/207.md\n@@ {0} @@\n-x\n+y\n"
POINTS = "@@ -5,2 +5,{0} @@\n - Ada Lovelace (0 points)\n-- Bob Babbage (0 points)\n"


def new(path: str, mode: str = "100644", lines: tuple[str, ...] = RULE) -> str:
    added = "".join(f"+{line}\n" for line in lines)
    head = f"{HEAD.format(path)}new file mode {mode}\n--- /dev/null\n+++ b/{path}\n"
    return f"{head}@@ -0,0 +1,{len(lines)} @@\n{added}"


def edited(path: str, hunks: str) -> str:
    return f"{HEAD.format(path)}--- a/{path}\n+++ b/{path}\n{hunks}"


PATCHES = {
    "adds a file that leads up": new("rules/../../../etc/x.md"),
    "adds a file of the machine": new("/etc/passwd"),
    "adds a configuration of git": new(".git/config"),
    "adds a hook": new(".git/hooks/post-checkout", "100755"),
    "adds a rule that is a link": new("rules/310.md", "120000", ("/etc/passwd",)),
    "adds a rule that is another repository": new("rules/310.md", "160000"),
    "adds two hundred rules": "".join(new(f"rules/{n}.md") for n in range(400, 600)),
    "adds a rule whose program takes the machine": new(
        "rules/310.md",
        lines=(*RULE, "", "What the server does by it:", "", '- `program: __import__("os")`'),
    ),
    "writes over the list of rules": new("RULES.md"),
    "gives points in the list of players": edited(
        "PLAYERS.md", POINTS.format(2) + "+- Bob Babbage (500 points)\n"
    ),
    "takes a player out of that list": edited("PLAYERS.md", POINTS.format(1)),
    "changes a thousand million lines": HEAD.format("rules/207.md")
    + HUNK.format("-1,999999999 +1,999999999"),
    "changes lines below nothing": HEAD.format("rules/207.md") + HUNK.format("--1,1 +-5,1"),
    "changes a line of 5,000 digits": HEAD.format("rules/207.md")
    + HUNK.format("-" + "9" * 5000 + " +1"),
    "changes bytes that are no text": HEAD.format("rules/207.md")
    + "GIT binary patch\nliteral 5\nMcmZ?wcmZ\n\n",
    "makes a link of a rule": HEAD.format("rules/207.md") + "old mode 100644\nnew mode 120000\n",
    "gives a rule another's file": "diff --git a/rules/207.md b/rules/999.md\n"
    "similarity index 100%\nrename from rules/207.md\nrename to rules/999.md\n",
}


@each(
    "injection",
    "a seat, in their turn",
    "sends a patch that {}",
    "it is no proposal, and why is told",
    PATCHES,
)
def test_a_patch_that_is_no_change_of_a_rule(house: House, given: str) -> None:
    before = house.kinds()
    number = house.reply(house.mover(), given)
    (answer,) = house.run()
    assert house.became(number) == "done"
    assert house.kinds() == before
    assert "!] Not done" in answer.subject or "?] One question" in answer.subject
