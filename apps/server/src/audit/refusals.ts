import { RateLimit } from '../core/http/limits/rate-limit.js';
import type { RequestEntry } from './documents/audit.document.js';

/** Equal refusals within this time are counted together. */
const WINDOW_MS = 10 * 60_000;
/** From then on, the first further ones are stored. */
const FURTHER_AFTER_MS = 60_000;

/** Rate limits of new entries for refusals: all anonymous callers together, and each user. More than there are changing endpoints: each has its own entry. */
const ANONYMOUS_BURST = 110;
const ANONYMOUS_PER_SECOND = 1 / 60;
const USER_BURST = 200;
const USER_PER_SECOND = 1 / 10;

const ANONYMOUS = 'anonymous';

interface Open {
  since: number;
  /** Of those that no entry counts yet: the first one, their number, and the time of the last. */
  further: { first: RequestEntry; count: number; lastAt: Date } | null;
  hasFurther: boolean;
}

type NewEntry = RequestEntry & { _id: string };

/**
 * Keeps refusals from filling the database. The first of equal refusals has an entry of its own at once; further ones are counted in two more at most, a
 * minute later and at the end of ten minutes. New entries are rate-limited; beyond the limit these three count all others. A stored entry never changes.
 * Pure: returns what to store.
 */
export class Refusals {
  private readonly open = new Map<string, Open>();
  private readonly anonymous: RateLimit;
  private readonly users: RateLimit;

  constructor(
    private readonly newId: () => string,
    private readonly now: () => number = Date.now,
  ) {
    const seconds = () => this.now() / 1000;
    this.anonymous = new RateLimit(ANONYMOUS_BURST, ANONYMOUS_PER_SECOND, 1, seconds);
    this.users = new RateLimit(USER_BURST, USER_PER_SECOND, 10_000, seconds);
  }

  /** @returns the entry to store, or null: `further` counts it. */
  note(entry: RequestEntry): NewEntry | null {
    return this.counted(entry) ? null : this.begin(entry);
  }

  /** Entries that count further refusals, and whose time has come. @param all whatever the time: the process ends */
  further(all = false): NewEntry[] {
    const entries: NewEntry[] = [];
    for (const [key, open] of this.open) {
      const age = this.now() - open.since;
      const isOver = age > WINDOW_MS;
      if (open.further && (all || isOver || (!open.hasFurther && age >= FURTHER_AFTER_MS))) {
        const { first, count, lastAt } = open.further;
        entries.push({ _id: this.newId(), ...first, request: { ...first.request, count, lastAt } });
        open.further = null;
        open.hasFurther = true;
      }
      if (isOver) this.open.delete(key);
    }
    return entries;
  }

  private begin(entry: RequestEntry): NewEntry | null {
    const scope = entry.by === ANONYMOUS ? this.anonymous : this.users;
    if (scope.take(entry.by) === 0) return this.opened(entry);
    const others = {
      ...entry,
      subject: null,
      request: { ...entry.request, route: null, address: null, name: null, token: null, code: null },
    };
    return this.counted(others) ? null : this.opened(others);
  }

  private counted(entry: RequestEntry): boolean {
    const open = this.open.get(keyOf(entry));
    if (!open) return false;
    open.further ??= { first: entry, count: 0, lastAt: entry.at };
    open.further.count++;
    open.further.lastAt = entry.at;
    return true;
  }

  private opened(entry: RequestEntry): NewEntry {
    this.open.set(keyOf(entry), { since: this.now(), further: null, hasFurther: false });
    return { _id: this.newId(), ...entry };
  }
}

const keyOf = ({ by, subject, request: { route, address, name, token, code } }: RequestEntry): string =>
  JSON.stringify([by, subject?.id, route, address, name, token?.id, code]);
