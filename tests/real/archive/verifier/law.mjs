// Proposals, votes and rules: what comes of each event of theirs.

import { same } from './exact.mjs';
import { isFinal, outcome, readThreshold, tally } from './count.mjs';
import { WITHHELD, moment } from './read.mjs';
import { formOf } from './table.mjs';
import { tell } from './words.mjs';

const key = String;
const CHOICES = ['for', 'against', 'abstain'];
const wholeOf = (number) => (typeof number === 'string' ? Number(number.split('.')[0]) : number);
const ballotOf = (event) => ({
  choice: event.choice ?? WITHHELD, letter: event.letter ?? '', comment: event.comment ?? '', place: event.place,
});

export const LAW = {
  ProposalMade(game, event, now) {
    const was = now.proposals.get(key(event.number));
    game.wants(!was || was.withdrawn, `there is a proposal ${event.number} already`);
    const next = (was?.revisions.length ?? 0) + 1;
    game.wants(event.revision === next, `revision: it says ${event.revision}, and ${next} is the next`);
    const last = Math.max(...[...now.proposals.values()].map((one) => one.number), now.first - 1);
    game.wants(was || event.number > last, `number: it says ${event.number} after ${last}`);
    if (event.by) game.playing(event.by);
    now.proposals.set(key(event.number), {
      number: event.number, by: event.by, turn: game.turn()?.number ?? null, revisions: was?.revisions ?? [], bound: null, parts: {}, withdrawn: null, vetoed: null,
    });
    revised(game, event);
  },

  ProposalRevised(game, event) {
    const proposal = game.proposal(event.number);
    if (!proposal) return;
    game.wants(event.revision === proposal.revisions.length + 1, `revision: it says ${event.revision}`);
    game.wants(event.by === proposal.by, `by: it says ${event.by}, and it is of seat ${proposal.by}`);
    revised(game, event);
  },

  ProposalWithdrawn(game, event, now) {
    const proposal = game.proposal(event.number);
    if (!proposal) return;
    game.wants(event.by === proposal.by, `by: it says ${event.by}, and it is of seat ${proposal.by}`);
    proposal.withdrawn = event.at;
    const vote = now.votes.get(key(event.number));
    if ((!vote || vote.closed) && game.turn()?.procedure === 'open') now.atHand.delete(event.number);
  },

  ProposalVetoed(game, event, now) {
    const proposal = game.proposal(event.number);
    game.vote(event.number);
    game.playing(event.seat);
    game.reads(event.rule);
    if (proposal) proposal.vetoed = event;
  },

  BindingAsked(game, event) {
    game.proposal(wholeOf(event.number));
  },

  VotingOpened(game, event, now) {
    const { number, electorate, weights = {}, threshold, closes_at } = event;
    const before = now.votes.get(key(number));
    game.wants(!before || before.closed, `a vote on ${number} is open already`);
    if (number < 0) game.wants(now.requests.has(-number), `seat ${-number} has not asked`);
    else {
      const proposal = game.proposal(number);
      game.wants(!proposal || event.revision === proposal.revisions.length, `revision: it says ${event.revision}`);
      game.wants(!proposal?.withdrawn, 'it was withdrawn');
    }
    game.wants(new Set(electorate).size === electorate.length, 'electorate: somebody is there twice');
    electorate.forEach((seat) => game.playing(seat));
    Object.keys(weights).forEach((seat) => game.wants(electorate.includes(Number(seat)), `weights: seat ${seat} has no vote`));
    game.wants(readThreshold(threshold), `threshold: ${threshold} is not told of`);
    game.reads(event.threshold_rule);
    if (event.called_by > 0) game.playing(event.called_by);
    game.wants(!closes_at || moment(closes_at) >= moment(event.at), 'closes_at: it is over before it began');
    const vote = {
      number, name: number < 0 ? now.requests.get(-number)?.name : null, electorate: [...electorate], weights, threshold, threshold_rule: event.threshold_rule, opened_at: event.at, closes_at, ends: closes_at,
      closed: null, ballots: new Map(), left: [], extensions: 0, place: event.place, retracted: new Set(), settled: new Map(), asked: null,
      chair: game.turn()?.procedure === 'chair' ? game.turn().holder : null, abstention: event.abstention ?? false,
    };
    now.votes.set(key(number), vote);
    if (number < 0) game.log.admissions.push(vote);
  },

  BallotCast(game, event, now) {
    const vote = game.vote(event.number);
    if (!vote) return;
    game.playing(event.seat);
    if (!vote.electorate.includes(event.seat)) {
      game.wants(now.inactive.has(event.seat) || now.roused?.has(event.seat), `seat ${event.seat} has no vote on ${event.number}`);
      vote.electorate.push(event.seat);
    }
    game.wants(event.changed === vote.ballots.has(event.seat), `changed: it says ${event.changed}`);
    stays(game, vote, event.seat);
    game.wants(moment(event.received_at) <= moment(event.at), 'received_at: it came after it was cast');
    game.wants(moment(event.received_at) >= moment(vote.opened_at), 'received_at: it came before the vote was open');
    vote.ballots.set(event.seat, ballotOf(event));
  },

  BallotRetracted(game, event) {
    const vote = game.vote(event.number);
    if (!vote) return;
    game.wants(vote.ballots.has(event.seat), `seat ${event.seat} has no ballot there`);
    stays(game, vote, event.seat);
    vote.ballots.delete(event.seat);
  },

  BallotSettled(game, event) {
    const vote = game.vote(event.number);
    const ballot = vote?.ballots.get(event.seat);
    game.wants(ballot, `seat ${event.seat} has no ballot there`);
    game.wants(!ballot || !CHOICES.includes(ballot.choice), 'the ballot follows nothing');
    vote?.settled.set(event.seat, event.choice);
  },

  VotingExtended(game, event) {
    const vote = game.vote(event.number);
    if (!vote) return;
    const missing = electorateOf(vote).filter((seat) => !vote.ballots.has(seat));
    game.wants(same(event.missing, missing), `missing: it says ${event.missing}, and ${missing} comes out`);
    game.wants([0, vote.extensions + 1].includes(event.extension), `extension: it says ${event.extension}`);
    if (event.extension) vote.extensions = event.extension;
    Object.assign(vote, { closes_at: event.closes_at, ends: event.closes_at });
  },

  VotingClosed(game, event, now) {
    const vote = game.vote(event.number);
    if (!vote) return;
    closed(game, event, vote, now);
    const changes = event.outcome === 'adopted' && event.number > 0 ? now.proposals.get(key(event.number))?.revisions.at(-1).changes.length : 0;
    if (changes) game.owed.push({ number: event.number, changes });
  },

  RuleChanged(game, event, now) {
    changed(game, event, now);
  },

  RuleLapsed(game, event, now) {
    const rule = game.rule(event.rule);
    if (!rule) return;
    game.wants(same(rule.lineage, event.lineage), `lineage: it says ${event.lineage}, and it is ${rule.lineage}`);
    now.rules.delete(key(event.rule));
    now.repealed.push({ ...rule, repealed_at: event.at, repealed_by: null });
  },

  RuleCorrected(game, event) {
    const rule = game.rule(event.number);
    if (!rule) return;
    for (const name of ['status', 'title', 'text']) {
      game.wants(rule[name] === event[`${name}_was`], `${name}_was: it says ${event[`${name}_was`]}, and it was ${rule[name]}`);
      rule[name] = event[name];
    }
    rule.history.push(formOf(rule, 'correct', null, event.at));
  },

  RuleBound(game, event, now) {
    const rule = now.rules.get(key(event.number));
    const proposal = now.proposals.get(key(wholeOf(event.number)));
    const bound = { at: event.at, answer: event.answer, clauses: event.clauses };
    game.wants(rule || proposal, `there is neither a rule nor a proposal ${event.number}`);
    if (proposal && !proposal.closed) {
      if (key(event.number).includes('.')) proposal.parts[event.number] = bound;
      else proposal.bound = bound;
    } else if (rule) {
      rule.clauses = event.clauses;
      rule.history.push(formOf(rule, 'bind', null, event.at));
    }
  },
};

