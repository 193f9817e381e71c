"""rules, why, clauses, preview."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nomic_mail.cli.common import (
    RULE,
    fail,
    game_or_fail,
    opened,
    print_json,
    safe,
    state_of,
    text_of,
    time_of,
)
from nomic_mail.clock import SystemClock
from nomic_mail.game.numbers import printed as shown
from nomic_mail.game.numbers import printed_with
from nomic_mail.toml import near

if TYPE_CHECKING:
    from nomic_mail.game.commands import Change, Preview
    from nomic_mail.game.phrase import Phrase
    from nomic_mail.game.state import State


@click.command()
@click.argument("game")
@click.argument("number", type=RULE, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--at", "moment", metavar="TIME", help="As they stood then: 2026-03-01 [14:00] (UTC)."
)
@click.option("--plain", is_flag=True, help="Print the book as `preview` reads it back, edited.")
@click.option(
    "--ruleset", "anew", is_flag=True, help="Print a ruleset file, for `game new --ruleset FILE`."
)
@click.pass_context
def rules(
    ctx: click.Context,
    game: str,
    number: int | None,
    as_json: bool,
    moment: str | None,
    plain: bool,
    anew: bool,
) -> None:
    """The rules in force in GAME, or rule NUMBER with its history; now, or --at a time.

    \b
    Examples:
      nomic-mail rules tea 203
      nomic-mail rules tea --at 2026-03-01
      nomic-mail rules tea --ruleset > again.toml      (a game that begins with them: game new)
    """
    from nomic_mail.post.facts import rule_facts

    if anew and (number is not None or as_json or plain or moment is not None):
        raise click.UsageError("--ruleset prints all rules as they are now, and goes with no other")
    if moment is not None:
        _rules_at(ctx, game, number, moment, as_json=as_json, plain=plain)
        return
    with opened(ctx) as (_, database):
        state = state_of(database, game)
    if anew:
        from nomic_mail.cli.ruleset import mistakes_in
        from nomic_mail.rulesets.anew import as_file

        text = as_file(state.rules, game, state.title, state.guides)
        click.echo(text, nl=False)
        if mistakes := mistakes_in(text, f"{game}.toml"):
            fail(f"`game new` refuses that file as it stands; mend it first:\n{mistakes}")
        return
    chosen = [rule for rule in state.rules if number in (None, rule.number)]
    if plain:
        from nomic_mail.rulesets.derive import printed

        click.echo(printed(chosen), nl=False)
        return
    if not chosen and number is not None:
        present = state.rules.now_called(number)
        also = f"; it is called {shown(present)} now (108)" if present is not None else ""
        fail(f"there is no rule {shown(number)} in force{also}")
    facts: list[Any] = [rule_facts(rule, state) for rule in chosen]
    if as_json:
        print_json(facts)
        return
    _print_rules(facts, with_history=number is not None)


def _rules_at(
    ctx: click.Context, game: str, number: int | None, moment: str, *, as_json: bool, plain: bool
) -> None:
    """What RULES AT and RULE n AT tell by mail."""
    from nomic_mail.post.past import past_of, rule_at_facts, rules_at_facts
    from nomic_mail.rulesets.derive import printed
    from nomic_mail.store.games import ledger

    at = time_of(moment)
    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, game)
        past = past_of([entry.event for entry in ledger.entries(connection, found.id)])
    ctx.with_resource(printed_with(past.record.digits))
    facts: Any = rules_at_facts(at, past) if number is None else rule_at_facts(number, at, past)
    if facts["early"]:
        fail(f"the game began on {facts['began']:%Y-%m-%d %H:%M} UTC: before that it had no rules")
    if number is not None and facts["rule"] is None:
        then = facts["present"]
        called = f"; it was called {shown(then)} then (108)" if then else ""
        fail(f"there was no rule {shown(number)} in force at {at:%Y-%m-%d %H:%M} UTC{called}")
    chosen = facts["rules"] if number is None else [facts["rule"]]
    if plain:
        click.echo(
            printed([one for one in past.book_at(at) if number in (None, one.number)]), nl=False
        )
    elif as_json:
        print_json(chosen)
    else:
        _print_rules(chosen, with_history=number is not None)


def _print_rules(facts: list[Any], *, with_history: bool) -> None:
    for one in facts:
        title = f"  {one['title']}" if one["title"] else ""
        click.echo(safe(f"{shown(one['number'])}{title} ({one['status']})\n"))
        click.echo(_said(one["text"]))
        if one["void"]:
            click.echo(f"    [set aside: {one['void']}]")
        for clause in one["clauses"]:
            why = f", as {one['beaten'][clause]}" if clause in one["beaten"] else ""
            aside = "set aside: the server does not do"
            does = aside if one["void"] or why else "the server does:"
            click.echo(f"    [{does} {clause}{why}]")
        if one["binding"]:
            click.echo("    [is this what its new text means? BIND, KEEP or DROP answers]")
        for old in one["history"] if with_history else []:
            number = shown(old["number"])
            click.echo(f"\n    until {old['at']:%Y-%m-%d %H:%M} UTC it was {number}:\n")
            click.echo(_said(old["text"]))
        click.echo()


def _said(text: str) -> str:
    """Somebody's paragraphs, line by line: what ends a line there ends one here."""
    from nomic_mail.rulesets.book import wrapped

    return "\n".join(wrapped(safe(text), 78, 4))


