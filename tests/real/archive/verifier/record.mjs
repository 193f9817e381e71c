// What a record has beside its ledger, as it comes out of the ledger.

import { same } from './exact.mjs';
import { HOUSE } from './page.mjs';
import { secondsOf } from './table.mjs';

/** A length of time as people write it. */
export function inWords(length) {
  const seconds = secondsOf(length);
  if (!seconds) return '0';
  const hours = seconds / 3600;
  if (hours % 24 === 0 && hours > 48) return `${hours / 24}d`;
  if (Number.isInteger(hours)) return `${hours}h`;
  return `${seconds / 60}m`;
}

const isLength = (value) => typeof value === 'string' && /^-?P(\d|T)/.test(value);

const UNSURE = Symbol('unsure');

/** Among those who play: a seat that is left keeps its place, and is not counted. */
function placeOf(seat, { order, players, isUnsure }) {
  if (isUnsure) return UNSURE;
  const place = order.filter((one) => players.get(one).status === 'playing').indexOf(seat);
  return place < 0 ? null : place + 1;
}

/** Before it is opened a proposal is debated, and what is said then is said of it. */
export function made(game) {
  const { now, log } = game;
  const { created } = now;
  return {
    format: 'nomic-mail/1',
    game: {
      name: created.name, title: created.title, ruleset: created.ruleset, status: now.status, created_at: created.at,
      started_at: now.started, ended_at: now.ended, ended_because: now.because, winners: now.winners, won: now.won,
      commitments: log.commitments, surplus: now.surplus,
    },
    players: [...now.players.values()].map((one) => ({
      seat: one.seat, name: one.name, surname: one.surname, status: one.status, score: one.score,
      position: now.started && one.status === 'playing' ? placeOf(one.seat, now) : null,
      start: one.start, joined_at: one.joined_at, left_at: one.left_at, before: one.before,
    })),
    rules: byNumber([...now.rules.values()]).map(ruleOf),
    repealed: byNumber([...now.repealed]).map((one) => ({ ...ruleOf(one), repealed_at: one.repealed_at, repealed_by: one.repealed_by })),
    proposals: byNumber([...now.proposals.values()]).map((one) => proposalOf(one, game)),
    rolls: log.rolls,
    admissions: log.admissions.map((one) => ({ seat: -one.number, name: one.name, ...voteOf(one) })),
    turns: now.turns.map(turnOf),
    judgments: now.judgments.map(({ moot, ...one }) => one),
    scores: log.scores.map(({ at, player, points, total, because, rule }) => ({ at, player, points, total, because, rule })),
    settings: Object.fromEntries(
      Object.entries(now.settings).filter(([name, value]) => name !== 'listed' || value !== 'yes').map(([name, value]) => [name, isLength(value) ? inWords(value) : value]),
    ),
    shuffle: now.shuffle ?? {},
    surplus: log.surplus,
    initial: {
      first_number: created.first_number,
      rules: now.initial.map(({ number, lineage, status, title, text, clauses }) => ({ number, lineage, status, title, text, clauses })),
      texts: Object.fromEntries(now.initial.map(({ number, text }) => [number, text])),
      clauses: Object.fromEntries(now.initial.map(({ number, clauses }) => [number, clauses])),
    },
    talk: log.talk.filter((one) => !one.about).map(talkOf),
    announcements: log.announcements,
    acts: log.acts,
  };
}

const parts = (number) => String(number).split('.').map(Number);
export function byNumber(all) {
  return all.sort(({ number: left }, { number: right }) => {
    const [a, b] = [parts(left), parts(right)];
    for (let n = 0; n < Math.max(a.length, b.length); n += 1) {
      if (a[n] !== b[n]) return (a[n] ?? -1) - (b[n] ?? -1);
    }
    return 0;
  });
}

const ruleOf = ({ number, lineage, status, title, text, clauses, history }) => ({ number, lineage, status, title, text, clauses, history });
const turnOf = ({ number, mover, circuit, procedure, began_at, ended_at, completed, skipped, periods, chairs }) => ({
  number, mover, circuit, procedure, began_at, ended_at, completed, skipped, chairs,
  periods: periods.map(({ ends, ...one }) => one),
});
const talkOf = ({ at, seat, text, number, removed }) => ({ at, seat, text, number, removed });

const changeOf = ({ kind, target, amendment, title, text, effects, chosen }) => ({
  kind, target, amendment, title, text, effects: effects ?? [],
  effects_kept: effects === null && (kind === 'amend' || kind === 'transmute'),
  ...(chosen != null ? { chosen } : {}),
});
const laterOf = (change) => changeOf(change);

function changesOf([first, ...more]) {
  return { ...changeOf(first), ...(more.length ? { more: more.map(laterOf) } : {}) };
}

const declared = ({ power }) => (power ? { power } : {});