function revised(game, event) {
  const proposal = game.proposal(event.number);
  Object.assign(proposal, { bound: null, parts: {} });
  atHand(game, event);
  for (const change of [event.change, ...(event.more ?? [])]) mayBe(game, change);
  proposal.revisions.push({
    revision: event.revision, at: event.at, changes: [event.change, ...(event.more ?? [])], power: event.power,
    warnings: event.warnings.map((one) => tell(one, game)),
  });
}

/** It takes the place of what its proposer has withdrawn. */
function atHand({ now }, { number, by }) {
  const gone = [...now.atHand].map((one) => now.proposals.get(key(one))).find((one) => one.withdrawn && one.by === by && one.number !== number);
  if (gone) now.atHand.delete(gone.number);
  now.atHand.add(number);
}

const electorateOf = ({ electorate, left }) => electorate.filter((seat) => !left.includes(seat));

/** Only a transmutation changes what is immutable, and nothing what is typeless. */
function mayBe(game, { kind, target, amendment }) {
  if (kind === 'enact' || target === null) return;
  const rule = ruleOf(game.now, target);
  game.wants(rule, `change: there is no rule ${target} in force`);
  game.wants(rule?.status !== 'typeless', `change: rule ${target} is typeless`);
  game.wants(rule?.status !== 'immutable' || kind === 'transmute', `change: rule ${target} is immutable`);
}

