// Chains of links, throws and shuffles, as docs/FORMAT.md and docs/dice.md have them.

import { createHash } from 'node:crypto';

import { hmac256 } from './exact.mjs';

export const commits = (link) => createHash('sha256').update(Buffer.from(link, 'hex')).digest('hex');

export const endOf = (seed, length) => {
  let link = seed;
  for (let n = 0; n < length; n += 1) link = commits(link);
  return link;
};

/** For each bound a number from 0 up to but not including it. */
export function* numbers(link, text, bounds) {
  const key = Buffer.from(link, 'hex');
  let [block, at, stream] = [0, 0, Buffer.alloc(0)];
  const byte = () => {
    if (at === stream.length) [stream, at, block] = [hmac256(key, `${text}|${block}`), 0, block + 1];
    at += 1;
    return BigInt(stream[at - 1]);
  };
  for (const told of bounds) {
    const bound = BigInt(told);
    let width = 1n;
    while (256n ** width < bound) width += 1n;
    const limit = (256n ** width / bound) * bound;
    let value = limit;
    while (value >= limit) {
      value = 0n;
      for (let n = 0n; n < width; n += 1n) value = value * 256n + byte();
    }
    yield Number(value % bound);
  }
}

export function faces(link, text, dice) {
  const [, count, sides] = dice.match(/^(\d+)d(\d+)$/);
  return thrown(link, text, Array(Number(count)).fill(Number(sides)));
}

export const thrown = (link, text, sides) => [...numbers(link, text, sides)].map((one) => one + 1);

export function shuffled(link, text, seats) {
  const order = [...seats];
  const places = order.map((_, n) => n + 1).reverse().slice(0, -1);
  const drawn = [...numbers(link, text, places)];
  places.forEach((place, n) => {
    [order[place - 1], order[drawn[n]]] = [order[drawn[n]], order[place - 1]];
  });
  return order;
}
