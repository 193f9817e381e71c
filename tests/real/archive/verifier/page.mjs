// What docs/FORMAT.md has in its tables, read from there: the fields of each kind of event and of
// command, and the words of each code. The schema beside it says what a record has.

import { readFileSync } from 'node:fs';

const DOCS = new URL('../../../../docs/', import.meta.url);
const docs = (name) => readFileSync(new URL(name, DOCS), 'utf8');
const PAGE = docs('FORMAT.md');
export const SCHEMA = JSON.parse(docs('record.schema.json'));
export const VECTORS = docs('format-vectors.json');

export const table = (title) => {
  const part = PAGE.split(`\n## ${title}\n`)[1];
  if (!part) throw new Error(`docs/FORMAT.md has no part "${title}"`);
  const rows = part.split('\n## ')[0].split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) => line.slice(2, -2).split(' | '));
};

/** `name` kind[, secret][?], several of them with "; " between. */
function fieldsOf(cell) {
  if (cell === '–') return {};
  const fields = {};
  for (const told of cell.split('; ')) {
    const [, name, kind, secret, missing] = told.match(/^`(\w+)` (.*?)(, secret)?(\?)?$/);
    fields[name] = { kind, secret: !!secret, canMiss: !!missing };
  }
  return fields;
}

const kinds = (title) =>
  Object.fromEntries(table(title).map(([name, cell]) => [name.replaceAll('`', ''), fieldsOf(cell)]));
export const EVENTS = kinds('Every kind of event');
export const COMMANDS = kinds('Every kind of command');
const PARTS = kinds('What stands in them');
export const WORDS = Object.fromEntries(
  table('What is said, in words').map(([code, words]) => [code.replaceAll('`', ''), words]),
);

/** By kind of clause, what holds where no rule says it. */
export const HOUSE = Object.fromEntries(
  docs('clauses.md').split('\n## The kinds\n')[1].split('\n## ')[0].split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => [cells[0].replaceAll('`', ''), cells.at(-1) === 'none' ? null : cells.at(-1).replaceAll('`', '')]),
);

const names = (cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);

/** By command: the act of a moderator, its own events, and which field of theirs is who asked. */
export const COMES = Object.fromEntries(
  table('What comes of a command').map(([command, act, events, by]) => [
    names(command)[0], { act: act === '–' ? null : act, events: names(events), by: names(by) },
  ]),
);

/** What each cause may have, besides what is its command's own. */
export const OF_EACH_CAUSE = fieldsOf(
  '`decided_at` time; `by` number?; `who` words?; `received_at` time?; `held_at` time?; ' +
    '`letter` text?; `proof` text, secret?; `answers` number?',
);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const LENGTH = /^-?P(\d+D)?(T\d+(\.\d+)?S)?$/;
export const HASH = /^[0-9a-f]{64}$/;
const NUMBER_IN_WORDS = /^-?\d+(\.\d+){1,2}$|^-?\d+\/\d+$/;
const isNumber = (value) => Number.isInteger(value) || typeof value === 'bigint';
const isText = (value) => typeof value === 'string';
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isCommitment = (value) => isObject(value) && Object.keys(value).join() === 'sha256';
const isSealed = (value) => isCommitment(value) && isText(value.sha256) && HASH.test(value.sha256);
const isWords = (value) =>
  isSealed(value) ||
  (isCommitment(value) && Array.isArray(value.sha256) &&
    value.sha256.length % 2 === 1 && value.sha256.length > 1 && value.sha256.every((one) => HASH.test(one)));

/** In forms 1 and 2 nothing is committed to, and what is secret stands under a seal. */
export class Kinds {
  constructor(form) {
    this.form = form;
  }

