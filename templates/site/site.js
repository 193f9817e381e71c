// What the pages can do more where scripts run. Nothing is fetched, and no text becomes markup.
"use strict";
const byId = (id) => document.getElementById(id);

// The rule book at any time: each form of a rule says in which versions it was in force.
function slider() {
  const box = byId("slider");
  if (!box || Number(box.dataset.latest) < 1) return;
  const input = byId("time"), latest = Number(box.dataset.latest);
  const versions = [...byId("versions").children];
  const show = () => {
    const now = Number(input.value), item = versions[now];
    const told = `${item.dataset.at}: ${item.querySelector(":scope > span").textContent}`;
    const list = document.querySelector(".contents");
    if (list) list.hidden = now !== latest;
    byId("then").textContent = now === latest ? `${told} (as it stands)` : told;
    input.setAttribute("aria-valuetext", told);
    [...byId("book").children].forEach((form, place) => {
      const since = Number(form.dataset.since), until = Number(form.dataset.until ?? Infinity);
      form.hidden = !(since <= now && now < until);
      form.classList.toggle("fresh", now > 0 && since === now);
      if (now === 0 || since !== now) return;
      const link = document.createElement("a");
      form.id ||= `form-${place}`;
      link.href = `#${form.id}`;
      link.textContent = `See rule ${form.querySelector(".num").textContent}`;
      byId("then").append(". ", link);
    });
  };
  input.addEventListener("input", show);
  box.hidden = false;
  show();
}

// The dice: the link is what was promised, and its HMAC over the text gives the faces.
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");

async function drawn(link, over, bounds) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unhex(link), hmac, false, ["sign"]);
  let bytes = [], block = 0;
  const numbers = [];
  for (const bound of bounds) {
    let width = 1;
    while (256 ** width < bound) width += 1;
    for (;;) {
      while (bytes.length < width) {
        const told = new TextEncoder().encode(`${over}|${block++}`);
        bytes = bytes.concat([...new Uint8Array(await crypto.subtle.sign("HMAC", key, told))]);
      }
      const value = bytes.splice(0, width).reduce((sum, byte) => sum * 256 + byte, 0);
      if (value < 256 ** width - (256 ** width % bound)) {
        numbers.push(value % bound);
        break;
      }
    }
  }
  return numbers;
}

async function comesOut({ link, over, dice, joined }) {
  if (dice) {
    const [count, sides] = dice.split("d").map(Number);
    return (await drawn(link, over, Array(count).fill(sides))).map((n) => n + 1).join(" ");
  }
  const seats = joined.split(" ");
  const bounds = seats.map((_, n) => n + 1).slice(1).reverse();
  const others = await drawn(link, over, bounds);
  bounds.forEach((bound, n) => {
    [seats[bound - 1], seats[others[n]]] = [seats[others[n]], seats[bound - 1]];
  });
  return seats.join(" ");
}

async function checked(draw, promised) {
  const { link, commitment, faces, order } = draw.dataset;
  const own = hex(await crypto.subtle.digest("SHA-256", unhex(link)));
  if (own !== commitment) return `wrong: the hash of its link is ${own}`;
  if (!promised.has(commitment)) return "wrong: nobody had promised this link";
  const told = faces ?? order, found = await comesOut(draw.dataset);
  return found === told ? `right: comes out as ${found}` : `wrong: comes out as ${found}`;
}

function dice() {
  const bar = byId("check-all");
  if (!bar) return;
  const draws = [...document.querySelectorAll(".throw")];
  if (!globalThis.crypto?.subtle || !draws.length) return;
  const promised = new Set([...document.querySelectorAll("[data-commitment]")].flatMap((one) =>
    one.dataset.link ? [one.dataset.link] : [one.dataset.commitment]));
  const check = async (draw) => {
    const told = await checked(draw, promised), right = told.startsWith("right");
    const output = draw.querySelector("output");
    output.textContent = told;
    output.className = right ? "right" : "wrong";
    return right;
  };
  for (const draw of draws) {
    const button = document.createElement("button");
    button.textContent = "Check it";
    button.type = "button";
    button.setAttribute("aria-describedby", draw.getAttribute("aria-labelledby"));
    button.addEventListener("click", () => check(draw));
    const line = draw.querySelector("p");
    line.append(" ", button);
    line.after(document.createElement("output"));
  }
  bar.querySelector("button").addEventListener("click", async () => {
    let right = 0;
    for (const draw of draws) right += await check(draw);
    bar.querySelector("output").textContent = `${right} of ${draws.length} come out as they say`;
  });
  bar.hidden = false;
}

// Search: all words have to be there; what has them in its heading comes first.
function search() {
  const box = byId("finder");
  if (!box || typeof NOMIC_INDEX === "undefined") return;
  const input = byId("words"), hits = byId("hits");
  const rows = NOMIC_INDEX.map((row) => [...row, row.join("\n").toLowerCase()]);
  const hit = ([kind, href, heading, words], asked) => {
    const item = document.createElement("li"), line = document.createElement("p");
    const link = document.createElement("a"), name = document.createElement("bdi");
    link.href = href;
    name.textContent = heading;
    link.append(name);
    line.append(`${kind} `, link);
    item.append(line);
    const at = words.toLowerCase().indexOf(asked[0]);
    if (at >= 0) {
      const shown = document.createElement("span"), from = Math.max(0, at - 60);
      shown.textContent = `${from ? "… " : ""}${words.slice(from, at + 120).trim()} …`;
      item.append(shown);
    }
    return item;
  };
  const find = () => {
    const asked = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    byId("all").hidden = asked.length > 0;
    const found = asked.length ? rows.filter((row) => asked.every((word) => row[4].includes(word))) : [];
    const inHeading = (row) => asked.every((word) => row[2].toLowerCase().includes(word));
    found.sort((a, b) => inHeading(b) - inHeading(a));
    hits.replaceChildren(...found.slice(0, 50).map((row) => hit(row, asked)));
    byId("found").textContent = asked.length ? `${found.length} found` : "";
  };
  input.addEventListener("input", find);
  box.hidden = false;
  const given = new URLSearchParams(location.search).get("q");
  if (given) input.value = given;
  find();
}

// Each time by the reader's own clock, beside the one in UTC.
function clocks() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const told = (at, how) => new Intl.DateTimeFormat("en-GB", how).format(at);
  for (const time of document.querySelectorAll("time[datetime*='T']")) {
    const at = new Date(time.dateTime);
    if (!time.textContent.endsWith("UTC") || Number.isNaN(at.getTime())) continue;
    const day = { day: "numeric", month: "long" };
    const hour = told(at, { hour: "2-digit", minute: "2-digit" });
    if (!at.getTimezoneOffset()) continue;
    const same = told(at, day) === told(at, { ...day, timeZone: "UTC" });
    const own = document.createElement("span");
    own.className = "own";
    own.textContent = ` (${same ? "" : `${told(at, day)}, `}${hour} here)`;
    time.append(own);
  }
  for (const line of document.querySelectorAll(".zone")) {
    if (document.querySelector(".own")) line.textContent = `Times are UTC, and those of ${zone}.`;
  }
}

clocks();
slider();
dice();
search();
