import { SimulatedRandom } from '../../packages/agent/src/host/simulated/random.js';

/** Each fault is undone by its opposite; what is not undone by then is undone at the end. */
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
/** Longest pause between most events, by seed: from "at once" (nobody has noticed the one before) to "one after the other". */
const GAPS_MS = [3_000, 8_000, 20_000, 60_000];

/** What nothing undoes: never at random. */
type Lasting = 'reinstall';
export type Action = (typeof FAULTS)[number][number] | (typeof REQUESTS)[number] | Lasting;
/** Which machine, drive or volume is meant follows from the numbers and what is there then: one event can be left out without changing the others. */
export interface SweepEvent {
  atMs: number;
  action: Action;
  a: number;
  b: number;
}

/** Faults and requests of one seed, in order of their time; `length` counts faults and requests without what undoes them. */
export function eventsOf(seed: number, length: number): SweepEvent[] {
  const random = new SimulatedRandom(seed * 7919 + 17);
  const below = (limit: number) => Math.floor(random.next() * limit);
  const events: SweepEvent[] = [];
  let atMs = 0;
  let last = below(MANY);
  const gapMs = GAPS_MS[seed % GAPS_MS.length] ?? 20_000;
  for (let each = 0; each < length; each++) {
    // Mostly close together, so that they overlap; now and then long enough for a rebuild or a replacement.
    atMs += random.next() < 0.85 ? below(gapMs) : below(200_000);
    // Often the same victim again: what comes back is hit while it does.
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
  return events
    .map((event, at) => ({ event, at }))
    .sort((x, y) => x.event.atMs - y.event.atMs || x.at - y.at)
    .map(({ event }) => event);
}