function proposalOf(proposal, game) {
  const { number, by, turn, revisions, bound, parts: boundParts } = proposal;
  const vote = game.now.votes.get(String(number));
  const last = revisions.at(-1);
  const withdrawn = proposal.withdrawn && !vote;
  return {
    number, by, turn, ...changesOf(last.changes), ...declared(last), warnings: last.warnings, ...voteOf(vote),
    ...(proposal.outcome === 'void' && !vote ? { outcome: 'void', reason: proposal.reason, closed_at: proposal.closed } : {}),
    ...(withdrawn ? { outcome: 'withdrawn', closed_at: proposal.withdrawn } : {}),
    quorum: [...(vote?.threshold ?? '').matchAll(/quorum ([^,;]*)/g)].map(([, one]) => one).join(', ') || null,
    bound, ...(Object.keys(boundParts).length ? { bound_parts: boundParts } : {}),
    revisions: revisions.map((one) => ({
      revision: one.revision, at: one.at, ...changesOf(one.changes), ...declared(one), warnings: one.warnings,
    })),
    debate: game.log.talk.filter((one) => one.about === number).map(talkOf),
  };
}

const NO_VOTE = {
  outcome: 'open', reason: '', tally: null, votes: {}, opened_at: null, closes_at: null, closed_at: null, electorate: [], left: [],
  voted: [], threshold: null, threshold_rule: null, weights: {}, extensions: 0,
};

function voteOf(vote) {
  if (!vote) return NO_VOTE;
  const ballots = [...vote.ballots].sort(([a], [b]) => a - b);
  const comments = ballots.filter(([, one]) => vote.tally && one.comment).map(([seat, one]) => [seat, one.comment]);
  return {
    outcome: vote.closed ? vote.outcome : 'open', reason: vote.reason ?? '', tally: vote.tally ?? null, votes: vote.votes ?? {},
    opened_at: vote.opened_at, closes_at: vote.closes_at, closed_at: vote.closed, electorate: vote.electorate, left: vote.left,
    voted: ballots.map(([seat]) => seat), threshold: vote.threshold, threshold_rule: vote.threshold_rule, weights: vote.weights,
    extensions: vote.extensions, ...(comments.length ? { comments: Object.fromEntries(comments) } : {}),
  };
}

/** Each clause that is told of stands in a rule in force; where none does, the house's holds. */
export function* mechanics(told, game, isOfNow) {
  const rules = [...game.now.rules.values()];
  for (const kind of isOfNow ? Object.keys(HOUSE) : []) {
    const there = rules.some((one) => one.clauses.some((clause) => clause.trim().startsWith(`${kind}:`)));
    if (there && !Object.hasOwn(told, kind)) yield `mechanics.${kind}: it is missing, and a rule in force has it`;
  }
  for (const [kind, { value, rule, sources, overrides }] of Object.entries(told)) {
    const where = `mechanics.${kind}`;
    const there = rules.some((one) => one.clauses.some((clause) => clause.trim().startsWith(`${kind}:`)));
    for (const one of [...sources, ...overrides]) {
      const of = game.now.rules.get(String(one.rule));
      const stands = of?.clauses.some((clause) => clause.trim().startsWith(`${kind}:`) || clause.startsWith('(withheld)'));
      if (!stands) yield `${where}: rule ${one.rule} has no such clause`;
    }
    if (rule !== null && !sources.some((one) => same(one.rule, rule))) yield `${where}.rule: it says ${rule}, and no clause of it is told`;
    if (!there && isOfNow && Object.hasOwn(HOUSE, kind) && !(same(value, HOUSE[kind]) && rule === null)) {
      yield `${where}: it says ${value} of rule ${rule}, and no rule in force says that`;
    }
  }
}

/** Where what the record says is not what comes out; what an older record does not say is not asked, nor a setting of
 * which nothing is told, as its usual value goes without saying. */
export function* differences(says, comes, where) {
  if (Array.isArray(says) && Array.isArray(comes)) {
    if (says.length !== comes.length) yield `${where}: it has ${says.length}, and ${comes.length} come out`;
    for (let n = 0; n < Math.min(says.length, comes.length); n += 1) yield* differences(says[n], comes[n], `${where}[${n}]`);
  } else if (isObject(says) && isObject(comes)) {
    for (const name of Object.keys(says)) {
      if (Object.hasOwn(comes, name)) yield* differences(says[name], comes[name], `${where}.${name}`);
      else if (where !== 'settings') yield `${where}.${name}: it says ${shown(says[name])}, and nothing comes out`;
    }
    for (const name of ['more', 'comments', 'bound_parts', 'listed']) {
      if (name in comes && !(name in says)) yield `${where}.${name}: it is missing`;
    }
  } else if (comes !== UNSURE && !same(says, comes ?? null)) yield `${where}: it says ${shown(says)}, and ${shown(comes)} comes out`;
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const shown = (value) => {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};
