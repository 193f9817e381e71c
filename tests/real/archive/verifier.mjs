// A second opinion of records, written from docs/FORMAT.md and what it links to, in another language,
// with no line of the program's: says of each record what in it contradicts, one line a difference.
//
//     node verifier.mjs [--head HASH]... RECORD.json...   (`-`: records from the input, one a line)
//     node verifier.mjs --vectors                         (the examples of docs/format-vectors.json)
//
// Exits with 1 where anything contradicts. What it cannot find stands in docs/FORMAT.md: who asked for
// more than the law gives, and what the law makes of it. Only deciding it again finds that.

import { readFileSync } from 'node:fs';

import { outcome, tally } from './verifier/count.mjs';
import { canonical, parse, same, sha256 } from './verifier/exact.mjs';
import { checkCauses } from './verifier/follows.mjs';
import { Game } from './verifier/game.mjs';
import { commits, endOf, faces, shuffled, thrown } from './verifier/luck.mjs';
import { SCHEMA, VECTORS, against } from './verifier/page.mjs';
import { Ledger, commitmentOf, hashOf, sealOf } from './verifier/read.mjs';
import { differences, made, mechanics } from './verifier/record.mjs';

/** What an older record does not have yet; one with causes has it all. */
const YOUNGER = new Set([
  'admissions', 'turns', 'surplus', 'written_by', 'won', 'before', 'amendment', 'weights', 'bound', 'rule', 'away_max',
  'team_mates', 'digest', 'moderator_plays', 'first_number', 'rules', 'number', 'removed', 'acts',
]);

export function check(text, heads = []) {
  const found = [];
  const tell = (where, what) => found.push(`${where}: ${what}`);
  let record;
  try {
    record = parse(text);
  } catch (error) {
    return [`record: it is no JSON, ${error.message}`];
  }
  if (!Array.isArray(record?.ledger?.entries)) return ['ledger: none stands in it'];
  try {
    checkRecord(record, heads, tell);
  } catch (error) {
    tell('record', `it cannot be read on: ${error.stack.split('\n').slice(0, 2).join(' ')}`);
  }
  return found;
}

function checkRecord(record, heads, tell) {
  const { digest, ...rest } = record;
  if (sha256(canonical(rest)) !== digest) tell('digest', 'it is of another record');
  const { entries, events: count, head } = record.ledger;
  const older = entries.every((entry) => entry.form < 3);
  for (const what of against(SCHEMA, record)) {
    const missing = what.match(/\.(\w+): it is missing$/);
    if (!(older && missing && YOUNGER.has(missing[1]))) tell('schema', what);
  }
  const last = entries.at(-1)?.hash ?? '';
  if (head !== last) tell('ledger.head', 'it is not the hash of the last entry');
  if (count !== entries.length) tell('ledger.events', `it says ${count}, and there are ${entries.length}`);
  for (const one of heads) if (one !== last) tell('--head', `${one} was told elsewhere, and ${last} stands here`);
  const events = new Ledger(entries, tell, !!record.told).read();
  if (record.told) return; // it is made of the files in it, which say what they like
  checkCauses(events, tell);
  const game = new Game(tell);
  game.tellsSeats = isBefore(record.written_by ?? '', [0, 5, 4]);
  game.play(events);
  game.end(entries);
  const isOfNow = !isBefore(record.written_by ?? '', [0, 5, 3]);
  for (const what of mechanics(record.mechanics, game, isOfNow)) tell('record', what);
  const comes = made(game);
  for (const name of Object.keys(comes)) {
    if (name in record) for (const what of differences(record[name], comes[name], name)) tell('record', what);
    else if (!older && comes[name].length) tell('record', `${name}: it is missing`);
  }
}

/** Whether that program is of an earlier version; one that does not say is. */
function isBefore(writer, version) {
  const numbers = (writer.match(/\d+(\.\d+)*$/)?.[0] ?? '0').split('.').map(Number);
  const at = version.findIndex((one, n) => one !== (numbers[n] ?? 0));
  return at >= 0 && (numbers[at] ?? 0) < version[at];
}

function checkVectors() {
  const examples = parse(VECTORS);
  const found = [];
  const is = (part, made, told) => same(made, told) || found.push(`${part}: ${canonical(made)} is made, and ${canonical(told)} told`);
  for (const { value, text } of examples.canonical) is('canonical', canonical(value), text);
  for (const one of examples.commitments) is('commitments', commitmentOf(one.salt, one.text), one.sha256);
  for (const one of examples.pieces) is('pieces', one.pieces.join(''), one.text);
  for (const one of examples.hashes) is('hashes', hashOf(one.before, one.public, one.seal), one.hash);
  for (const one of examples.seals) is('seals', sealOf(one), one.seal);
  for (const one of examples.links) is('links', commits(one.link), one.commitment);
  for (const one of examples.throws) is('throws', faces(one.link, one.message, one.dice), one.faces);
  for (const one of examples.calls) is('calls', thrown(one.link, one.message, one.sides), one.faces);
  for (const one of examples.dealt) {
    is('dealt', endOf(one.seed, one.length), one.commitment);
    is('dealt', thrown(one.seed, one.message, one.secret_sides), one.secret_faces);
  }
  for (const one of examples.shuffles) {
    is('shuffles', shuffled(one.link, one.message, parse(one.message).joined.map(([seat]) => seat)), one.order);
  }
  for (const one of examples.counts) {
    is('counts', { ...tally(one).sums }, one.tally);
    is('counts', outcome(one), one.outcome);
  }
  return found;
}

function main(words) {
  const heads = [];
  const files = [];
  for (let n = 0; n < words.length; n += 1) {
    if (words[n] === '--head') heads.push(words[(n += 1)]);
    else files.push(words[n]);
  }
  let all = 0;
  const say = (name, found) => {
    all += found.length;
    for (const line of found) console.log(`${name}: ${line.replaceAll('\n', ' ')}`);
  };
  for (const file of files) {
    if (file === '--vectors') say('format-vectors.json', checkVectors());
    else if (file === '-') {
      const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line);
      lines.forEach((line, n) => say(n + 1, check(line, heads)));
    } else say(file, check(readFileSync(file, 'utf8'), heads));
  }
  process.exitCode = all ? 1 : 0;
}

main(process.argv.slice(2));
