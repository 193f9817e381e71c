// Throws of dice, and what rules' programs did: what comes of each event of theirs.

import { canonical, parse, same, sha256 } from './exact.mjs';
import { faces, thrown } from './luck.mjs';

const key = String;

export const PROGRAMS = {
  DiceThrown(game, event, now) {
    threw(game, event, now);
  },

  ProgramRead(game, event, now) {
    readProgram(game, event, now);
  },

  ProgramEnded(game, event, now) {
    game.wants(now.programs.has(key(event.lineage)), `no program of ${event.lineage} is in force`);
    now.programs.delete(key(event.lineage));
  },

  ProgramRan: (game, event, now) => ran(game, event, now),

  ProgramBroke: (game, event, now) => ran(game, event, now),

  ProgramAsked(game, event, now) {
    ran(game, event, now);
    game.wants(event.answers.length === (event.each.length || 1), `answers: there are ${event.answers.length} to ${event.each.length}`);
    const about = event.each.flat().find((one) => one.kind === 'proposal')?.number;
    const vote = now.votes.get(key(about));
    if (event.what === 'adopted' && vote && !vote.closed) vote.asked = event.answers[0];
  },

  OrderSealed(game, event, now) {
    game.playing(event.seat);
    hookOf(game, event, now, 'action');
    now.sealed.set(event.place, event);
  },
};

/** What its message says, which is itself in canonical form. */
function messageOf(game, { message }) {
  let said = {};
  try {
    said = parse(message);
  } catch {
    game.wants(false, 'message: it is no JSON');
  }
  game.wants(canonical(said) === message, 'message: it is not in canonical form');
  game.wants(said.game === game.now.created.name, `message: the game is ${said.game}`);
  return said;
}

function threw(game, event, now) {
  game.draw(event.link, event.commitment);
  const comes = faces(event.link, event.message, event.dice);
  game.wants(same(comes, event.faces), `faces: it says ${event.faces}, and ${comes} comes out`);
  const said = messageOf(game, event);
  for (const name of ['dice', 'roll', 'turn']) {
    game.wants(same(said[name], event[name]), `message: ${name} is ${said[name]}, and the event says ${event[name]}`);
  }
  const turn = game.turn();
  game.wants(event.turn === (turn?.number ?? 0), `turn: it says ${event.turn}, and it is turn ${turn?.number}`);
  let letters = [];
  if ('proposal' in said) {
    const vote = now.votes.get(key(said.proposal));
    const ballots = [...(vote?.ballots ?? [])].sort(([a], [b]) => a - b);
    const comes = ballots.map(([seat, { choice, letter }]) => [seat, choice, letter]);
    game.wants(same(said.ballots, comes), 'message: the ballots are others');
    game.playing(event.by);
    letters = said.ballots;
  } else {
    game.wants(same(said.rule, event.rule), `message: rule is ${said.rule}`);
    const comes = [...now.players.values()].filter((one) => one.status === 'playing').map((one) => [one.seat, one.letter]);
    game.wants(same(said.joined, comes), 'message: those who joined are others');
    letters = said.joined ?? [];
  }
  const proven = letters.some((one) => one.at(-1));
  game.wants(event.proven === proven, `proven: it says ${event.proven}`);
  game.log.rolls.push({
    at: event.at, turn: event.turn, roll: event.roll, by: event.by, rule: event.rule ?? null, dice: event.dice, faces: event.faces,
    nonce: event.link, commitment: event.commitment, over: event.message, proven: event.proven,
  });
}

const sourceOf = (rule) => {
  const clause = rule?.clauses.find((one) => one.startsWith('program:'));
  if (clause === undefined) return null;
  const lines = clause.slice('program:'.length).split('\n');
  const inner = lines.slice(1).filter((line) => line.trim());
  const margin = Math.min(...inner.map((line) => line.match(/^ */)[0].length));
  return [lines[0].trim(), ...lines.slice(1).map((line) => line.slice(margin))].join('\n').replace(/^\n+|\s+$/g, '');
};

const ofLineage = (now, lineage) => [...now.rules.values()].find((one) => same(one.lineage, lineage));