@click.command()
@click.argument("game")
@click.argument("mechanic", required=False, default="")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def why(ctx: click.Context, game: str, mechanic: str, as_json: bool) -> None:
    """What the server does in GAME, and by which rule; or one MECHANIC of it.

    \b
    Example:
      nomic-mail why tea adoption
    """
    from nomic_mail.post.trail import why_facts

    with opened(ctx) as (_, database):
        facts: Any = why_facts(state_of(database, game), mechanic)
    if not facts["found"]:
        fail(f'there is no mechanic "{mechanic}"; {near(mechanic, facts["known"])}')
    if as_json:
        print_json(facts["mechanics"])
        return
    for one in facts["mechanics"]:
        by = ", ".join(f"rule {shown(source['rule'])}" for source in one["sources"])
        click.echo(f"{one['text']}  ({by or 'no rule: the house'})")
        for source in one["overrides"]:
            told = f"{source['clause']}: {source['ground']}"
            click.echo(f"    overrides rule {shown(source['rule'])}, {told}")


@click.command()
@click.argument("kind", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def clauses(kind: str | None, as_json: bool) -> None:
    """The kinds of clauses: what a rule can make the server do, and how it is written.

    \b
    Example:
      nomic-mail clauses adoption
    """
    from nomic_mail.game.clauses import KINDS

    wanted = " ".join((kind or "").replace("-", " ").split()).lower()
    chosen = [one for one in KINDS.values() if not wanted or one.name == wanted]
    if not chosen:
        fail(f'there is no kind "{kind}"; {near(wanted, KINDS)}')
    if as_json:
        print_json(
            [
                {
                    "kind": k.name,
                    "fold": k.fold,
                    "meaning": k.meaning,
                    "forms": k.forms,
                    "house": k.house,
                }
                for k in chosen
            ]
        )
        return
    for one in chosen:
        click.echo(click.style(one.name, bold=True))
        click.echo(click.wrap_text(one.meaning, 78, "    ", "    "))
        for form in one.forms:
            click.echo(f"    for example  {one.name}: {form}")
        click.echo()


@click.command()
@click.argument("game")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def preview(ctx: click.Context, game: str, file: Path) -> None:
    """What the proposal in FILE would change in GAME. FILE holds it as a letter would (a PROPOSE
    line, and the text below it), or is the rule book as `rules GAME --plain` prints it, edited, or
    a unified diff of that.

    \b
    Example:
      nomic-mail rules tea --plain > mine.txt      (then edit one rule in mine.txt)
      nomic-mail preview tea mine.txt
    """
    from nomic_mail.game.commands import Preview, Propose
    from nomic_mail.game.course import Refused
    from nomic_mail.game.declaring import declared, numbers_chosen
    from nomic_mail.game.preview import preview as preview_of
    from nomic_mail.game.rules import checked, kept_clauses
    from nomic_mail.letters.grammar.understand import About, understand
    from nomic_mail.phrases import said as said_of
    from nomic_mail.phrases import worded
    from nomic_mail.rulesets.derive import NotOneChange

    text = text_of(file)
    said = understand("", text, About())
    proposals = [one.command for one in said.said if isinstance(one.command, Propose)]
    heads = re.search(r"^\W{0,3}PROPOSE\b", text, re.MULTILINE)
    if heads and len(proposals) != 1:
        for one in said.questions:
            click.echo(safe(one.question), err=True)
        fail(f"{file} holds {len(proposals)} proposals; it takes one PROPOSE line")
    with opened(ctx) as (_, database):
        state = state_of(database, game)
    try:
        written = proposals[0].changes if proposals else _derived(state, text)
        changes = checked(numbers_chosen(written, state), state.rules)
        power = declared(proposals[0].power if proposals else "", changes, state.rules)
    except NotOneChange as none:
        fail(f"{file} has no PROPOSE line, and read as an edited rule book: {none}")
    except Refused as refused:
        no = worded(refused.refusal)
        fail(f"not in proper form: {no.reason} ({no.because}); {no.what_would_work}")
    would = preview_of(state, changes, state.next_number, power=power)
    needed = would.threshold_rule
    rule = f"rule {shown(needed)}" if needed is not None else "the house"
    click.echo(f"It is in proper form, and needs {would.threshold} ({rule}).")
    change, *more = written
    for warning in _warned(state, Preview(by=0, change=change, more=tuple(more), power=power)):
        click.echo(safe(f"Note: {said_of(warning)}"))
    for keeps in filter(None, (kept_clauses(one, state.rules, state.circuit) for one in changes)):
        does = "; ".join(keeps)
        click.echo(f"Note: no Effects block, so the rule keeps what it makes the server do: {does}")
    if would.text:
        click.echo("\nWhat changes in the text:")
    for sign, sentence in would.text:
        click.echo(click.wrap_text(safe(sentence), 78, f"  {sign} ", "    "))
    click.echo("\nWhat the server does:" if would.mechanics else "\nThe server does as before.")
    for shift in would.mechanics:
        click.echo(f"  {shift.before}  ->  {shift.after}")


def _warned(state: "State", written: "Preview") -> "tuple[Phrase, ...]":
    """As the ballot would: what it brings is run."""
    from nomic_mail.game.dice import Fresh
    from nomic_mail.game.trying import Trier, warnings_of
    from nomic_mail.letters.grammar.actions import words_taken
    from nomic_mail.sandbox.sandbox import Sandbox

    by = Trier(
        seat=0,
        at=SystemClock().now(),
        luck=Fresh(os.urandom(32)),
        runs=Sandbox(words_taken),
        reads=lambda line, state: line,
    )
    return warnings_of(state, written, by)


def _derived(state: "State", text: str) -> "tuple[Change, ...]":
    from nomic_mail.game.mechanics import mechanics_of
    from nomic_mail.rulesets.derive import derive_all

    return derive_all(state.rules, text, mechanics_of(state.rules)["changes"].value)
