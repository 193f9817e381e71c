// What comes of one command: its cause, its own event, and what follows in the same moment.

import { same } from './exact.mjs';
import { COMES, COMMANDS, EVENTS } from './page.mjs';

const PLAINLY = { reason: '', comment: '', end_debate: false, replace_chair: false, invited: false, more: [] };
const MADE_OTHERWISE = new Set(['choice', 'change', 'more', 'clauses', 'question']);
const MOST = { title: 120, joined: 60 };
const kindOf = (fields, name) => fields[name].kind.replace(' or null', '');

/** Each cause with what came of it, its own events first of all. */
export function* bursts(events) {
  let burst = [];
  for (const event of events) {
    if (event.cause && burst.length) {
      yield burst;
      burst = [];
    }
    burst.push(event);
  }
  if (burst.length) yield burst;
}

export function checkCauses(events, tell) {
  for (const burst of bursts(events)) {
    const { cause } = burst[0];
    const says = (what) => tell(`event ${burst[0].place} ${burst[0].event}`, what);
    if (cause) for (const what of wrongIn(cause, burst)) says(what);
    if (cause) for (const what of wrongOrder(burst.filter((one) => one.event !== 'DiceCommitted'))) says(what);
    if (cause && burst.some((one) => one.event === 'ModeratorActed' && one !== burst[0])) says('a moderator acts in the midst of it');
  }
  const brought = new Set(Object.values(COMES).flatMap((one) => (one.events.length === 1 ? one.events : [])));
  for (const event of events) {
    if (!event.of || !brought.has(event.event) || FOLLOWS.has(event.event)) continue;
    const commands = Object.keys(COMES).filter((name) => COMES[name].events.includes(event.event));
    if (!commands.includes(event.of.command)) tell(`event ${event.place} ${event.event}`, `it comes of no ${event.of.command}`);
  }
}

/** What also comes of others: of the clock, of a vote, of who leaves. */
const FOLLOWS = new Set([
  'PlayerJoined', 'PlayerLeft', 'JoinDeclined', 'VotingOpened', 'VotingClosed', 'BallotCast', 'ProgramRan', 'ProgramBroke', 'PlayerActive',
  'DiceThrown', 'TurnEnded', 'ChairReplaced', 'GameEnded', 'PeriodBegan', 'ProposalVetoed', 'SettingChanged', 'DeadlinesMoved',
]);

function* wrongIn(cause, burst) {
  const comes = COMES[cause.command];
  if (!comes) {
    if (cause.by !== undefined || cause.received_at !== undefined) yield `${cause.command} is of nobody, and it says whose it is`;
    return;
  }
  if (cause.by === undefined && !NOBODYS.has(cause.command)) yield `${cause.command}: it does not say who asked`;
  const acted = comes.act !== null && cause.by === 0;
  const own = burst.find((one) => comes.events.includes(one.event));
  if (!own) {
    yield `${cause.command} brings ${comes.events.join(' or ')}, and none comes of it`;
    return;
  }
  if (acted && cause.who !== undefined) yield* acting(cause, burst, comes.act);
  else if (burst[0].event === 'ModeratorActed') yield `${cause.command} is no moderator's`;
  const field = comes.by[Math.min(comes.events.indexOf(own.event), comes.by.length - 1)];
  const isBy = Array.isArray(own[field]) ? own[field].includes(cause.by) : own[field] === cause.by;
  if (field && !isBy && !(own.event === 'VotingOpened' && own.called_by < 1)) {
    yield `by: it says ${cause.by}, and its ${own.event} is by ${own[field]}`;
  }
  yield* alike(cause, own);
}

/** Whether a turn has ended in these, and no vote was counted behind it: in open play several are, one after the other. */
const endedSince = (burst) => burst.findLastIndex((one) => one.event === 'TurnEnded') > burst.findLastIndex((one) => one.event === 'VotingClosed');

/** Whether a judge was drawn by that throw. */
const isLot = ({ dice, faces }, behind) => {
  const named = behind.find((one) => ['JudgmentInvoked', 'JudgePassed'].includes(one.event));
  return dice.startsWith('1d') && faces.length === 1 && named?.judge > 0;
};

