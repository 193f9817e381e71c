// The examples of docs/FORMAT.md worked out from that page alone, and a record checked by it:
//   node format.mjs format-vectors.json       how many of each came out right, as JSON
//   node format.mjs record.json [record.json ...]   what differs in each, a line each
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const sha = (data) => createHash("sha256").update(data).digest("hex");
const points = (text) => [...text].map((one) => one.codePointAt(0));
function before(a, b) {
  const [x, y] = [points(a), points(b)];
  for (let n = 0; n < Math.min(x.length, y.length); n += 1) if (x[n] !== y[n]) return x[n] - y[n];
  return x.length - y.length;
}
// JSON.parse knows whole numbers of up to 53 bits: longer ones come as BigInt, by way of a text.
function read(text) {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (x) => (x[0] === '"' ? x : `"\\u0000${x}"`));
  return JSON.parse(marked, (_, x) => (typeof x === "string" && /^\0-?\d{16,}$/.test(x) ? BigInt(x.slice(1)) : x));
}
function canonical(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = Object.keys(value).sort(before);
  return `{${inner.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}
const commitment = (salt, text) => sha(`${salt}\n${text}`);
const hashOf = (last, open, seal = "") => sha(`${last}\n${canonical(open)}\n${seal}`);
const linkOf = (link) => sha(Buffer.from(link, "hex"));

function numbers(link, text, bounds) {
  const key = Buffer.from(link, "hex"), found = [];
  let bytes = [], block = 0;
  for (const bound of bounds) {
    let width = 1;
    while (256 ** width < bound) width += 1;
    const limit = 256 ** width - (256 ** width % bound);
    for (;;) {
      while (bytes.length < width) {
        bytes.push(...createHmac("sha256", key).update(`${text}|${block}`).digest());
        block += 1;
      }
      const value = bytes.splice(0, width).reduce((sum, one) => sum * 256 + one, 0);
      if (value < limit) { found.push(value % bound); break; }
    }
  }
  return found;
}
function thrown(link, text, dice) {
  const [count, sides] = dice.split("d").map(Number);
  return numbers(link, text, Array(count).fill(sides)).map((one) => one + 1);
}
function shuffled(link, text, seats) {
  const order = [...seats], places = order.map((_, n) => n + 1).slice(1).reverse();
  numbers(link, text, places).forEach((other, n) => {
    const place = places[n] - 1;
    [order[place], order[other]] = [order[other], order[place]];
  });
  return order;
}

function counted(threshold, electorate, votes, weights) {
  const [adoption] = threshold.split("; "), [needs, ...others] = adoption.split(", ");
  let has = Object.fromEntries(electorate.map((seat) => [seat, weights[seat] ?? 1]));
  const total = Object.values(has).reduce((a, b) => a + b, 0);
  if (needs === "unanimous" || total === 0) has = Object.fromEntries(electorate.map((x) => [x, 1]));
  const tally = { for: 0, against: 0, abstain: 0, absent: 0 };
  for (const seat of electorate) tally[votes[seat] ?? "absent"] += has[seat];
  const eligible = Object.values(has).reduce((a, b) => a + b, 0);
  const ofCast = needs.endsWith("of cast");
  const enough = (favour, against) => {
    const base = ofCast ? favour + against : eligible;
    if (favour === 0) return false;
    if (needs === "unanimous") return favour === base;
    if (needs.startsWith("majority")) return 2 * favour > base;
    const share = needs.split(" ")[0];
    const [up, down] = share.endsWith("%") ? [Number(share.slice(0, -1)), 100] : share.split("/").map(Number);
    return favour * down >= up * base;
  };
  let outcome = enough(tally.for, tally.against) ? "adopted" : "defeated";
  const voted = electorate.filter((seat) => votes[seat]).length;
  const sum = (seats) => seats.reduce((votes, seat) => votes + (weights[seat] ?? 1), 0);
  for (const one of others) {
    const [, share, ofVotes, heads] = /^quorum (?:(\d+\/\d+)( of votes)?|(\d+) heads?)$/.exec(one) ?? [];
    const [up, down] = (share ?? "0/1").split("/").map(Number);
    const [came, all] = ofVotes ? [sum(electorate.filter((seat) => votes[seat])), sum(electorate)] : [voted, electorate.length];
    if (heads && voted < Math.min(Number(heads), electorate.length)) outcome = "lapsed";
    if (share && came * down < up * all) outcome = "lapsed";
  }
  const could = enough(tally.for + tally.absent, tally.against);
  if (outcome === "defeated" && !ofCast && tally.absent && could) outcome = "lapsed";
  return { tally, outcome };
}

const same = (a, b) => canonical(a) === canonical(b);
const RIGHT = {
  canonical: (x) => canonical(x.value) === x.text,
  commitments: (x) => commitment(x.salt, x.text) === x.sha256,
  hashes: (x) => hashOf(x.before, x.public, x.seal) === x.hash,
  seals: (x) => sha(`${x.salt}\n${canonical(x.sealed)}`) === x.seal,
  links: (x) => linkOf(x.link) === x.commitment,
  throws: (x) => same(thrown(x.link, x.message, x.dice), x.faces),
  shuffles: (x) => same(shuffled(x.link, x.message, JSON.parse(x.message).joined.map(([s]) => s)), x.order),
  counts: (x) => same(counted(x.threshold, x.electorate, x.votes, x.weights), { tally: x.tally, outcome: x.outcome }),
};

function* checked(record) {
  let last = "0".repeat(64), promised = "", name = "";
  const { digest, ...rest } = record;
  yield ["digest", digest, sha(canonical(rest))];
  for (const [n, one] of record.ledger.entries.entries()) {
    const told = one.public, at = `event ${n + 1}`;
    if (!one.redacted) yield [`${at}, hash`, one.hash, hashOf(last, told, one.seal)];
    last = one.hash;
    if (one.seal === undefined) {
      for (const [made, [salt, text]] of Object.entries(one.opened ?? {})) {
        yield [`${at}, opened`, made, commitment(salt, text)];
        yield [`${at}, salt`, salt.length, 32];
      }
    } else if (one.opened && !one.redacted) {
      yield [`${at}, seal`, one.seal, sha(`${one.opened.salt}\n${canonical(one.opened.sealed)}`)];
    }
    if (told.event === "GameCreated") name = told.name;
    if (["DiceCommitted", "DiceReplaced", "GameImported"].includes(told.event)) promised = told.commitment;
    if (!told.link) continue;
    yield [`${at}, link`, linkOf(told.link), promised];
    promised = told.link;
    if (told.event === "DiceThrown") yield [`${at}, faces`, told.faces, thrown(told.link, told.message, told.dice)];
    if (told.event === "GameStarted") {
      const text = canonical({ game: name, joined: told.over });
      yield [`${at}, order`, told.order, shuffled(told.link, text, told.over.map(([seat]) => seat))];
    }
  }
  yield ["head", record.ledger.head, last];
  yield ["events", record.ledger.events, record.ledger.entries.length];
}

const files = process.argv.slice(2);
if (basename(files[0]) === "format-vectors.json") {
  const vectors = read(readFileSync(files[0], "utf8")), found = {};
  for (const [kind, right] of Object.entries(RIGHT)) found[kind] = vectors[kind].filter(right).length;
  console.log(JSON.stringify(found));
} else {
  for (const file of files) {
    for (const [where, says, comes] of checked(read(readFileSync(file, "utf8")))) {
      if (!same(says, comes)) console.log(`${file}: ${where} says ${canonical(says)}, comes out ${canonical(comes)}`);
    }
  }
}
