"""Style sheets that hide words in the ways selectors have, or that may hide them: what is surely
not seen is not said, and what may not be seen is asked about."""

import time
from pathlib import Path

import pytest

from nomic_mail.letters.mime import html
from nomic_mail.letters.mime.sheets import Sheets
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

VOTE = "<p>AGAINST 301</p>"
NONE = "display:none"
WAYS = (
    ("div p{H}", f"<div><i></i>{VOTE}</div>"),
    ("body * {H} ", VOTE),
    (".a.b{H}", "<p class='b c a'>AGAINST 301</p>"),
    ("p:not(.seen){H}", VOTE),
    ("p:not(.seen,#top){H}", VOTE),
    (":is(.x,.y){H}", "<p class=y>AGAINST 301</p>"),
    ("[data-x]{H}", "<p data-x>AGAINST 301</p>"),
    ('p[class~="x"]{H}', "<p class='a x'>AGAINST 301</p>"),
    ("[id^=se][id$='t']{H}", "<p id=secret>AGAINST 301</p>"),
    ("[title*=OWN i]{H}", "<p title='my own'>AGAINST 301</p>"),
    ("div > p{H}", f"<div>{VOTE}</div>"),
    ("h2+p{H}", f"<h2></h2>{VOTE}"),
    ("h2 ~ p{H}", f"<h2></h2><br>{VOTE}"),
    ("body div div > p:first-child b{H}", "<div><div><p><b>AGAINST 301</b></p></div></div>"),
    (".md\\:off{H}", "<p class='md:off'>AGAINST 301</p>"),
    ("#\\78 y{H}", "<p id=xy>AGAINST 301</p>"),
    ("p{H", VOTE),
    (".a::after{content:'}'} .x{H}", "<p class=x>AGAINST 301</p>"),
    (".a{content:'/*'} .x{H} .b{content:'*/'}", "<p class=x>AGAINST 301</p>"),
    (".x{display:none!important} .x{display:block}", "<p class=x>AGAINST 301</p>"),
    (".x{display:none!important}", "<p class=x style='display:block'>AGAINST 301</p>"),
    ("#y{H} .x{display:block}", "<p id=y class=x>AGAINST 301</p>"),
    (".x{font-size:0} .x{display:block}", "<p class=x>AGAINST 301</p>"),
    (".x{H} .x{visibility:visible}", "<p class=x>AGAINST 301</p>"),
    (".x{H}", "<p class='" + "a " * 40 + "x'>AGAINST 301</p>"),
    ("i{color:red;}" * 6_000 + ".x{H}", "<p class=x>AGAINST 301</p>"),
    ("/*" + "a" * 60_000 + "*/.x{H}", "<p class=x>AGAINST 301</p>"),
)


def page(sheet: str, body: str) -> str:
    return f"<style>{sheet.replace('{H', f'{{{NONE}')}</style><p>Hm.</p>{body}<p>Bye.</p>"


@attacks(
    *(
        Attack(
            "votes",
            "words that a player copies out of a page",
            f"hides a vote in them by its style sheet: {sheet[-40:]} on {body[-50:]}",
            "what is not seen is not said",
            given=(sheet, body),
        )
        for sheet, body in WAYS
    )
)
def test_a_vote_that_a_sheet_hides(given: tuple[str, str]) -> None:
    shown = html.shown_of(page(*given))
    assert "AGAINST" not in shown.text


MAYBE: tuple[tuple[str, str], ...] = (
    ("@media (min-width:1px){.x{H}}", "<p class=x>AGAINST 301</p>"),
    ("@media screen and (max-width:600px){.x{H}}", "<p class=x>AGAINST 301</p>"),
    ("@supports not (x:y){.x{H}}", "<p class=x>AGAINST 301</p>"),
    ("@media screen{i{color:red;.x{H}}}", "<p class=x>AGAINST 301</p>"),
    ("div{& .x{H}}", "<div><p class=x>AGAINST 301</p></div>"),
    (":checked ~ .x{H}", "<input type=checkbox checked><p class=x>AGAINST 301</p>"),
    ("p:nth-child(3){H}", VOTE),
    ("p:has(b){H}", "<p><b>AGAINST 301</b></p>"),
    (".X{H}", "<p class=x>AGAINST 301</p>"),
    ("*|p.x{H}", "<p class=x>AGAINST 301</p>"),
    (":not(" * 1_000 + "p" + ")" * 1_000 + "{H}", "<p class=x>AGAINST 301</p>"),
    ("i{color:red}" * 20_000 + ".x{H}", "<p class=x>AGAINST 301</p>"),
)
DEEP = "<div class=a>" * 200 + "<p class=x>AGAINST 301</p>" + "</div>" * 200


