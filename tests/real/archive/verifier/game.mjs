// What comes out of the events of a ledger, one after the other, and what in them contradicts what
// came before. `log` is what is told for ever; what may be taken back stands in `now`.

import { difference, same, sum } from './exact.mjs';
import { LAW } from './law.mjs';
import { commits, endOf, thrown } from './luck.mjs';
import { PROGRAMS } from './programs.mjs';
import { moment } from './read.mjs';
import { ACTS, TABLE } from './table.mjs';

export const key = String;

export class Game {
  constructor(complain) {
    this.complain = complain;
    this.events = [];
    this.owed = [];
    this.log = { rolls: [], scores: [], talk: [], announcements: [], surplus: [], acts: [], admissions: [], commitments: [], dealt: [], counted: new Set() };
    this.draws = { commitment: null, chain: 0, links: new Set() };
    this.clear();
  }

  clear() {
    this.kept = [];
    this.now = {
      status: 'forming', players: new Map(), requests: new Map(), order: [], rules: new Map(), repealed: [],
      proposals: new Map(), votes: new Map(), turns: [], judgments: [], overruling: [], surplus: 0, settings: {}, values: new Map(),
      programs: new Map(), sealed: new Map(), winners: [], won: null, shuffle: null, started: null, ended: null, because: '',
      period: null, muted: new Set(), inactive: new Set(), away: new Map(), reading: 0, changed: new Map(), nextAt: null, paused: null, isUnsure: false, atHand: new Set(),
    };
  }

  play(events) {
    for (const event of events) this.one(event);
  }

  one(event) {
    this.event = event;
    this.events[event.place - 1] = event;
    this.kept.push(event);
    if (event.cause) this.carriedOut();
    this.acted(event);
    const happens = { ...TABLE, ...LAW, ...PROGRAMS }[event.event];
    if (happens) happens(this, event, this.now);
  }

  wants(holds, what) {
    if (!holds && !this.silent) this.complain(`event ${this.event.place} ${this.event.event}`, what);
  }

  /** Whatever was adopted has been carried out before anything else is asked. */
  carriedOut() {
    for (const { number, changes } of this.owed) this.wants(!changes, `proposal ${number} was adopted and not carried out`);
    this.owed = [];
  }

  /** What the act of a moderator before it was about. */
  acted(event) {
    const before = this.events[event.place - 2];
    const about = before?.event === 'ModeratorActed' && !event.cause && ACTS[event.event];
    if (about) Object.assign(this.log.acts.at(-1) ?? {}, about(event, this));
  }

  /** As if nothing had come from the event at that place on, but what is told for ever. */
  takeBack(place) {
    const [kept, last] = [this.kept.filter((one) => one.place < place), this.event];
    const [log, draws, silent] = [this.log, this.draws, this.silent];
    this.silent = true;
    this.log = { rolls: [], scores: [], talk: [], announcements: [], surplus: [], acts: [], admissions: [], commitments: [], dealt: [], counted: new Set() };
    this.draws = { commitment: null, chain: 0, links: new Set() };
    this.clear();
    this.owed = [];
    for (const one of kept) this.one(one);
    this.owed = [];
    [this.log, this.draws, this.silent, this.event] = [log, draws, silent, last];
    this.kept.push(last);
  }

  /** What is open of each entry is what may be known by its end. */
  end(entries) {
    this.carriedOut();
    for (const event of this.events) {
      if (event.form < 3) continue;
      this.event = event;
      const opened = entries[event.place - 1].opened ?? {};
      for (const [path, made, isAddress] of commitmentsOf(event.raw)) {
        const open = made in opened;
        const should = this.shouldBeOpen(event, path);
        if (!isAddress && should !== null) this.wants(open === should, `${path} ${open ? 'is open, and may not be' : 'is not open, and should be'}`);
      }
    }
  }

  shouldBeOpen(event, path) {
    const name = path.split('.').at(-1);
    const { counted, talk } = this.log;
    if (name === 'proof' || name === 'seed') return false;
    const secret = (SECRETS[event.event] ?? []).includes(name);
    const ofCause = path.startsWith('cause.') && (SECRETS[OF_COMMAND[event.cause.command]] ?? []).includes(name);
    if (!secret && !ofCause) return null; // words may be withheld
    const own = ofCause ? this.events.find((one) => one.of === event.of && one.event === OF_COMMAND[event.cause.command]) : event;
    if (!own) return null;
    if (own.event === 'Discussed') return !talk.find((one) => one.number === own.place)?.removed;
    return counted.has(own.place);
  }

  nameOf(seat) {
    if (seat === 0) return 'The Moderator';
    return (this.now.players.get(seat) ?? this.now.requests.get(seat))?.name ?? `seat ${seat}`;
  }

  surnameOf(seat) {
    const { surname, name } = this.now.players.get(seat);
    return `${surname}\n${name}`.toLowerCase();
  }

  player(seat) {
    const player = this.now.players.get(seat);
    this.wants(player, `nobody has seat ${seat}`);
    return player ?? { score: 0 };
  }

