// The ledger as docs/FORMAT.md has it: the chain of hashes, what is committed to and what is opened
// of that, the fields of events and causes. What comes out is each event as it reads.

import { canonical, sha256 } from './exact.mjs';
import { COMMANDS, EVENTS, HASH, Kinds, OF_EACH_CAUSE } from './page.mjs';

export const GENESIS = '0'.repeat(64);
export const WITHHELD = '(withheld)';
export const hashOf = (before, publicly, seal) => sha256(`${before}\n${canonical(publicly)}\n${seal}`);
export const commitmentOf = (salt, text) => sha256(`${salt}\n${text}`);
export const sealOf = ({ salt, sealed }) => sha256(`${salt}\n${canonical(sealed)}`);

export class Ledger {
  constructor(entries, tell, told = false) {
    this.told = told;
    this.entries = entries;
    this.tell = tell;
    this.salts = new Map();
    this.events = [];
  }

  read() {
    let before = GENESIS;
    let form = 0;
    let cause = null;
    for (const [n, entry] of this.entries.entries()) {
      const tell = (what) => this.tell(`event ${n + 1} ${entry.public.event}`, what);
      if (entry.redacted !== true && hashOf(before, entry.public, entry.seal ?? '') !== entry.hash) tell('its hash is another one');
      before = entry.hash;
      if (entry.form > 5) tell(`its form ${entry.form} is not told of`);
      if (form >= 3 && entry.form < 3) tell('it is of an older form than what stands before it');
      form = entry.form;
      const read = entry.form < 3 ? this.sealed(entry, tell) : this.opened(entry, n, tell);
      this.fields(entry, n, tell);
      if (!this.told) this.times(read, n, tell);
      if (read.cause) cause = read.cause;
      if (!this.told && entry.form >= 3 && !read.cause && this.needsCause(read, n)) tell('it has no cause');
      Object.defineProperties(read, {
        place: { value: n + 1 }, form: { value: entry.form }, of: { value: cause },
        raw: { value: entry.public }, seen: { value: entry.opened ?? {} },
      });
      this.events.push(read);
    }
    return this.events;
  }

  needsCause(event, n) {
    const first = n === 0 || (n === 1 && event.event === 'DiceCommitted') || event.event === 'LawRead';
    return !first && !this.events.slice().reverse().some((one) => one.cause);
  }

  sealed({ public: told, seal, opened, redacted }, tell) {
    if (!opened) return { ...told };
    if (!seal || (redacted !== true && sealOf(opened) !== seal)) tell('what is opened is not what was sealed');
    return { ...opened.sealed, ...told };
  }

  opened({ public: told, opened = {} }, n, tell) {
    const wanted = new Set();
    const read = resolved(told, opened, wanted);
    const texts = new Map();
    for (const [made, [salt, text]] of Object.entries(opened)) {
      if (!wanted.has(made)) tell('something is opened that it does not commit to');
      if (commitmentOf(salt, text) !== made) tell('what is opened is not what it commits to');
      if (!/^[0-9a-f]{32}$/.test(salt)) tell('a salt is not 32 hexadecimal digits');
      if ((this.salts.get(salt) ?? n) !== n) tell(`it has a salt of event ${this.salts.get(salt) + 1}`);
      if ((texts.get(text) ?? salt) !== salt) tell('a text has two salts');
      this.salts.set(salt, n);
      texts.set(text, salt);
    }
    return read;
  }

  fields(entry, n, tell) {
    const kinds = new Kinds(entry.form);
    const { event, at, cause, letters, ...fields } = entry.public;
    if (letters !== undefined) {
      if (!Array.isArray(letters) || !letters.every((one) => HASH.test(one))) tell('letters: what commits to a letter is a SHA-256');
      if (n > 0 && !(cause || event === 'LawRead')) tell('letters: they stand where no burst begins');
      if ((letters.length === 0) !== (n === 0)) tell('letters: only the first list is empty');
    }
    if (!Object.hasOwn(EVENTS, event)) tell(`there is no such kind of event`);
    else for (const what of kinds.wrong(EVENTS[event], fields, event)) tell(what);
    if (!cause) return;
    const { command, ...own } = cause;
    if (entry.form < 3) tell('it has a cause');
    if (!Object.hasOwn(COMMANDS, command)) tell(`there is no such kind of command as ${command}`);
    else for (const what of kinds.wrong({ ...OF_EACH_CAUSE, ...COMMANDS[command] }, own, command)) tell(what);
  }

  times(event, n, tell) {
    const last = this.events.at(-1);
    if (last && moment(event.at) < moment(last.at)) tell(`it is of ${event.at}, before the event before it`);
    const { cause } = event;
    if (!cause) {
      if (last?.of && event.event !== 'LawRead' && moment(event.at) !== moment(last.of.decided_at)) tell(`it is of ${event.at}, and its cause was decided at ${last.of.decided_at}`);
      return;
    }
    if (moment(cause.decided_at) !== moment(event.at)) tell(`it is of ${event.at}, and its cause was decided at ${cause.decided_at}`);
    if (moment(cause.received_at ?? cause.decided_at) > moment(cause.decided_at)) tell('its letter came after it was decided');
    if (cause.held_at && moment(cause.held_at) > moment(cause.received_at)) tell('its letter was held after it came');
    if ((cause.answers ?? 0) > n) tell(`its letter answers one of ${cause.answers} events, and there were ${n}`);
    if ('answers' in cause && cause.answers < 1) tell('its letter answers one of no events');
  }
}

/** In millionths of a second, as a Date of JavaScript has thousandths alone. */
export function moment(time) {
  const [, whole, digits = ''] = String(time).match(/^(.*?)(?:\.(\d+))?Z$/) ?? [];
  return Date.parse(`${whole}Z`) * 1000 + Number(digits.padEnd(6, '0'));
}

/** What it says, with what is opened in the place of what it commits to. */
function resolved(value, opened, wanted) {
  if (Array.isArray(value)) return value.map((one) => resolved(one, opened, wanted));
  if (value === null || typeof value !== 'object') return value;
  if (!('sha256' in value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, opened, wanted)]));
  }
  const pieces = [value.sha256].flat();
  pieces.forEach((one) => wanted.add(one));
  const instead = (n) => (n % 2 ? '(address withheld)' : WITHHELD);
  return pieces.map((one, n) => opened[one]?.[1] ?? instead(n)).join('');
}