STYLES = (
    *("font-size:calc(0px)", "display:var(--n)", "transform:rotateX(90deg)", "opacity:min(0, 1)"),
    *("mask:linear-gradient(transparent,transparent)", "clip-path:polygon(0 0,0 0,0 0)"),
    *("letter-spacing:-9em", "line-height:0;overflow:hidden", "position:relative;z-index:-1"),
    *("color:#fefefe;background:#fff", "color:hsl(0,0%,100%);background:#fff"),
    *("color:rgb(99%,99%,99%);background:white", "color:snow;background:#ffffff"),
)
MAYBE += tuple(("", f'<p style="{style}">AGAINST 301</p>') for style in STYLES)
MAYBE += tuple((f".x{{{style}}}", "<p class=x>AGAINST 301</p>") for style in STYLES)
MAYBE += (
    (".x{color:#fff;background:#fff}", "<p class=x>AGAINST 301</p>"),
    ("", "<div style='background:#fff'><p style='color:#fefdfe'>AGAINST 301</p></div>"),
    ("", "<div style='background:#fff'><p style='color:#d0d0d080'>AGAINST 301</p></div>"),
    ("", "<p style='color:#fff;background:rgba(255,255,255,.05)'>AGAINST 301</p>"),
    ("", "<p style='color:#808080;background:rgb(0 0 0 / 50%)'>AGAINST 301</p>"),
    ("", "<p style='color:rgb(var(--a));background:#fff'>AGAINST 301</p>"),
    ("", "<p style='color:rgb(255 255 calc(255));background:#fff'>AGAINST 301</p>"),
    ("", "<p style='color:var(--a);background:var(--b)'>AGAINST 301</p>"),
    ("", "<p style='color:hsl(0 0% 0%);background:lab(100% 0 0)'>AGAINST 301</p>"),
)


@attacks(
    *(
        Attack(
            "votes",
            "words that a player copies out of a page",
            f"may hide a vote in them by its style: {sheet[-40:]} on {body[-70:]}",
            "it is not counted, and asked about",
            given=(sheet, body),
        )
        for sheet, body in MAYBE
    )
)
def test_a_vote_that_a_sheet_may_hide(tmp_path: Path, given: tuple[str, str]) -> None:
    house = House(tmp_path)
    voter = house.open_vote()[1]
    written(house, voter, page(*given))
    assert "BallotCast" not in house.kinds()
    told = " ".join(house.last["tea", address_of(voter)].text.split())
    assert "AGAINST 301" in told
    assert "may not be seen" in told


def test_a_letter_that_may_say_nothing_at_all(tmp_path: Path) -> None:
    house = House(tmp_path)
    voter = house.open_vote()[1]
    sheet = "<style>@media (min-width:1px){.x{display:none}}</style>"
    written(house, voter, f"{sheet}<p class=x>AGAINST 301</p>")
    assert "BallotCast" not in house.kinds()
    assert "may not be seen" in " ".join(house.last["tea", address_of(voter)].text.split())


def written(house: House, name: str, source: str) -> None:
    head = f"From: {address_of(name)}\nTo: {house.door(name)}\nMessage-ID: <h1@x>\n"
    raw = f"{head}Date: Mon, 2 Mar 2026 09:00:00 +0000\nContent-Type: text/html\n\n{source}\n"
    house.post_in(raw.encode(), name, house.door(name))
    house.run()


@attacks(
    Attack(
        "votes",
        "words that a player copies out of a page",
        "may hide what stands above their vote by its style sheet",
        "the vote is asked about, as it says something else below that",
    )
)
def test_what_stands_above_may_be_hidden(tmp_path: Path) -> None:
    house = House(tmp_path)
    voter = house.open_vote()[1]
    sheet = "<style>@media (min-width:1px){.x{display:none}}</style>"
    written(house, voter, f"{sheet}<p class=x>I would never write:</p><p>FOR 301</p>")
    assert "BallotCast" not in house.kinds()


WITHIN = "".join(f".a .a .a .a .a .a > .y{n} .x{{display:none}}" for n in range(3_000))
EACH = "".join(f".a{n} .b{n} > i:not(.c){{display:none}}" for n in range(2_000))
NAMED = "".join(f"[a{n}]{{display:none}}" for n in range(9_000))
MANY = "<p class='a y1 x'>AGAINST 301</p>" + "<i class='a1 b1 x'>x</i>" * 15_000
COSTLY = {
    "looks at all that is around": (WITHIN, DEEP * 3),
    "is about each of fifteen thousand elements": (EACH, MANY + "<i>AGAINST 301</i>"),
    "is about all there is": (NAMED, MANY + "<i>AGAINST 301</i>"),
}


@each(
    "time",
    "a reply address",
    "writes a style sheet of thousands of selectors, each of which {}",
    "it comes to an end, and what is in it is unsure",
    COSTLY,
)
def test_selectors_without_end(given: tuple[str, str]) -> None:
    sheet, body = given
    began = time.process_time()
    shown = html.shown_of(f"<style>{sheet}</style>{body}")
    assert time.process_time() - began < 5
    assert not shown.surely.rstrip().endswith("AGAINST 301")


