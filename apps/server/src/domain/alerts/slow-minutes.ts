const MINUTE_MS = 60_000;
/** The longest window of a rule. */
const KEPT = 360;

/** I/O and slow I/O of one volume in each of the last 360 whole minutes; 5.8 kB. */
export class SlowMinutes {
  private readonly total = new Float64Array(KEPT);
  private readonly slow = new Float64Array(KEPT);

  /** @param until the end of the last minute, in milliseconds since 1970 */
  constructor(private until: number) {}

  /** Moves the end ahead. The minutes that are added have no I/O yet. */
  advance(until: number): void {
    const from = Math.max(this.until, until - KEPT * MINUTE_MS);
    for (let at = from; at < until; at += MINUTE_MS) this.total[slotOf(at)] = this.slow[slotOf(at)] = 0;
    this.until = Math.max(this.until, until);
  }

  /** Adds the I/O of a minute, of one of the volume's clients. An older minute than those that are kept does not count. */
  add(at: number, total: number, slow: number): void {
    if (at >= this.until || at < this.until - KEPT * MINUTE_MS) return;
    this.total[slotOf(at)] = (this.total[slotOf(at)] ?? 0) + total;
    this.slow[slotOf(at)] = (this.slow[slotOf(at)] ?? 0) + slow;
  }

  /** Share of slow I/O in the last minutes. Null: there was no I/O. */
  share(minutes: number): number | null {
    let [total, slow] = [0, 0];
    for (let at = this.until - minutes * MINUTE_MS; at < this.until; at += MINUTE_MS) {
      total += this.total[slotOf(at)] ?? 0;
      slow += this.slow[slotOf(at)] ?? 0;
    }
    return total > 0 ? slow / total : null;
  }
}

const slotOf = (at: number): number => Math.floor(at / MINUTE_MS) % KEPT;