/** What has to stand behind what, in one moment. */
function* wrongOrder(burst) {
  const at = (name) => burst.findIndex((one) => one.event === name);
  for (const [n, event] of burst.entries()) {
    const [before, behind] = [burst[n - 1], burst[n + 1]];
    const says = (what) => `event ${event.place} ${event.event}: ${what}`;
    switch (event.event) {
      case 'RuleChanged':
        if (!['VotingClosed', 'RuleChanged'].includes(before?.event)) yield says('no count stands before it');
        break;
      case 'RuleLapsed':
        if (!burst.slice(0, n).some((one) => one.event === 'ProgramRan' && same(one.lineage, event.lineage) && one.effects?.some(({ kind }) => kind === 'lapse'))) yield says('no program of its own has it lapse');
        break;
      case 'DiceThrown':
        if (event.of?.command !== 'Roll' && behind?.event !== 'PointsScored' && !isLot(event, burst.slice(n + 1))) yield says('it brings nobody points');
        break;
      case 'GameWon':
        if (behind?.event !== 'GameEnded') yield says('the game does not end');
        break;
      case 'PointsScored':
        if (isPaid(event) && endedSince(burst.slice(0, n))) yield says('the turn has ended');
        if (facesOf(event) && before?.event !== 'DiceThrown') yield says('nothing was thrown');
        else if (facesOf(event) && !same(facesOf(event), before.faces)) yield says(`because: ${facesOf(event)} was not thrown`);
        break;
      case 'SurplusChanged':
        if (before?.event !== 'PointsScored' || before.seat !== event.seat) yield says('nobody leaves points to it');
        break;
      case 'TurnEnded': {
        const goesOn = burst.some((one) => ['TurnBegan', 'GameEnded', 'ModeratorAsked'].includes(one.event));
        if (event.of && !goesOn) yield says('no turn begins');
        break;
      }
      default:
    }
  }
}

const facesOf = ({ because }) => because?.facts?.faces;
const isPaid = ({ because }) => (because?.facts?.because ?? because)?.code === 'paid';

/** Without blanks that say nothing. */
const plainly = (value = null) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value);
const OF_THE_LETTER = new Set(['letter', 'received_at']);
const NOBODYS = new Set(['Outage']);

function* acting(cause, burst, act) {
  const [acted] = burst;
  if (acted.event !== 'ModeratorActed') yield `${cause.command} is a moderator's, and no act stands first`;
  else if (acted.act !== act) yield `act: it says ${acted.act}, and ${act} comes of ${cause.command}`;
  else if (acted.who !== cause.who) yield `who: it says ${acted.who}, and the cause ${cause.who}`;
  else if ((acted.reason ?? '') !== (cause.reason ?? '')) yield 'reason: the cause has another one';
}

function* alike(cause, own) {
  const [there, here] = [COMMANDS[cause.command], EVENTS[own.event]];
  for (const name of ['letter', 'received_at', ...Object.keys(there)]) {
    if (!(name in here) || MADE_OTHERWISE.has(name) || name === 'reason') continue;
    if (there[name] && kindOf(there, name) !== kindOf(here, name)) continue;
    const [left, right] = [cause[name] ?? PLAINLY[name], own[name]];
    if (left === undefined && (right === undefined || !OF_THE_LETTER.has(name))) continue;
    if (name === 'ended_at' && own.event === 'DeadlinesMoved') continue; // a pause may have begun before
    if (name === 'received_at' && left === undefined) {
      if (right !== own.at && right !== null) yield `received_at: its ${own.event} says ${right}, and the cause nothing`;
      continue;
    }
    if (name === 'letter' && left === undefined && (right === '' || cause.command === 'Admit')) continue;
    if (name === 'rule' && own.lineage !== undefined && same(left, own.lineage)) continue;
    if (!same(cut(name, left), plainly(right ?? PLAINLY[name]))) yield `${name}: its ${own.event} says ${JSON.stringify(right)}, and the cause ${JSON.stringify(left)}`;
  }
  yield* otherwise(cause, own);
}

/** As much of it as there is room for. */
function cut(name, value) {
  const plain = plainly(value);
  return name in MOST && typeof plain === 'string' ? [...plain].slice(0, MOST[name]).join('').trim() : plain;
}

/** An `enact` without one is called by how its text begins. */
function titled({ kind, title, text }) {
  return cut('title', kind === 'enact' && !title ? plainly(text).split(' ').slice(0, 8).join(' ') : title);
}

const isWithheld = (text) => /\(withheld\)|\(address withheld\)/.test(text);

/** What is made otherwise of what was asked, and as much as nothing else can be. */
function* otherwise(cause, own) {
  if (cause.answer === 'bind' && cause.clauses?.length !== own.clauses?.length) yield 'clauses: the cause has others';
  if (cause.choice !== undefined && own.choice !== undefined && !/^as /.test(own.choice) && cause.choice !== own.choice) {
    yield 'choice: the cause has another one';
  }
  if (cause.question && own.question && !own.question.endsWith(cause.question.trim())) yield 'question: the cause has another one';
  const changes = (of) => [of.change, ...(of.more ?? [])];
  if (!cause.change || !own.change) return;
  const [asked, made] = [changes(cause), changes(own)];
  if (asked.length !== made.length) yield 'more: the cause has others';
  for (const [n, one] of asked.entries()) {
    if (one.amendment !== null) {
      if (!same(one.amendment, made[n]?.amendment)) yield 'change: amendment is another one in the cause';
      continue;
    }
    if (!isWithheld(one.text ?? '') && titled(one) !== cut('title', made[n]?.title)) yield 'change: title is another one in the cause';
    for (const name of ['kind', 'target', 'amendment', 'text']) {
      if (!same(plainly(one[name]), plainly(made[n]?.[name]))) yield `change: ${name} is another one in the cause`;
    }
    if ((one.effects ?? []).length !== (made[n]?.effects ?? []).length) yield 'change: the cause has other effects';
  }
}
