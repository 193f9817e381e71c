// How a vote comes out: the ballots under the threshold, as docs/FORMAT.md counts them.

const OF_THE_COUNT = new Set(['tie', 'veto', 'adoption']);
const OF_NO_COUNT = new Set(['power', 'withdrawal', 'vote ends', 'vote changes', 'ballots']);

/** "2/3 of cast, quorum 1/2; tie: passes", read; null where this page does not tell what it says. */
export function readThreshold(threshold) {
  const [adoption, ...clauses] = threshold.split('; ');
  const [share, ...quorums] = adoption.split(', ');
  const [, part, of = 'eligible'] = share.match(/^(unanimous|majority|\d+\/\d+|\d+%)(?: of (eligible|cast))?$/) ?? [];
  if (!part) return null;
  const read = { part, of, quorums: [], clauses: {} };
  for (const one of quorums) {
    const [, much, how = 'heads of all'] = one.match(/^quorum (\d+\/\d+|\d+%|\d+)(?: (heads|of votes))?$/) ?? [];
    if (!much) return null;
    read.quorums.push({ much, how });
  }
  for (const one of clauses) {
    const [kind, value] = one.split(': ');
    if (!OF_THE_COUNT.has(kind) && !OF_NO_COUNT.has(kind)) return null;
    read.clauses[kind] = value;
  }
  return read;
}

/** Whether what is in on it stays: neither changed nor taken back. */
export const isFinal = (vote) => readThreshold(vote.threshold)?.clauses['vote changes'] === 'never';

const share = (text) => (text.endsWith('%') ? [BigInt(text.slice(0, -1)), 100n] : text.split('/').map(BigInt));
const isShare = (some, all, text) => {
  const [over, under] = share(text);
  return BigInt(some) * under >= BigInt(all) * over;
};

/** The sums of it: in votes, by choice. */
export function tally(vote) {
  const { electorate, votes } = vote;
  const equal = readThreshold(vote.threshold)?.part === 'unanimous' || !electorate.some((seat) => weight(vote, seat));
  const worth = (seat) => (equal ? 1 : weight(vote, seat));
  const sums = { for: 0, against: 0, abstain: 0, absent: 0 };
  for (const seat of electorate) {
    if (votes[seat]) sums[votes[seat]] += worth(seat);
    else if (!vote.noVote?.has(seat)) sums.absent += worth(seat);
  }
  const all = electorate.reduce((sum, seat) => sum + worth(seat), 0);
  return { sums, all, worth };
}

const weight = ({ weights }, seat) => Number(weights?.[seat] ?? 1);

/** What comes out, before vetoes and withdrawals; `asked` is what a program said, `chair` how the chair voted. */
export function outcome(vote, { asked = null, chair = null } = {}) {
  const read = readThreshold(vote.threshold);
  if (!read) return null;
  const { sums, all } = tally(vote);
  const adopts = (favour, against) => {
    const base = read.of === 'cast' ? favour + against : all;
    if (!favour) return false;
    if (read.part === 'unanimous') return favour === base;
    if (read.part === 'majority') return 2 * favour > base;
    return isShare(favour, base, read.part);
  };
  let adopted = adopts(sums.for, sums.against);
  if (read.part === 'majority' && sums.for === sums.against && read.clauses.tie) {
    adopted = { passes: sums.for > 0 || adopted, fails: false, chair: chair === 'for' }[read.clauses.tie];
  }
  const { electorate, votes } = vote;
  const everybody = electorate.every((seat) => votes[seat] === 'for');
  if (read.clauses.adoption === 'program' && !everybody && asked !== null) {
    return asked === 1 && hasPower(vote, read.clauses.power) ? 'adopted' : 'defeated';
  }
  const voters = electorate.filter((seat) => votes[seat]);
  for (const quorum of read.quorums) {
    if (!hasQuorum(vote, quorum, voters)) return 'lapsed';
  }
  if (adopted) return 'adopted';
  if (read.of === 'eligible' && sums.absent && adopts(sums.for + sums.absent, sums.against)) return 'lapsed';
  return 'defeated';
}

/** So many times as many votes for it as against it; of power 1, more. */
function hasPower(vote, power) {
  if (!power) return true;
  const { electorate, votes } = vote;
  const none = !electorate.some((seat) => weight(vote, seat));
  const votesOf = (choice) =>
    electorate.filter((seat) => votes[seat] === choice).reduce((sum, seat) => sum + (none ? 1 : weight(vote, seat)), 0);
  const [favour, against] = [votesOf('for'), votesOf('against')];
  return favour > against && 10 * favour >= Math.round(10 * power) * against;
}

function hasQuorum(vote, { much, how }, voters) {
  const { electorate } = vote;
  if (how === 'heads') return voters.length >= Math.min(Number(much), electorate.length);
  if (how === 'heads of all') return isShare(voters.length, electorate.length, much);
  const votesOf = (seats) => seats.reduce((sum, seat) => sum + weight(vote, seat), 0);
  return isShare(votesOf(voters), votesOf(electorate), much);
}