  playing(seat) {
    const player = this.player(seat);
    this.wants(player.status !== 'left', `seat ${seat} has left`);
    return player;
  }

  seats() {
    return [...this.now.players.values()].filter((one) => one.status === 'playing').map((one) => one.seat);
  }

  turn() {
    return this.now.turns.at(-1);
  }

  proposal(number) {
    const proposal = this.now.proposals.get(key(number));
    this.wants(proposal, `there is no proposal ${number}`);
    return proposal;
  }

  vote(number) {
    const vote = this.now.votes.get(key(number));
    this.wants(vote && !vote.closed, `there is no vote open on ${number}`);
    return vote;
  }

  rule(number) {
    const rule = this.now.rules.get(key(number));
    this.wants(rule, `there is no rule ${number} in force`);
    return rule;
  }

  reads(number) {
    return number === null || this.rule(number);
  }

  score(seat, points, total, because, rule) {
    const player = this.player(seat);
    const comes = sum(player.score, points);
    this.wants(same(comes, total), `total: it says ${total}, and ${comes} comes out`);
    player.score = total;
    this.log.scores.push({ place: this.event.place, at: this.event.at, player: seat, points, total, because, rule });
  }

  /** A link is the next of its chain. */
  draw(link, commitment = this.draws.commitment) {
    this.wants(commits(link) === this.draws.commitment, 'link: it is not the one that was committed to');
    this.wants(commitment === this.draws.commitment, 'commitment: it is not the last one');
    const stood = this.draws.commitment;
    this.draws.commitment = link;
    return stood;
  }

  chain({ at, chain, commitment, length }, { next = true } = {}) {
    this.wants(!next || chain === this.draws.chain + 1, `chain: it says ${chain}, and ${this.draws.chain + 1} is next`);
    this.draws = { chain, commitment };
    this.log.commitments.push({ chain, at, commitment, length });
  }

  /** What was thrown in secret is what comes of the seeds of its chains, and each is told of. */
  opensSeeds(seeds) {
    for (const [number, seed] of Object.entries(seeds)) {
      const chain = this.log.commitments.find((one) => key(one.chain) === number);
      this.wants(chain && endOf(seed, chain.length) === chain.commitment, `seeds: that of chain ${number} is not the one that was committed to`);
      for (const { place, faces, message, sides } of this.log.dealt.filter((one) => key(one.chain) === number)) {
        const comes = thrown(seed, message, sides);
        this.wants(same(comes, faces), `seeds: in secret event ${place} says ${faces}, and ${comes} comes out`);
      }
    }
    this.wants(this.log.dealt.every((one) => key(one.chain) in seeds), 'seeds: one that was thrown from in secret is not there');
    this.log.dealt = [];
  }

  inTurn({ turn }) {
    const now = this.turn();
    this.wants(now && now.number === turn && now.ended_at === null, `turn: it says ${turn}, and it is turn ${now?.number}`);
  }

  /** What was never counted, as the turn or the game has ended first. */
  voids(reason) {
    const left = { closed: this.event.at, outcome: 'void', reason };
    const { votes, proposals, atHand } = this.now;
    atHand.clear();
    for (const one of proposals.values()) if (!one.withdrawn && !one.closed) Object.assign(one, left);
    for (const one of votes.values()) if (!one.closed && !proposals.get(key(one.number))?.withdrawn) Object.assign(one, left);
  }

  /** What was open then is over so much later. */
  move(seconds) {
    const later = (time) => time && iso(moment(time) + Math.round(seconds * 1e6));
    if (!seconds) return;
    for (const vote of this.now.votes.values()) {
      if (!vote.closed) Object.assign(vote, { closes_at: later(vote.closes_at), ends: later(vote.ends) });
    }
    const turn = this.turn();
    if (!turn || turn.ended_at) return;
    turn.due_at = later(turn.due_at);
    const period = turn.periods.at(-1);
    if (period) period.ends = later(period.ends);
  }
}

const SECRETS = {
  BallotCast: ['choice', 'letter', 'comment'], OrderSealed: ['words', 'order', 'letter'], Discussed: ['text', 'letter'],
};
const OF_COMMAND = { Vote: 'BallotCast', PerformSealed: 'OrderSealed', Discuss: 'Discussed' };

/** Where in it something is committed to, what, and whether that is an address. */
function* commitmentsOf(value, path = '') {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value) && 'sha256' in value) {
    const pieces = [value.sha256].flat();
    for (const [n, one] of pieces.entries()) yield [path, one, n % 2 === 1];
    return;
  }
  for (const [name, one] of Object.entries(value)) yield* commitmentsOf(one, path ? `${path}.${name}` : name);
}

function iso(time) {
  const below = time % 1e6;
  const whole = new Date((time - below) / 1000).toISOString().slice(0, 19);
  return `${whole}${below ? `.${String(below).padStart(6, '0')}` : ''}Z`;
}
