import { RateLimit } from '../core/http/limits/rate-limit.js';
import type { AuditRequestDocument, RequestEntry } from './documents/audit.document.js';

/** Equal refusals within this time are one entry with a count. */
const WINDOW_MS = 10 * 60_000;

/** Rate limits of new entries for refusals: all anonymous callers together, and each user. */
const ANONYMOUS_BURST = 100;
const ANONYMOUS_PER_SECOND = 1 / 60;
const USER_BURST = 200;
const USER_PER_SECOND = 1 / 10;

const ANONYMOUS = 'anonymous';

interface Open {
  id: string;
  since: number;
  count: number;
  lastAt: Date;
  /** The count that is already stored. */
  stored: number;
}

export interface CountedEntry extends Pick<AuditRequestDocument, 'count' | 'lastAt'> {
  id: string;
}

/**
 * Keeps refusals from filling the database. One entry counts equal refusals. New entries are rate-limited; beyond the limit one entry counts all others.
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

  /** @returns the entry to store, or null: an already stored entry counts it. */
  note(entry: RequestEntry): (RequestEntry & { _id: string }) | null {
    return this.counted(keyOf(entry)) ? null : this.begin(entry);
  }

  /** Counts that are not stored yet. Closes entries whose time is over. */
  counts(): CountedEntry[] {
    const changed: CountedEntry[] = [];
    for (const [key, open] of this.open) {
      const { id, count, lastAt } = open;
      if (count !== open.stored) changed.push({ id, count, lastAt });
      open.stored = count;
      if (this.now() - open.since > WINDOW_MS) this.open.delete(key);
    }
    return changed;
  }

  private begin(entry: RequestEntry): (RequestEntry & { _id: string }) | null {
    const scope = entry.by === ANONYMOUS ? this.anonymous : this.users;
    if (scope.take(entry.by) === 0) return this.opened(keyOf(entry), entry);
    const others = {
      ...entry,
      subject: null,
      request: { ...entry.request, route: null, address: null, name: null, token: null, code: null },
    };
    return this.counted(keyOf(others)) ? null : this.opened(keyOf(others), others);
  }

  private counted(key: string): boolean {
    const open = this.open.get(key);
    if (!open) return false;
    open.count++;
    open.lastAt = new Date(this.now());
    return true;
  }

  private opened(key: string, entry: RequestEntry): RequestEntry & { _id: string } {
    const id = this.newId();
    this.open.set(key, { id, since: this.now(), count: 1, lastAt: entry.at, stored: 1 });
    return { _id: id, ...entry };
  }
}

const keyOf = ({ by, subject, request: { route, address, name, token, code } }: RequestEntry): string =>
  JSON.stringify([by, subject?.id, route, address, name, token?.id, code]);
