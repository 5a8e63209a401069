import { SimulatedRandom } from '@weft/agent/host/simulated/world/random';

/** Mutations of JSON messages by seed, for tests that send what no agent and no console sends. */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Numbers in [0, 1) by seed: the same seed gives the same mutations. */
export function randomBy(seed: number): () => number {
  const random = new SimulatedRandom(seed);
  return () => random.next();
}

const nested = (depth: number): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Values that code tends to mistake: of other types, out of range, names with a meaning in JavaScript or MongoDB. */
const VALUES: readonly Json[] = [
  ...[null, true, false, 0, -1, 1, 0.5, 2 ** 31, 2 ** 53, 1e308, -1e308],
  ...['', ' ', '0', 'null', '__proto__', '$where', 'a.b', '../../etc/passwd', '\u0000', '\uffff', '\ud800', '%s%n', '1970-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:59.999Z', 'x'.repeat(70_000), '\u001b[2J'],
  ...[[], {}, [[]], [{}], { $gt: '' }, { $ne: null }, JSON.parse('{"__proto__":{"isAdmin":true}}'), { constructor: { prototype: {} } }],
  nested(3000),
];

interface Place {
  holder: Json[] | { [name: string]: Json };
  name: string | number;
}

function placesIn(value: Json, found: Place[] = []): Place[] {
  if (value === null || typeof value !== 'object') return found;
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  for (const name of names) {
    found.push({ holder: value, name });
    placesIn((value as Record<string | number, Json>)[name] as Json, found);
  }
  return found;
}

/** A copy with one to three changes: a value replaced, removed, doubled, added, or taken from elsewhere in the message. */
export function mutated(message: unknown, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const copy = JSON.parse(JSON.stringify(message ?? null)) as Json;
  if (copy === null || typeof copy !== 'object' || random() < 0.02) return pick(VALUES);
  for (let change = Math.ceil(random() * 3); change > 0; change--) {
    const places = placesIn(copy);
    if (places.length === 0) return pick(VALUES);
    const { holder, name } = pick(places);
    const at = holder as Record<string | number, Json>;
    const kind = random();
    if (kind < 0.5) at[name] = pick(VALUES);
    else if (kind < 0.65) {
      const other = pick(places);
      at[name] = JSON.parse(JSON.stringify((other.holder as Record<string | number, Json>)[other.name] ?? null));
    } else if (kind < 0.8) {
      if (Array.isArray(holder)) holder.splice(name as number, 1);
      else delete holder[name];
    } else if (Array.isArray(holder)) holder.push(at[name] as Json);
    else at[pick(['$set', 'a.b', '_id', 'constructor', 'toString', 'unknown'])] = pick(VALUES);
  }
  return copy;
}

/** A frame of the wire with a few characters changed, removed or added. */
export function mutatedText(text: string, random: () => number): string {
  let changed = text;
  for (let change = Math.ceil(random() * 4); change > 0; change--) {
    const at = Math.floor(random() * changed.length);
    const kind = random();
    if (kind < 0.4) changed = changed.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 95)) + changed.slice(at + 1);
    else if (kind < 0.6) changed = changed.slice(0, at) + changed.slice(at + 1 + Math.floor(random() * 20));
    else if (kind < 0.8) changed = changed.slice(0, at) + changed.slice(Math.max(0, at - 20), at) + changed.slice(at);
    else changed = changed.slice(0, at);
  }
  return changed;
}
