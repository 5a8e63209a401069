import { type LiveChange, RECENT_CHANGES_MS } from '@weft/shared/links/console-link';

/** Changes of the last 30 s, the newest one per object: for a browser that read its page before its live connection existed. */
export class RecentChanges {
  /** By kind and id, the oldest first. */
  private readonly changes = new Map<string, { change: LiveChange; at: number }>();
  private lostAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly limit: number,
    /** In milliseconds; must never go back. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(change: LiveChange): void {
    const at = this.now();
    const key = `${change.kind} ${change.id}`;
    this.changes.delete(key);
    this.changes.set(key, { change, at });
    for (const [old, { at: then }] of this.changes) {
      if (at - then <= RECENT_CHANGES_MS) break;
      this.changes.delete(old);
    }
    if (this.changes.size > this.limit) this.lose();
  }

  /** Some changes until now are not known. */
  lose(): void {
    this.changes.clear();
    this.lostAt = this.now();
  }

  /** The recent changes; null if some of them are not known, so that a browser must read everything again. */
  take(): LiveChange[] | null {
    const now = this.now();
    if (now - this.lostAt <= RECENT_CHANGES_MS) return null;
    return [...this.changes.values()].filter(({ at }) => now - at <= RECENT_CHANGES_MS).map(({ change }) => change);
  }
}
