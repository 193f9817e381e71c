// Who plays, whose turn it is, what is said, judged and scored: what comes of each such event.

import { canonical, decimals, difference, same, sum } from './exact.mjs';
import { shuffled } from './luck.mjs';
import { moment } from './read.mjs';
import { tell } from './words.mjs';

const key = String;
export const byNumber = (left, right) => left - right;
export const formOf = ({ number, status, title, text, clauses }, kind, by, at) => ({
  number, by_proposal: by, at, kind, status, title, text, clauses,
});

export const TABLE = {
  GameCreated(game, event, now) {
    game.wants(event.place === 1, 'it is not the first event');
    Object.assign(now, { created: event, settings: event.settings, reading: event.reading ?? 0 });
    now.first = event.first_number;
    for (const rule of event.rules) {
      game.wants(!now.rules.has(key(rule.number)), `rule ${rule.number} twice`);
      const made = { clauses: [], ...rule };
      made.history = [formOf(made, 'initial', null, event.at)];
      now.rules.set(key(rule.number), made);
    }
    now.initial = [...now.rules.values()].map(({ history, ...rule }) => ({ ...rule }));
  },

  LawRead(game, event, now) {
    game.wants(event.reading > now.reading, `reading ${event.reading} comes after ${now.reading}`);
    now.reading = event.reading;
  },

  DiceCommitted: (game, event) => game.chain(event),

  DiceReplaced: (game, event) => game.chain(event),

  DiceOpened(game, event, now) {
    game.wants(now.status === 'ended', 'the game is not over');
    game.opensSeeds(event.seeds);
    game.chain(event);
  },

  GameImported(game, event, now) {
    game.chain(event);
    game.log.dealt = [];
    for (const number of event.votes) game.vote(number)?.ballots.clear();
    Object.assign(now, { status: 'paused', paused: event.recorded_at });
  },

  PlayerJoined(game, event, now) {
    const { seat, name, surname, score = 0, letter } = event;
    const was = now.players.get(seat);
    game.wants(!was || was.status === 'left', `seat ${seat} is taken`);
    game.wants(seat > 0, `seat: it says ${seat}`);
    now.players.set(seat, {
      seat, name, surname, status: 'playing', score, start: was?.start ?? score, joined_at: was?.joined_at ?? event.at, left_at: null,
      before: was?.before ?? [], letter,
    });
    now.requests.delete(seat);
    takesAPlace(game, seat, now);
  },

  PlayerLeft(game, event, now) {
    const player = game.playing(event.seat);
    Object.assign(player, { status: 'left', left_at: event.at });
    for (const vote of now.votes.values()) {
      if (vote.closed || !vote.electorate.includes(event.seat)) continue;
      vote.left.push(event.seat);
      vote.ballots.delete(event.seat);
    }
  },

  PlayerRenamed(game, event) {
    const player = game.playing(event.seat);
    game.wants(player.name === event.was, `was: it says ${event.was}, and the name is ${player.name}`);
    player.before = [...player.before, { name: event.was, until: event.at }];
    player.name = event.name;
  },

  PlayerReplaced(game, event) {
    const player = game.player(event.seat);
    game.wants(player.name === event.was, `was: it says ${event.was}, and the name is ${player.name}`);
    player.before = [...player.before, { name: event.was, until: event.at }];
    Object.assign(player, { name: event.name, surname: event.surname, letter: event.letter });
  },

  JoinRequested(game, event, now) {
    const { seat } = event;
    const was = now.players.get(seat);
    game.wants(seat > 0, `seat: it says ${seat}`);
    game.wants(!was || was.status === 'left', `seat ${seat} is taken`);
    game.wants(!now.requests.has(seat), `seat ${seat} has asked already`);
    now.requests.set(seat, event);
  },

  JoinDeclined(game, event, now) {
    const asked = now.requests.get(event.seat);
    game.wants(asked, `seat ${event.seat} has not asked`);
    game.wants(!asked || asked.name === event.name, `name: it says ${event.name}, and ${asked?.name} asked`);
    now.requests.delete(event.seat);
    const vote = now.votes.get(key(-event.seat));
    if (!vote || vote.closed) return;
    const code = event.why === 'withdrawn' ? 'request_taken_back' : event.why;
    const outcome = event.why === 'withdrawn' ? 'withdrawn' : 'void';
    Object.assign(vote, { closed: event.at, outcome, reason: tell({ code, facts: {} }, game) });
  },

  GameStarted(game, event, now) {
    game.wants(now.status === 'forming', 'the game runs already');
    const seats = game.seats();
    game.wants(same([...event.order].sort(byNumber), [...seats].sort(byNumber)), 'order: it has not all who play');
    const letters = event.over.map(([seat, letter]) => [seat, letter]);
    for (const [seat, letter] of letters) {
      game.wants(game.player(seat).letter === letter, `over: the letter of seat ${seat} is another one`);
    }
    game.wants(same([...letters.map(([seat]) => seat)].sort(byNumber), [...seats].sort(byNumber)), 'over: it has not all who play');
    const over = canonical({ game: now.created.name, joined: event.over });
    let commitment = null;
    if (event.link) {
      commitment = game.draw(event.link);
      const order = shuffled(event.link, over, letters.map(([seat]) => seat));
      game.wants(same(order, event.order), `order: it says ${event.order}, and ${order} comes out`);
    }
    const proven = !!event.link && letters.every(([, letter]) => letter);
    game.wants(event.proven === proven, `proven: it says ${event.proven}`);
    now.status = 'running';
    now.started = event.at;
    now.order = [...event.order];
    now.shuffle = {
      at: event.at, how: event.how, rule: event.rule, order: event.order, nonce: event.link || null, commitment,
      over: event.link ? over : null, proven: event.proven,
    };
  },

  OrderSet(game, event, now) {
    game.wants(same(event.was, now.order), `was: it says ${event.was}, and the order is ${now.order}`);
    game.wants(same([...event.order].sort(byNumber), [...now.order].sort(byNumber)), 'order: it has not all who have a place');
    now.order = [...event.order];
  },

  TurnBegan(game, event, now) {
    const last = game.turn();
    game.wants(!last || last.ended_at !== null, 'the turn before has not ended');
    game.wants(event.turn === (last?.number ?? 0) + 1, `turn: it says ${event.turn}`);
    if (event.mover) game.playing(event.mover);
    game.wants([last?.circuit ?? 1, (last?.circuit ?? 0) + 1].includes(event.circuit), `circuit: it says ${event.circuit}`);
    if (event.order?.length) Object.assign(now, { order: [...event.order], isUnsure: false });
    now.period = null;
    now.turns.push({
      number: event.turn, mover: event.mover, circuit: event.circuit, procedure: event.procedure ?? 'turns',
      began_at: event.at, ended_at: null, completed: false, skipped: false, periods: [], chairs: [], due_at: event.due_at, rolls: 0,
      extensions: 0, holder: event.mover, now: event.mover,
    });
  },

  TurnEnded(game, event) {
    const turn = game.turn();
    game.inTurn(event);
    game.wants(event.mover === turn?.now, `mover: it says ${event.mover}, and it was seat ${turn?.now}`);
    Object.assign(turn ?? {}, { ended_at: event.at, completed: event.completed, skipped: event.skipped ?? false });
    if (turn?.procedure !== 'open') game.voids(tell({ code: 'turn_ended_first', facts: {} }, game));
  },

  TurnExtended(game, event) {
    game.inTurn(event);
    const turn = game.turn();
    game.wants(event.mover === turn.holder, `mover: it says ${event.mover}, and it was seat ${turn.holder}`);
    game.wants([0, turn.extensions + 1].includes(event.extension), `extension: it says ${event.extension}`);
    if (event.extension) turn.extensions = event.extension;
    turn.due_at = event.due_at;
  },

  TurnCorrected(game, event) {
    game.inTurn(event);
    const turn = game.turn();
    game.wants(event.was === turn.holder, `was: it says ${event.was}, and it was seat ${turn.holder}`);
    game.playing(event.mover);
    turn.chairs.push({ at: event.at, was: event.was, chair: event.mover, why: 'corrected' });
    Object.assign(turn, { holder: event.mover, now: event.mover, due_at: event.due_at });
  },

  ChairRefused(game, event) {
    game.inTurn(event);
    const turn = game.turn();
    game.wants(event.seat === turn.holder, `seat: it says ${event.seat}, and it was seat ${turn.holder}`);
    game.playing(event.chair);
    turn.chairs.push({ at: event.at, was: event.seat, chair: event.chair, why: 'refused' });
    const own = turn.now === event.seat && !turn.periods.length;
    Object.assign(turn, { holder: event.chair, due_at: event.due_at, now: own ? event.chair : turn.now });
  },

  ChairReplaced(game, event) {
    game.inTurn(event);
    const turn = game.turn();
    game.wants(event.was === turn.holder, `was: it says ${event.was}, and it was seat ${turn.holder}`);
    game.playing(event.chair);
    turn.chairs.push({ at: event.at, was: event.was, chair: event.chair, why: event.why });
    Object.assign(turn, { holder: event.chair, due_at: event.due_at });
  },

  PeriodBegan(game, event, now) {
    game.inTurn(event);
    const turn = game.turn();
    game.wants(event.by === turn.holder, `by: it says ${event.by}, and it was seat ${turn.holder}`);
    event.proposers.forEach((seat) => game.player(seat));
    (event.numbers ?? []).forEach((number) => game.proposal(number));
    (event.requests ?? []).forEach((seat) => game.wants(now.requests.has(seat), `requests: seat ${seat} has not asked`));
    game.wants(moment(event.until) >= moment(event.at), 'until: it is over before it began');
    now.period = event.step;
    turn.periods.push({ step: event.step, by: event.by, at: event.at, until: event.until, ends: event.until, proposers: event.proposers });
  },

  PeriodEnded(game, event, now) {
    game.inTurn(event);
    game.wants(event.step === now.period, `step: it says ${event.step}, and it was ${now.period}`);
  },

  PeriodExtended(game, event, now) {
    game.inTurn(event);
    const period = game.turn().periods.at(-1);
    game.wants(event.step === now.period, `step: it says ${event.step}, and it was ${now.period}`);
    game.wants(moment(event.until) >= moment(period?.ends ?? 0), 'until: it is sooner than before');
    if (period) period.ends = event.until;
  },

  WindowExtended(game, event, now) {
    const { window, number, was, until } = event;
    if (window === 'vote') {
      const vote = game.vote(number);
      game.wants(!vote || same(vote.ends, was), `was: it says ${was}, and it was ${vote?.ends}`);
      if (vote) Object.assign(vote, { closes_at: until, ends: until });
    } else if (window === 'turn' || window === 'period') {
      const turn = game.turn();
      game.wants(turn?.number === number, `number: it says ${number}`);
      if (window === 'period') {
        const period = turn.periods.at(-1);
        game.wants(same(period.ends, was), `was: it says ${was}, and it was ${period.ends}`);
        period.ends = until;
      } else turn.due_at = until;
    } else game.proposal(number);
  },

  VotingReopened(game, event, now) {
    if (game.silent) {
      event.numbers.forEach((number) => Object.assign(game.vote(number) ?? {}, { closes_at: event.closes_at, ends: event.closes_at }));
      return;
    }
    const votes = event.numbers.map((number) => now.votes.get(key(number)));
    votes.forEach((vote, n) => game.wants(vote?.closed, `the vote on ${event.numbers[n]} was not closed`));
    const places = votes.map((vote) => vote?.counted ?? event.place);
    const scored = game.log.scores.filter((one) => one.place >= Math.min(...places));
    reopened(game, event, Math.min(...places), scored);
  },

  ActUndone(game, event) {
    if (!game.silent) undone(game, event);
    else backTo(game, event);
  },

  PointsScored(game, event, now) {
    paid(game, event, now);
    game.score(event.seat, event.points, event.total, tell(event.because, game), event.rule);
  },

  PointsAwarded(game, event) {
    const act = game.events[event.place - 2];
    game.score(event.seat, event.points, event.total, act?.reason ?? '', event.rule);
  },

  ScoreCorrected(game, event) {
    const player = game.player(event.seat);
    game.wants(same(player.score, event.was), `was: it says ${event.was}, and it was ${player.score}`);
    const reason = game.events[event.place - 2]?.reason;
    const because = tell({ code: 'correction', facts: { reason } }, game);
    game.score(event.seat, difference(event.total, player.score), event.total, because, null);
  },

  SurplusChanged(game, event, now) {
    const comes = sum(now.surplus, event.points);
    game.wants(same(comes, event.total), `total: it says ${event.total}, and ${comes} comes out`);
    now.surplus = event.total;
    game.log.surplus.push({ at: event.at, seat: event.seat, points: event.points, total: event.total, rule: event.rule });
  },

  GameWon(game, event, now) {
    game.wants(!now.won, 'it is won already');
    event.winners.forEach((seat) => game.player(seat));
    Object.assign(now, { winners: event.winners, won: { at: event.at, goal: event.goal, rule: event.rule } });
  },

  RoundWon(game, event) {
    event.winners.forEach((seat) => game.player(seat));
    game.wants(game.rule(event.by)?.clauses.some((one) => one.startsWith('win: play on')), 'its rule has no win after which play goes on');
  },

  GameEnded(game, event, now) {
    game.wants(now.status !== 'ended', 'it has ended already');
    Object.assign(now, { status: 'ended', ended: event.at, because: whyOf(event, game) });
    game.voids(now.because);
  },

  GamePaused(game, event, now) {
    game.wants(now.status === 'running', 'it does not run');
    Object.assign(now, { status: 'paused', paused: event.at });
  },

  GameResumed(game, event, now) {
    game.wants(now.status === 'paused', 'it is not paused');
    game.wants(same(event.paused_at, now.paused), `paused_at: it says ${event.paused_at}, and it was ${now.paused}`);
    now.status = 'running';
  },

  DeadlinesMoved(game, event) {
    game.move(secondsOf(event.by));
  },

  SettingChanged(game, event, now) {
    const others = Object.keys(event.settings).filter((name) => name !== event.key && name in now.settings);
    for (const name of others) game.wants(same(event.settings[name], now.settings[name]), `settings: ${name} changes too`);
    now.settings = event.settings;
  },

  Announced: (game, event) => game.log.announcements.push({ at: event.at, text: event.text }),

  Discussed(game, event, now) {
    game.player(event.seat);
    game.wants(!now.muted.has(event.seat), `seat ${event.seat} is muted`);
    const about = now.atHand.size === 1 ? [...now.atHand][0] : null;
    game.log.talk.push({ about, at: event.at, seat: event.seat, text: event.text, number: event.place, removed: false });
  },

  TalkRemoved(game, event) {
    const talk = game.log.talk.find((one) => one.number === event.number);
    game.wants(talk && talk.seat === event.seat, `event ${event.number} is no word of seat ${event.seat}`);
    if (talk) Object.assign(talk, { removed: true, text: '' });
  },

  TalkMuted(game, event, now) {
    game.player(event.seat);
    game.wants(now.muted.has(event.seat) !== event.muted, `muted: it is ${event.muted} already`);
    now.muted[event.muted ? 'add' : 'delete'](event.seat);
  },

  ModeratorActed(game, event) {
    const about = { seat: null, rule: null, of: null, was: '', now: '' };
    game.log.acts.push({ number: event.place, at: event.at, act: event.act, who: event.who, reason: event.reason ?? '', ...about });
  },

  ModeratorAsked(game, event, now) {
    if (event.matter === 'missing ballot') Object.assign(game.vote(event.number) ?? {}, { ends: null });
    if (event.matter === 'missing turn') game.wants(event.number === null || event.number === game.turn()?.number, `number: it says ${event.number}`);
  },

  PlayerAway: (game, event) => game.playing(event.seat),

  PlayerInactive(game, event, now) {
    game.playing(event.seat);
    now.inactive.add(event.seat);
  },

  PlayerActive(game, event, now) {
    game.wants(now.inactive.has(event.seat), `seat ${event.seat} is not inactive`);
    now.inactive.delete(event.seat);
    now.roused = new Set([...(now.roused ?? []), event.seat]);
  },

  JudgmentInvoked(game, event, now) {
    if (event.by) game.playing(event.by);
    const open = now.judgments.at(-1);
    if (open && !open.settled_at) {
      open.by.push(event.by);
      open.questions.push(event.question);
      return;
    }
    now.overruling = [];
    now.judgments.push({
      at: event.at, by: [event.by], questions: [event.question], judges: [event.judge], rulings: [], overruled_by: [], settled_at: null, how: '', moot: new Set(),
    });
  },

  JudgePassed(game, event, now) {
    const judgment = now.judgments.at(-1);
    game.wants(judgment && judgment.judges.at(-1) === event.was, `was: it says ${event.was}`);
    if (event.judge !== null) judgment?.judges.push(event.judge);
    if (event.why === 'overruled') now.overruling = [];
  },

  JudgmentGiven(game, event, now) {
    const judgment = now.judgments.at(-1);
    game.wants(judgment?.judges.at(-1) === event.judge, `judge: it says ${event.judge}`);
    judgment?.rulings.push({ judge: event.judge, at: event.at, text: event.text, winner: event.winner, replaces_chair: event.replace_chair ?? false });
  },

  OverrulingOpened(game, event, now) {
    game.wants(now.judgments.at(-1)?.rulings.length, 'there is no ruling to vote on');
  },

  OverruleGiven(game, event, now) {
    game.playing(event.seat);
    now.overruling.push(event.seat);
    now.judgments.at(-1)?.overruled_by.push(event.seat);
  },

  UpholdGiven(game, event, now) {
    game.playing(event.seat);
    if (!now.overruling.includes(event.seat)) return;
    now.overruling = now.overruling.filter((seat) => seat !== event.seat);
    const by = now.judgments.at(-1).overruled_by;
    by.splice(by.lastIndexOf(event.seat), 1);
  },

  JudgmentSettled(game, event, now) {
    const judgment = now.judgments.at(-1);
    game.wants(judgment && !judgment.settled_at, 'there is no question to settle');
    Object.assign(judgment ?? {}, { settled_at: event.at, how: tell(event.how, game) });
  },

  QuestionMoot(game, event, now) {
    const judgment = now.judgments.at(-1);
    game.wants(judgment?.questions.includes(event.question), 'question: nobody has asked that');
    if (!judgment) return;
    judgment.moot.add(event.question); // whoever has asked it, and how often
    if (judgment.questions.every((one) => judgment.moot.has(one))) Object.assign(judgment, { settled_at: event.at, how: tell({ code: 'moot', facts: { why: event.why } }, game) });
  },
};

