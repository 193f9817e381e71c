// What is said as a code and its facts, in the words that docs/FORMAT.md has for it.

import { WORDS } from './page.mjs';

const listed = (names) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
export const padded = (number) =>
  String(number).includes('.') ? String(number) : String(number).padStart(3, '0');

/** How a fact is told, by what stands behind its colon; `name` is the fact's. */
function told(fact, how, game) {
  if (how === 'law') return law(fact);
  if (how === '03d') return padded(fact);
  if (how === '+d') return fact < 0 ? String(fact) : `+${fact}`;
  if (how === 'listed') return listed(fact);
  if (Array.isArray(fact)) return fact.map((one) => told(one, null, game)).join(how ?? ', ');
  if (fact !== null && typeof fact === 'object') return tell(fact, game);
  const named = WORDS[`:${how} of ${fact}`];
  return named ?? String(fact);
}

const law = (fact) => {
  if (fact === null) return 'the custom of the house';
  return typeof fact === 'number' || /^[\d.]+$/.test(fact) ? `rule ${padded(fact)}` : String(fact);
};

export function tell(said, game) {
  if (typeof said === 'string') return said;
  const { code, facts } = said;
  const words = WORDS[`${code} of ${facts.clause}`] ?? WORDS[code] ?? code;
  return words.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, how) => {
    if (name in facts) return told(facts[name], how, game);
    if (name === 'name') return game.nameOf(facts.seat);
    if (name === 'names') return told(facts.seats.map((seat) => game.nameOf(seat)), how, game);
    return `{${name}}`;
  });
}