function readProgram(game, event, now) {
  const rule = ofLineage(now, event.lineage);
  game.wants(rule && same(rule.number, event.rule), `rule: it says ${event.rule}, and rule ${rule?.number} is of that lineage`);
  const source = sourceOf(rule);
  game.wants(source !== null, `rule ${event.rule} has no program`);
  if (source !== null && !source.includes('(withheld)')) {
    game.wants(sha256(source) === event.digest, 'digest: it is of another program');
  }
  now.programs.set(key(event.lineage), { ...event });
}

function hookOf(game, event, now, kind = event.kind) {
  if (event.lineage === 0 && kind === 'decides') return null; // it stood when the vote opened
  const program = now.programs.get(key(event.lineage));
  game.wants(program, `no program of ${event.lineage} is in force`);
  const rule = ofLineage(now, event.lineage);
  game.wants(!rule || same(rule.number, event.rule), `rule: it says ${event.rule}, and rule ${rule?.number} is of that lineage`);
  const hook = program?.declares.hooks[event.hook];
  game.wants(!program || hook, `hook: there is no hook ${event.hook}`);
  if (hook) {
    game.wants(hook.kind === kind, `kind: it says ${kind}, and hook ${event.hook} is ${hook.kind}`);
    game.wants(hook.what === event.what, `what: it says ${event.what}, and hook ${event.hook} is ${hook.what}`);
  }
  return hook;
}

function ran(game, event, now) {
  hookOf(game, event, now);
  if (event.by) {
    game.player(event.by);
    game.wants(event.kind !== 'action' || event.args[0]?.number === event.by, 'args: the actor is not the first');
  }
  if (event.link) {
    game.draw(event.link);
    const comes = thrown(event.link, event.message, event.sides);
    game.wants(same(comes, event.faces), `faces: it says ${event.faces}, and ${comes} comes out`);
  } else {
    game.wants(!event.faces?.length, 'faces: there is no link for them');
  }
  const { secret_faces: dealt = [], secret_sides: sides = [] } = event;
  game.wants(dealt.length === sides.length && dealt.every((face, n) => face >= 1 && face <= sides[n]), `secret_faces: it says ${dealt} of ${sides}`);
  if (dealt.length) game.log.dealt.push({ place: event.place, chain: game.draws.chain, message: event.message, faces: dealt, sides });
  if (event.link || dealt.length) {
    const said = messageOf(game, event);
    game.wants(said.event === event.place, `message: it is of event ${said.event}`);
    game.wants(same(said.rule, event.rule), `message: rule is ${said.rule}`);
    game.wants(said.called === event.what, `message: it was called by ${said.called}`);
    game.wants((said.by ?? 0) === (event.by ?? 0), `message: it is by ${said.by}`);
    game.wants(event.proven === !!said.letter, `proven: it says ${event.proven}`);
  } else {
    game.wants(!event.message, 'message: nothing was thrown');
  }
  if (event.opens) {
    const order = now.sealed.get(event.opens);
    game.wants(order && order.seat === event.by && order.what === event.what, `opens: event ${event.opens} is no such action`);
    now.sealed.delete(event.opens);
    game.log.counted.add(event.opens);
  }
  if (event.declined) game.wants(!event.effects?.length, 'effects: it was declined');
  for (const effect of event.effects ?? []) did(game, event, effect, now);
}

function did(game, event, effect, now) {
  if (effect.kind !== 'set') return;
  const program = now.programs.get(key(effect.of || event.lineage));
  const named = program?.declares.names.find((one) => one.name === effect.name);
  game.wants(named, `effects: no program keeps ${effect.name}`);
  if (!named) return;
  if (named.owner === 'game') game.wants(effect.seat === 0, `effects: ${effect.name} is the game's`);
  else game.player(effect.seat);
  const within = effect.number >= (named.least ?? effect.number) && effect.number <= (named.most ?? effect.number);
  game.wants(named.kind !== 'quantity' || within, `effects: ${effect.name} is out of its bounds`);
  now.values.set(`${effect.of || event.lineage} ${effect.name} ${effect.seat}`, named.kind === 'note' ? effect.text : effect.number);
}