export function secondsOf(length) {
  const [, sign, days = 0, seconds = 0] = length.match(/^(-?)P(?:(\d+)D)?(?:T([\d.]+)S)?$/) ?? [];
  return (sign ? -1 : 1) * (86400 * Number(days) + Number(seconds));
}

const names = (seats, game) => seats.map((seat) => game.nameOf(seat)).join(', ');

const ofTheProposer = (number, now) => [now.proposals.get(key(number))?.by];
const whoVoted = (...choices) => (number, now) => {
  const votes = now.votes.get(key(number))?.votes ?? {};
  return Object.keys(votes).filter((seat) => choices.includes(votes[seat])).map(Number);
};
/** To whom each kind of clause pays, by docs/clauses.md. */
const PAYS = {
  'reward proposer': ofTheProposer, 'reward adopted': ofTheProposer, 'penalty defeat': ofTheProposer,
  'reward for': whoVoted('for'), 'reward against': whoVoted('against'),
  'reward voters': (number, now) => [...(now.votes.get(key(number))?.ballots.keys() ?? [])],
  'penalty absent': (number, now) => now.votes.get(key(number))?.absent ?? [],
};

/** What a clause pays is what it says, where that is a number or dice, and goes to whom it says. */
function paid(game, event, now) {
  const { because, points } = event;
  const why = because?.facts?.because ?? because;
  if (why?.code !== 'paid') return;
  const { clause, number } = why.facts;
  const vote = now.votes.get(key(number));
  game.wants(vote?.closed === event.at, `because: ${number} was not counted then`);
  game.wants(PAYS[clause]?.(number, now).includes(event.seat), `seat: ${clause} does not pay seat ${event.seat}`);
  const rule = game.rule(event.rule);
  const clauses = (rule?.clauses ?? []).filter((one) => one.startsWith(`${clause}: `)).map((one) => one.slice(clause.length + 2));
  game.wants(!rule || clauses.length, `rule: rule ${event.rule} has no ${clause}`);
  const { faces, plus = 0 } = because.facts;
  const worth = faces ? faces.reduce((all, one) => all + one, plus) : Number(clauses.find((one) => /^\d+\b/.test(one))?.match(/^\d+/)[0]);
  const told = faces || because.code === 'paid';
  if (told && clauses.length) {
    const comes = clause.startsWith('penalty') ? -worth : worth;
    game.wants(points === comes, `points: it says ${points}, and ${comes} comes out`);
  }
}