/** How the ballots that count came out, and who has sent none. */
function counted(vote) {
  const votes = {};
  for (const [seat, { choice }] of vote.ballots) {
    const comes = CHOICES.includes(choice) ? choice : vote.settled.get(seat);
    if (comes) votes[seat] = comes;
  }
  return { votes, absent: electorateOf(vote).filter((seat) => !vote.ballots.has(seat)) };
}

function closed(game, event, vote, now) {
  const { votes, absent } = counted(vote);
  for (const [seat, { choice }] of vote.ballots) {
    const known = CHOICES.includes(choice) || vote.settled.has(seat);
    game.wants(known, `the ballot of seat ${seat} is counted, and what it says is not known`);
  }
  game.wants(same(event.votes, votes), `votes: it says ${JSON.stringify(event.votes)}, and ${JSON.stringify(votes)} comes out`);
  game.wants(same(event.absent, absent), `absent: it says ${event.absent}, and ${absent} comes out`);
  const all = { ...vote, votes, electorate: electorateOf(vote) };
  const { sums } = tally(all);
  game.wants(same(event.tally, sums), `tally: it says ${JSON.stringify(event.tally)}, and ${JSON.stringify(sums)} comes out`);
  game.wants(same(event.rule, vote.threshold_rule), `rule: it says ${event.rule}, and it was opened under ${vote.threshold_rule}`);
  const proposal = now.proposals.get(key(event.number));
  const chair = votes[vote.chair] ?? null;
  let comes = outcome(all, { asked: vote.asked, chair });
  if (proposal?.vetoed) comes = 'vetoed';
  if (proposal?.withdrawn) comes = 'withdrawn';
  const told = event.outcome === 'void' && comes === 'adopted' ? 'adopted' : event.outcome;
  game.wants(told === comes, `outcome: it says ${event.outcome}, and ${comes} comes out`);
  said(game, event.reason, all, sums);
  for (const { place } of vote.ballots.values()) game.log.counted.add(place);
  Object.assign(vote, { closed: event.at, counted: vote.countedFrom ?? event.place, votes, absent, tally: sums, outcome: event.outcome, reason: reasonOf(event.reason, game) });
  if (proposal) Object.assign(proposal, { closed: event.at, outcome: event.outcome });
  now.atHand.delete(event.number);
}

/** Where a vote is final; but one that nobody has sent gives way, and a sealed letter tells nothing. */
function stays(game, vote, seat) {
  const before = vote.ballots.get(seat);
  game.wants(!before || !before.letter || before.letter === 'at first' || !isFinal(vote), `the ballot of seat ${seat} is final`);
}

/** As programs before 0.5.4 told it, in their records. */
function reasonOf(reason, game) {
  if (reason.code === 'vetoed_by' && game.tellsSeats) return `vetoed_by (seat: ${reason.facts.seat})`;
  return tell(reason, game);
}

/** What its reason says of the ballots. */
function said(game, reason, vote, sums) {
  if (typeof reason === 'string') return;
  const { code, facts } = reason;
  const is = (name, comes) => game.wants(same(facts[name], comes), `reason: ${name} is ${facts[name]}, and ${comes} comes out`);
  if (code === 'counted') {
    is('favour', sums.for);
    const { of } = readThreshold(vote.threshold);
    is('base', of === 'cast' ? sums.for + sums.against : sums.for + sums.against + sums.abstain + sums.absent);
  }
  if (code === 'fails_for_the_missing') said(game, facts.counted, vote, sums);
}