@attacks(
    Attack(
        "time",
        "a reply address",
        "writes eight thousand selectors before one long style",
        "that style is read once for all of them",
    )
)
def test_a_style_of_many_selectors_is_read_once() -> None:
    asked = list[str]()

    def hides(style: str, tag: str) -> bool:
        asked.append(tag)
        return NONE in style

    style = f"opacity:0;{NONE};visibility:hidden"
    tags = ",".join(("a", "td", ".x", "p") * 2_000)
    Sheets([f"{tags}{{{style}}}"], hides, hides, lambda _: "yes")
    assert len(asked) < 100


# As programs and services write them.
OF_OUTLOOK = """<!-- @font-face {font-family:Calibri; panose-1:2 15 5 2;}
p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;} a:link, span.MsoHyperlink {color:blue;}
span.EmailStyle17 {mso-style-type:personal-compose; color:windowtext;}
.MsoChpDefault {mso-style-type:export-only; display:none;} @page WordSection1 {size:612.0pt;}
div.WordSection1 {page:WordSection1;} -->"""
OF_A_NEWSLETTER = """#outlook a {padding:0} .ReadMsgBody {width:100%}
.ExternalClass * {line-height:100%}
u + #body .gmail-hide {display:none} a[x-apple-data-detectors] {font-size:inherit !important}
@media only screen and (max-width:480px) {.hide-m {display:none !important}
 table[class="w320"] {width:320px !important} *[class].m-block {display:block !important}}
@media (prefers-color-scheme:dark) {.light-img {display:none !important}}
@media only screen and (min-width:480px) {.mj-column-per-100 {width:100% !important}}
.moz-text-html .mj-column {max-width:100%} [owa] .hide-o {display:none}
.preheader {display:none !important; visibility:hidden; opacity:0; font-size:1px}
div[style*="margin: 16px 0;"] {margin:0 !important} @-ms-viewport {width:device-width}"""
SIGNATURE = "<table class=w320><tr><td class='hide-m light-img'>Ada Ltd.</td></tr></table>"


@pytest.mark.parametrize("sheet", [OF_OUTLOOK, OF_A_NEWSLETTER])
def test_what_programs_write_is_read_and_done(tmp_path: Path, sheet: str) -> None:
    house = House(tmp_path)
    voter = house.open_vote()[1]
    said = "<div class=WordSection1><p class=MsoNormal>FOR 301<o:p></o:p></p></div>"
    written(house, voter, f"<style>{sheet}</style>{said}{SIGNATURE}")
    assert "BallotCast" in house.kinds()


SHOWN = (
    ("div p{H}", VOTE),
    (".a.b{H}", "<p class=a>AGAINST 301</p>"),
    ("p:not(.x){H}", "<p class=x>AGAINST 301</p>"),
    ("[data-x=y]{H}", "<p data-x=z>AGAINST 301</p>"),
    ("@media print{.x{H}}", "<p class=x>AGAINST 301</p>"),
    ("@media only print and (orientation:landscape){.x{H}}", "<p class=x>AGAINST 301</p>"),
    (".x:hover{H} .x::before{H}", "<p class=x>AGAINST 301</p>"),
    (".x{H} #y{display:block}", "<p class=x id=y>AGAINST 301</p>"),
    (".x{display:none;display:block}", "<p class=x>AGAINST 301</p>"),
    ("h2+p{H}", f"<h2></h2><br>{VOTE}"),
    (".preheader, .hide-m{H}", VOTE),
    ("/* .x{H} */ .y{H}", "<p class=x>AGAINST 301</p>"),
    ("", "<div style='background:white'><p style='color:red'>AGAINST 301</p></div>"),
    ("", "<div style='background:#fff'><p style='color:rgb(0 0 0 / 87%)'>AGAINST 301</p></div>"),
    ("", "<p style='color:rgb(0,0,0);background-color:rgba(0,0,0,0)'>AGAINST 301</p>"),
    ("", "<p style='color:#000;background:#0000'>AGAINST 301</p>"),
    ("", "<p style='color:#000;background:#00000000'>AGAINST 301</p>"),
    ("", "<p style='color:#000;background:rgb(0 0 0 / 0%)'>AGAINST 301</p>"),
    ("", "<p style='color:var(--words)'>AGAINST 301</p>"),
    (".x{color:var(--words)}", "<p class=x>AGAINST 301</p>"),
    ("", "<p style='letter-spacing:-0.2px;line-height:0;height:calc(1em)'>AGAINST 301</p>"),
    ("@font-face{H} @keyframes x{from{H}}", VOTE),
)


@pytest.mark.parametrize(("sheet", "body"), SHOWN)
def test_what_no_sheet_hides_is_surely_seen(sheet: str, body: str) -> None:
    shown = html.shown_of(page(sheet, body))
    assert "AGAINST 301" in shown.surely
    assert shown.text == shown.surely