/** A reason of the Moderator's own is told alone. */
function whyOf({ why = '', reason = '' }, game) {
  const words = tell(why, game);
  if (!reason || !why) return reason || words;
  return why.code === 'for_a_reason' ? reason : tell({ code: 'with_a_reason', facts: { why, reason } }, game);
}

/** What a record tells of an act, by the event behind it. */
export const ACTS = {
  PointsAwarded: ({ seat, rule, points, total }) => ({ seat, rule, was: decimals(difference(total, points)), now: decimals(total) }),
  ScoreCorrected: ({ seat, was, total }) => ({ seat, was: decimals(was), now: decimals(total) }),
  OrderSet: ({ rule, was, order }, game) => ({ rule, was: names(was, game), now: names(order, game) }),
  TurnCorrected: ({ was, mover }, game) => ({ seat: mover, was: game.nameOf(was), now: game.nameOf(mover) }),
  RuleCorrected: (event) => ({
    rule: event.number, was: `${event.status_was}: ${event.title_was}`, now: `${event.status}: ${event.title}`,
  }),
  TalkMuted: ({ seat }) => ({ seat }),
  TalkRemoved: ({ seat, number }) => ({ seat, of: number }),
  SuccessorAsked: ({ seat, name }, game) => ({ seat, was: game.nameOf(seat), now: name }),
  ActUndone: ({ number, act }) => ({ of: number, was: act }),
};