/** The rule that has that number, or had it when the change was proposed. */
function ruleOf(now, target) {
  const rules = [...now.rules.values()];
  return now.rules.get(key(target)) ?? rules.find((one) => one.history.some(({ number }) => same(number, target)));
}

function changed(game, event, now) {
  const proposal = game.proposal(event.proposal);
  const vote = now.votes.get(key(event.proposal));
  game.wants(vote?.outcome === 'adopted' && vote.closed === event.at, `proposal ${event.proposal} was not adopted then`);
  if (!proposal) return;
  const changes = proposal.revisions.at(-1).changes;
  const n = proposal.carried ?? 0;
  proposal.carried = n + 1;
  const owed = game.owed.find((one) => same(one.number, event.proposal));
  game.wants(owed, `proposal ${event.proposal} is carried out already`);
  if (owed) owed.changes -= 1;
  const change = changes[n];
  game.wants(change, `proposal ${event.proposal} has no change ${n + 1}`);
  if (!change) return;
  const own = changes.length > 1 ? `${event.proposal}.${n + 1}` : event.proposal;
  const is = (name, comes) => game.wants(same(event[name], comes), `${name}: it says ${JSON.stringify(event[name])}, and ${JSON.stringify(comes)} comes out`);
  if (change.amendment === null) is('kind', change.kind);
  const rule = event.was === null ? null : game.rule(event.was);
  if (change.kind === 'enact') is('was', null);
  else if (change.target !== null) is('was', ruleOf(now, change.target)?.number ?? null);
  if (event.called != null) {
    is('called', own);
    game.wants(numbersOf(now, change, rule).some((one) => same(one, event.number)), `number: it says ${JSON.stringify(event.number)}, and one of ${numbersOf(now, change, rule)} comes out`);
    is('lineage', rule ? rule.lineage : event.number);
  } else {
    is('number', change.kind === 'repeal' && change.amendment == null ? null : own);
    is('lineage', rule ? rule.lineage : own);
  }
  if ('takes_back' in event) is('takes_back', change.kind === 'repeal' ? change.amendment : null);
  contents(event, change, rule, changes.length > 1 ? proposal.parts[own] : proposal.bound, is);
  if (rule) now.rules.delete(key(event.was));
  if (event.number === null) {
    if (rule) now.repealed.push({ ...rule, repealed_at: event.at, repealed_by: event.proposal });
    return;
  }
  const { number, lineage, status, title, text, clauses } = event;
  game.wants(!now.rules.has(key(number)), `there is a rule ${number} already`);
  const made = { number, lineage, status, title, text, clauses };
  made.history = [...(rule?.history ?? []), formOf(made, event.kind, event.proposal, event.at)];
  now.rules.set(key(number), made);
}

/** Where it is not its proposal's: the one that was chosen, the one it had, or the next by adoption: above all that
 *  rules have had, and proposals before those that are numbered on without a gap. */
function numbersOf(now, change, rule) {
  if (change.chosen != null) return [change.chosen];
  const had = [...now.rules.values(), ...now.repealed].flatMap((one) => [one.number, ...one.history.map(({ number }) => number)]);
  let [since, following] = [now.first, now.first];
  const proposed = [...now.proposals.values()].map((one) => one.number).sort((one, other) => one - other);
  for (const number of proposed) {
    if (number > following) since = number;
    following = number + 1;
  }
  const next = Math.max(0, ...had.map((one) => parseInt(one, 10)), ...proposed.filter((one) => one < since)) + 1;
  return [...(rule ? [rule.number] : []), since <= next && next < following ? following : next];
}

/** What the changed rule says and does, where the change itself tells. */
function contents(event, change, rule, bound, is) {
  if (change.amendment != null) return;
  const kept = rule?.clauses ?? [];
  const meant = change.effects ?? kept;
  const clauses = { keep: kept, drop: [], bind: bound?.clauses }[bound?.answer] ?? meant;
  if (change.kind === 'enact') is('status', 'mutable');
  if (change.kind === 'amend') is('status', rule?.status);
  if (change.kind === 'transmute') is('status', { mutable: 'immutable', immutable: 'mutable' }[rule?.status]);
  if (change.kind === 'repeal' || change.kind === 'transmute') {
    is('title', rule?.title);
    is('text', rule?.text);
    is('clauses', kept);
    return;
  }
  is('title', change.title || (rule?.title ?? ''));
  is('text', change.text);
  is('clauses', clauses);
}