  /** Each field that is not of its kind, or not there, or not of this page. */
  *wrong(fields, value, where) {
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(fields, name)) yield `${where}.${name}: there is no such field`;
    }
    for (const [name, one] of Object.entries(fields)) {
      if (Object.hasOwn(value, name)) yield* this.ofField(one, value[name], `${where}.${name}`);
      else if (!one.canMiss && this.form === 5) yield `${where}.${name}: it is missing`;
    }
  }

  *ofField({ kind, secret }, value, where) {
    if (secret && this.form >= 3) {
      const plainly = this.form < 5 && where.endsWith('.proof') && isText(value);
      const fits = kind === 'words' ? isWords(value) : isSealed(value);
      if (!fits && value !== '' && !plainly) yield `${where}: it is not committed to`;
    } else yield* this.of(kind, value, where);
  }

  *of(kind, value, where) {
    if (kind.endsWith(' or null')) {
      if (value !== null) yield* this.of(kind.slice(0, -8), value, where);
    } else if (kind.startsWith('list of ')) {
      if (!Array.isArray(value)) yield `${where}: it is no list`;
      else for (const [n, one] of value.entries()) yield* this.of(kind.slice(8), one, `${where}[${n}]`);
    } else if (/ by (number|text)$/.test(kind)) {
      if (!isObject(value)) yield `${where}: it is no object`;
      else for (const key of Object.keys(value)) yield* this.of(kind.replace(/ by \w+$/, ''), value[key], `${where}.${key}`);
    } else if (/^an? /.test(kind) && Object.hasOwn(PARTS, kind.split(' ')[1])) {
      if (!isObject(value)) yield `${where}: it is no object`;
      else yield* this.wrong(PARTS[kind.split(' ')[1]], value, where);
    } else if (kind === 'said') {
      yield* this.said(value, where);
    } else if (!this.is(kind, value)) yield `${where}: it is no ${kind}`;
  }

  is(kind, value) {
    const older = this.form < 3;
    switch (kind) {
      case 'number': return isNumber(value) || (isText(value) && NUMBER_IN_WORDS.test(value));
      case 'text': return isText(value) || (!older && isWords(value));
      case 'time': return isText(value) && TIME.test(value);
      case 'length': return isText(value) && LENGTH.test(value);
      case 'true or false': return typeof value === 'boolean';
      case 'words': return older ? isText(value) : value === '' || isWords(value);
      case 'a clause': return older ? isText(value) : (isText(value) && !value.startsWith('program:')) || isWords(value);
      case '[number, text]': return Array.isArray(value) && value.length === 2 && isNumber(value[0]) && isText(value[1]);
      default: return isText(value) && kind.split(', ').includes(value === '' ? '`""`' : `\`${value}\``);
    }
  }

  *said(value, where) {
    if (this.form < 4) {
      if (!isText(value) && !isWords(value)) yield `${where}: it is no sentence`;
    } else if (!isObject(value) || Object.keys(value).sort().join() !== 'code,facts') {
      yield `${where}: it is no code with its facts`;
    } else if (!Object.hasOwn(WORDS, value.code)) yield `${where}: there is no code ${value.code}`;
    else for (const name of Object.keys(value.facts)) yield* this.fact(value.facts[name], `${where}.${name}`);
  }

  *fact(value, where) {
    if (Array.isArray(value)) for (const [n, one] of value.entries()) yield* this.fact(one, `${where}[${n}]`);
    else if (isObject(value) && !isWords(value)) yield* this.said(value, where);
    else if (value === true || value === false) yield `${where}: it is no fact`;
  }
}

// JSON schema, as far as record.schema.json goes.
const TYPES = {
  object: isObject, array: Array.isArray, string: isText, integer: isNumber,
  boolean: (value) => typeof value === 'boolean', null: (value) => value === null,
};

export function* against(schema, value, where = 'record') {
  if (schema === true) return;
  if (schema === false) {
    yield `${where}: it has no place here`;
    return;
  }
  if (schema.$ref) yield* against(SCHEMA.$defs[schema.$ref.split('/').at(-1)], value, where);
  const type = schema.type && [schema.type].flat();
  if (type && !type.some((one) => TYPES[one](value))) {
    yield `${where}: it is no ${type.join(' or ')}`;
    return;
  }
  if ('const' in schema && value !== schema.const) yield `${where}: it is not ${schema.const}`;
  if (schema.enum && !schema.enum.includes(value)) yield `${where}: it is none of ${schema.enum.join(', ')}`;
  if (schema.pattern && isText(value) && !new RegExp(schema.pattern, 'u').test(value)) yield `${where}: it is not of the form ${schema.pattern}`;
  if (schema.minimum !== undefined && isNumber(value) && value < schema.minimum) yield `${where}: it is too small`;
  if (schema.maximum !== undefined && isNumber(value) && value > schema.maximum) yield `${where}: it is too big`;
  if (schema.anyOf && !schema.anyOf.some((one) => fits(one, value))) yield `${where}: it is of none of its kinds`;
  if (schema.not && fits(schema.not, value)) yield `${where}: it is what it may not be`;
  if (schema.if) yield* against((fits(schema.if, value) ? schema.then : schema.else) ?? true, value, where);
  if (isObject(value)) yield* objectAgainst(schema, value, where);
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) yield `${where}: it has ${value.length} places`;
    if (schema.items) for (const [n, one] of value.entries()) yield* against(schema.items, one, `${where}[${n}]`);
  }
}

function* objectAgainst(schema, value, where) {
  for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) yield `${where}.${name}: it is missing`;
  if (Object.keys(value).length < (schema.minProperties ?? 0)) yield `${where}: it has too little`;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties ?? {}, name) ? [schema.properties[name]] : [];
    for (const [pattern, one] of Object.entries(schema.patternProperties ?? {})) {
      if (new RegExp(pattern, 'u').test(name)) known.push(one);
    }
    if (!known.length && schema.additionalProperties !== undefined) known.push(schema.additionalProperties);
    if (schema.propertyNames) yield* against(schema.propertyNames, name, `${where}.${name}`);
    for (const one of known) yield* against(one, inner, `${where}.${name}`);
  }
}

const fits = (schema, value) => against(schema, value).next().done;