/** The last one, where it has none yet; but by its surname, where a rule in force has it so. */
function takesAPlace(game, seat, now) {
  if (now.order.includes(seat)) return;
  const orders = [...now.rules.values()].flatMap((rule) => rule.clauses.filter((one) => one.startsWith('order:')));
  const bySurname = orders.some((one) => one.startsWith('order: alphabetical'));
  now.isUnsure ||= bySurname && orders.length > 1; // which of them holds, nobody can tell here
  const called = (one) => game.surnameOf(one);
  const place = now.order.findIndex((one) => called(one) > called(seat));
  if (!bySurname || place < 0) now.order.push(seat);
  else now.order.splice(place, 0, seat);
}

/** What the counts brought is taken back, and the votes are open again, with their ballots. */
function reopened(game, event, place, scored) {
  game.takeBack(place);
  for (const one of scored.reverse()) {
    const because = tell({ code: 'taken_back', facts: { because: one.because } }, game);
    const [points, total] = [difference(0, one.points), difference(one.total, one.points)];
    one.running = points;
    game.log.scores.push({ at: event.at, player: one.player, points, total, because, rule: one.rule, back: true });
  }
  for (const number of event.numbers) {
    const vote = game.vote(number);
    if (!vote) continue;
    Object.assign(vote, { closes_at: event.closes_at, ends: event.closes_at });
  }
}

