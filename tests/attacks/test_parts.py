"""What is read of HTML: so much of a letter, not of each part; and nothing that cannot be seen."""

from nomic_mail.letters.mime import html, message
from nomic_mail.letters.mime.html import LIMIT
from tests.attacks.kit import Attack, attacks

PART = b"--b\r\nContent-Type: text/html\r\n\r\n%s\r\n"


@attacks(
    Attack(
        "time",
        "any address",
        "sends HTML in a hundred parts, each of which is read in no time",
        "as much is read as of one; a letter that has more says so",
    )
)
def test_html_in_many_parts() -> None:
    head = b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    one = b"<p>" + b"x" * (LIMIT // 90)
    few, many = (message.read(head + PART % one * count) for count in (80, 99))
    told = "its HTML could only be read in part"
    assert told not in few.trouble
    assert told in many.trouble
    assert many.text.startswith("xxx")


HIDDEN = (
    *("position:absolute;left:-9999px", "height:0;overflow:hidden", "clip:rect(0,0,0,0)"),
    *("text-indent:-9999px", "visibility:collapse", "d\\69splay:none", "display:/**/none"),
    *("color:red;" * 60 + "display:none", "transform:scale(0)", "font-size:0.0px", "opacity:0.0"),
    "color:transparent",
    *("opacity: 0.01", "opacity:1e-9", "font-size:.1px", "font-size: 1px", "font:0/0 a", "zoom: 0"),
    *("color: rgba(0, 0, 0, 0)", "color:#0000", "color:rgb(0 0 0 / 0%)", "scale: 0"),
    *("-webkit-text-fill-color: transparent", "filter: opacity(0%)", "clip-path: inset(50%)"),
    *("left:-100vw", "margin-left:-9999px", "transform: translateX(-9999px)", "top:-100em"),
    *("clip: rect(1px, 1px, 1px, 1px)", "height:1px;overflow:hidden", "height:0;overflow-y:clip"),
    *("max-height:1px;overflow:hidden", "font:bold 0 serif", "position:absolute;left:9999px"),
    *("left:-999px;position:absolute", "position:fixed;top:-100%", "font-size:0;font-size:.1px"),
    *("font-size:0!important;font-size:9px", "font-size:0;font-size:9"),
)
INSTEAD = (
    *("dialog", "datalist", "audio", "video", "canvas", "iframe", "noembed", "noframes"),
    *("meter", "progress", "rp"),
)
SHEETS = (
    "<style>.x{display:none}</style><p class='a x'>AGAINST</p>",
    "<style>p.x, #y { color: red; display : none !important }</style><p class=x>AGAINST</p>",
    "<style>#y{font-size:0}</style><p id=y>AGAINST</p>",
    "<style>/* a {} */ i{visibility:hidden}</style><p><i>AGAINST</i></p>",
    "<style>@media print{p{color:red}} .x{opacity:0}</style><p class=x>AGAINST</p>",
    "<style>@media screen{.x{opacity:0}} p{color:red}</style><p class=x>AGAINST</p>",
    "<style>@media only all {p{color:red} .x{opacity:0}}</style><p class=x>AGAINST</p>",
)
IN_ITS_OWN_COLOUR = (
    "<p style='color:#fff;background:white'>AGAINST</p>",
    "<p style='background-color: #FFFFFF'><b style='color: rgb(255, 255, 255)'>AGAINST</b></p>",
    "<div style='color:#FEFEFE'><p style='background:#fefefe'>AGAINST</p></div>",
    "<table bgcolor=white><tr><td><font color='#ffffff'>AGAINST</font></table>",
    "<p style='color:black;color:#fff;background:#fff!important'>AGAINST</p>",
)
CLOSED = (
    "<details>AGAINST</details>",
    "<details><summary></summary><p>AGAINST</p></details>",
    "<p popover>AGAINST</p>",
    "<style>@supports (display:grid){.x{display:none}}</style><p class=x>AGAINST</p>",
    "<style>@layer a{p{color:red} .x{opacity:0.0}}</style><p class=x>AGAINST</p>",
)
UNSEEN = (
    *SHEETS,
    *IN_ITS_OWN_COLOUR,
    *CLOSED,
    *(f'<p style="{style}">AGAINST</p>' for style in HIDDEN),
    *(f"<{tag}>AGAINST</{tag}>" for tag in INSTEAD),
)


@attacks(
    *(
        Attack(
            "votes",
            "words that a player copies out of a page",
            f"hides a vote in them: {one[-50:]}",
            "what is not seen is not said",
            given=one,
        )
        for one in UNSEEN
    )
)
def test_a_vote_that_nobody_sees(given: str) -> None:
    assert html.shown_of(f"<p>Hm.</p>{given}<p>Bye.</p>").text.split() == ["Hm.", "Bye."]


SEEN = (
    *("font-size:0.9em", "opacity:0.5", "line-height:0", "left:-5px", "color:#000;height:0"),
    *("color:rgb(255,255,0)", "color:#ff0", "color:#ffff00", "color: rgba(0, 0, 0, 0.87)"),
    *("max-width:-webkit-fill-available", "font: 0.9em serif", "font-size:10px", "zoom:0.8"),
    *("min-height:1px;overflow:auto", "border-width:0;overflow:hidden", "margin:0;overflow:auto"),
    *("height:100px;overflow:hidden", "margin-left:-20px", "caret-color:transparent"),
    *(
        "margin-left:12em;text-indent:-12em",
        "text-indent:-10em",
        "text-indent:-10%",
        "margin:-12em",
    ),
    *("margin-left:-10%", "margin-left:-50%", "left:-50%;position:relative", "font-size:.05in"),
    *("position:relative;top:50%;transform:translateY(-50%)", "font-size:1.5px;font-size:14px"),
    *("position:absolute;left:50%;top:50%;transform:translate(-50%,-50%)", "font:bold 0.9em serif"),
    *(
        "color:#fff",
        "color:white;background:black",
        "background:#fff",
        "color:#fff;background:none",
    ),
    *("margin:-12em", "position:absolute;left:-90px", "position:absolute;left:90px;top:2400px"),
)


SHEETS_THAT_SHOW = (
    (".x{display:none}", "<p class=y>AGAINST</p>"),
    ("@media print{.x{display:none}}", "<p class=x>AGAINST</p>"),
    ("@media screen and (max-width:9em){.x{display:none}}", "<p class=x>AGAINST</p>"),
    ("@media screen{.x{display:none}} .x{display:block}", "<p class=x>AGAINST</p>"),
    ("div .x{display:none}", "<p class=x>AGAINST</p>"),
    (".x{display:none} .x{display:block}", "<p class=x>AGAINST</p>"),
    (".x{display:none}", "<p class=x style='display:block'>AGAINST</p>"),
    ("div.x{display:none}", "<p class=x>AGAINST</p>"),
    (".x{color:red", "<p class=x>AGAINST</p>"),
    ("@supports not (display:grid){.x{display:none}}", "<p class=x>AGAINST</p>"),
    ("", "<p></p><details open>AGAINST</details>"),
    ("", "<div style='background:#fff'><p style='background:#000;color:#fff'>AGAINST</p></div>"),
    ("", "<div style='color:#fff;background:#fff'><p style='color:#000'>AGAINST</p></div>"),
    ("", "<div style='color:#fff;background:#fff'><i><font color=red>AGAINST</font></i></div>"),
    ("", "<p style='background:#fff'><b style='background:#000 url(x);color:#fff'>AGAINST</b></p>"),
    ("}}{{" * 1_000 + ".x{display:none", "<p class=x>AGAINST</p>"),
)


def test_what_is_seen_is_said() -> None:
    for style in SEEN:
        told = html.shown_of(f'<p style="{style}">AGAINST</p>').text
        assert told == "AGAINST\n", style
    for sheet, given in SHEETS_THAT_SHOW:
        told = html.shown_of(f"<style>{sheet}</style>{given}").text
        assert told == "AGAINST\n", sheet
    cell = "<table><tr><td style='{}'>AGAINST</table>"
    for style in ("width:1px;white-space:nowrap;overflow:hidden", "height:1px;overflow:hidden"):
        told = html.shown_of(cell.format(style)).text
        assert told == "AGAINST\n", style
    told = html.shown_of("<ruby>FOR<rp>(</rp><rt>for</rt><rp>)</rp></ruby>").text
    assert told == "FOR for\n"
    told = html.shown_of("<style media=print>p{display:none}</style><p>AGAINST</p>").text
    assert told == "AGAINST\n"
