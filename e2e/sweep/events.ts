import { SimulatedRandom } from '../../packages/agent/src/host/simulated/world/random.js';

/** Pairs of a fault and the event that undoes it. The end of a run undoes the faults that are left. */
const FAULTS = [
  ['kill', 'boot'],
  ['kill', 'boot'],
  ['cut-network', 'mend-network'],
  ['nic-down', 'nic-up'],
  ['nic-down', 'nic-up'],
  ['remove-drive', 'return-drive'],
  ['fail-writes', 'pass-writes'],
  ['kill-agent', 'start-agent'],
  ['kill-agent', 'start-agent'],
  ['stop-server', 'start-server'],
  ['cut-link', 'mend-link'],
  ['hang-lvm', 'free-lvm'],
  ['slow-md', 'quick-md'],
  ['lose-ledger', 'start-agent'],
] as const;
const REQUESTS = [
  'attach',
  'detach',
  'attach',
  'detach',
  'grow',
  'evict',
  'stay',
  'force',
  'force',
  'state-off',
  'accept-loss',
  'accept-loss',
  'discard',
  'delete',
  'open',
  'close',
  'start-array',
  'rename-devices',
] as const;

const MANY = 1_000_000;
/** Longest pause between most events, by seed: from "at once" (the previous event is still unnoticed) to "one after the other". */
const GAPS_MS = [3_000, 8_000, 20_000, 60_000];

/** No event undoes this action: it never happens at random. */
type Lasting = 'reinstall';
type Scrub = 'scrub' | 'stop-scrub';
type Cache = 'cache';
type Snapshot = 'snapshot';
type Limit = 'limit';
export type Action = (typeof FAULTS)[number][number] | (typeof REQUESTS)[number] | Scrub | Cache | Snapshot | Limit | Lasting;
/** The numbers and the state at that time select the machine, drive or volume: leaving out one event does not change the others. */
export interface SweepEvent {
  atMs: number;
  action: Action;
  a: number;
  b: number;
}

/** Faults and requests of one seed, in time order; `length` does not count the events that undo faults. */
export function eventsOf(seed: number, length: number): SweepEvent[] {
  const random = new SimulatedRandom(seed * 7919 + 17);
  const below = (limit: number) => Math.floor(random.next() * limit);
  const events: SweepEvent[] = [];
  let atMs = 0;
  let last = below(MANY);
  const gapMs = GAPS_MS[seed % GAPS_MS.length] ?? 20_000;
  for (let each = 0; each < length; each++) {
    // Mostly close together, so that they overlap; sometimes long enough for a rebuild or a replacement.
    atMs += random.next() < 0.85 ? below(gapMs) : below(200_000);
    // Often the same victim again, so that a fault hits it during its recovery.
    const [a, b]: [number, number] = [random.next() < 0.3 ? last : below(MANY), below(MANY)];
    last = a;
    if (random.next() < 0.35) {
      const action = REQUESTS[below(REQUESTS.length)] ?? 'attach';
      events.push({ atMs, action, a, b });
      continue;
    }
    const [fault, undone] = FAULTS[below(FAULTS.length)] ?? FAULTS[0];
    events.push({ atMs, action: fault, a, b });
    const lastsMs = random.next() < 0.7 ? 1_000 + below(60_000) : below(400_000);
    events.push({ atMs: atMs + lastsMs, action: undone, a, b });
  }
  events.push(
    ...scrubsOf(seed, length, atMs),
    ...oftenOf('cache', 15_485_863, seed, length, atMs),
    ...oftenOf('snapshot', 32_452_843, seed, length, atMs),
    ...oftenOf('limit', 49_979_687, seed, length, atMs),
  );
  return events
    .map((event, at) => ({ event, at }))
    .sort((x, y) => x.event.atMs - y.event.atMs || x.at - y.at)
    .map(({ event }) => event);
}

/** From a sequence of their own, so that the other events of a seed stay what they are: a scrub for four of them, and now and then its end. */
function scrubsOf(seed: number, length: number, untilMs: number): SweepEvent[] {
  const random = new SimulatedRandom(seed * 104_729 + 5);
  const below = (limit: number) => Math.floor(random.next() * limit);
  return Array.from({ length: Math.ceil(length / 4) }, (): SweepEvent => {
    const action = random.next() < 0.8 ? 'scrub' : 'stop-scrub';
    return { atMs: below(untilMs + 1), action, a: below(MANY), b: below(MANY) };
  });
}

/** As the scrubs, for three of the other events: another cache of a volume, or none; a snapshot, or something with one; other limits of a client. */
function oftenOf(action: Cache | Snapshot | Limit, factor: number, seed: number, length: number, untilMs: number): SweepEvent[] {
  const random = new SimulatedRandom(seed * factor + 11);
  const below = (limit: number) => Math.floor(random.next() * limit);
  return Array.from(
    { length: Math.ceil(length / 3) },
    (): SweepEvent => ({ atMs: below(untilMs + 1), action, a: below(MANY), b: below(MANY) }),
  );
}