/** What came since an act is taken back, and the act with it. */
function undone(game, event) {
  const act = game.events[event.number - 1];
  game.wants(act?.event === 'ModeratorActed' && act.act === event.act, `number: event ${event.number} is no ${event.act}`);
  const { players, rules, turns } = game.now;
  game.takeBack(event.number);
  for (const [seat, player] of game.now.players) {
    const was = players.get(seat)?.score ?? player.score;
    if (same(was, player.score)) continue;
    const because = tell({ code: 'event_taken_back', facts: { number: event.number } }, game);
    game.log.scores.push({ at: event.at, player: seat, points: difference(player.score, was), total: player.score, because, rule: null });
  }
  const [was, turn] = [turns.at(-1), game.turn()];
  if (turn && was?.number === turn.number && was.chairs.length > turn.chairs.length) {
    event.chairs = [...was.chairs, { at: event.at, was: was.holder, chair: turn.holder, why: 'corrected' }];
    if (was.holder === turn.holder) event.chairs.pop();
  }
  event.forms = new Map();
  for (const [number, rule] of game.now.rules) {
    const was = rules.get(number)?.history ?? rule.history;
    const alike = ['status', 'title', 'text', 'clauses'].every((name) => same(was.at(-1)[name], rule[name]));
    event.forms.set(number, alike ? was : [...was, formOf(rule, was.at(-1).kind, null, event.at)]);
  }
  backTo(game, event);
}

/** What stays of it where a later act, or a count, is taken back in turn. */
function backTo(game, event) {
  for (const [number, history] of event.forms) {
    const rule = game.now.rules.get(number);
    if (rule) rule.history = [...history];
  }
  if (event.chairs) game.turn().chairs = [...event.chairs];
  game.move(secondsOf(event.later));
}
