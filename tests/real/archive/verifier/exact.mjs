// JSON as docs/FORMAT.md has it: whole numbers with all their digits, no key twice, keys sorted by
// the numbers of their characters. What is too long for a number of JavaScript's is a BigInt.

import { createHash, createHmac } from 'node:crypto';

export const sha256 = (data) => createHash('sha256').update(data).digest('hex');
export const hmac256 = (key, text) => createHmac('sha256', key).update(text).digest();

const NUMBER = /-?(?:0|[1-9][0-9]*)/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const BLANKS = /[ \t\n\r]*/y;
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value();
  reader.skip();
  if (reader.at !== text.length) throw new SyntaxError(`something behind the end, at ${reader.at}`);
  return value;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  skip() {
    this.take(BLANKS);
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) throw new SyntaxError(`no JSON at ${this.at}`);
    this.at = pattern.lastIndex;
    return found[0];
  }

  sees(sign) {
    this.skip();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  wants(sign) {
    if (!this.sees(sign)) throw new SyntaxError(`no ${sign} at ${this.at}`);
  }

  value() {
    if (this.sees('{')) return this.object();
    if (this.sees('[')) return this.list();
    if (this.sees('"')) return this.string();
    for (const [word, value] of [['true', true], ['false', false], ['null', null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const digits = this.take(NUMBER);
    if (/[.eE]/.test(this.text[this.at] ?? '')) throw new SyntaxError(`no whole number at ${this.at}`);
    return plain(BigInt(digits));
  }

  object() {
    const made = Object.create(null);
    if (this.sees('}')) return made;
    do {
      this.wants('"');
      const key = this.string();
      if (key in made) throw new SyntaxError(`the key ${key} twice at ${this.at}`);
      this.wants(':');
      made[key] = this.value();
    } while (this.sees(','));
    this.wants('}');
    return made;
  }

  list() {
    const made = [];
    if (this.sees(']')) return made;
    do made.push(this.value());
    while (this.sees(','));
    this.wants(']');
    return made;
  }

  string() {
    let made = '';
    for (;;) {
      made += this.take(PLAIN);
      const sign = this.text[this.at];
      this.at += 1;
      if (sign === '"') return made;
      if (sign !== '\\') throw new SyntaxError(`a text is not closed at ${this.at}`);
      const escape = this.text[this.at];
      this.at += 1;
      if (escape === 'u') {
        made += String.fromCharCode(parseInt(this.take(/[0-9a-fA-F]{4}/y), 16));
      } else if (escape in ESCAPES) {
        made += ESCAPES[escape];
      } else throw new SyntaxError(`no such escape at ${this.at}`);
    }
  }
}

/** The shortest kind of number that holds it whole. */
export const plain = (big) =>
  big >= Number.MIN_SAFE_INTEGER && big <= Number.MAX_SAFE_INTEGER ? Number(big) : big;

const SHORT = { '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (sign) => SHORT[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
const quoted = (text) => `"${text.replace(/["\\\u0000-\u001f]/g, escaped)}"`;

export function byCharacters(left, right) {
  const [a, b] = [[...left], [...right]];
  for (let n = 0; n < Math.min(a.length, b.length); n += 1) {
    const step = a[n].codePointAt(0) - b[n].codePointAt(0);
    if (step) return step;
  }
  return a.length - b.length;
}

export function canonical(value) {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const inner = Object.keys(value).filter((key) => value[key] !== undefined).sort(byCharacters);
  return `{${inner.map((key) => `${quoted(key)}:${canonical(value[key])}`)}}`;
}

export const same = (left, right) => canonical(left) === canonical(right);

/** A number of points, which may be a text ("7/2"), as [numerator, denominator]. */
function fraction(points) {
  const [over, under = '1'] = String(points).split('/');
  return [BigInt(over), BigInt(under)];
}

function reduced(over, under) {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b) [a, b] = [b, a % b];
  return under === a ? plain(over / a) : `${over / a}/${under / a}`;
}

export function sum(left, right) {
  const [[a, b], [c, d]] = [fraction(left), fraction(right)];
  return reduced(a * d + c * b, b * d);
}

export function difference(left, right) {
  const [c, d] = fraction(right);
  return sum(left, reduced(-c, d));
}

/** As a text that is read: "7/2" is 3.5, and "1/3" stays so. */
export function decimals(points) {
  const [over, under] = fraction(points);
  let places = 0;
  while (places < 10 && 10n ** BigInt(places) % under) places += 1;
  if (under === 1n || places > 9) return String(points);
  const digits = String((over < 0n ? -over : over) * 10n ** BigInt(places) / under).padStart(places + 1, '0');
  return `${over < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
