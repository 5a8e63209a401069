/** A freeze order that was held and let go. `ms`: from right before the first suspension until after the last resume. */
export interface EndedHold {
  id: string;
  ms: number;
}

/** Reported at the next look; the rest is for a report that is late. */
const MOST = 16;

/** When holds began and ended, by the host that suspends and resumes: what is on the way to it is not part of a hold. */
export class HoldTimes {
  readonly #began = new Map<string, number>();
  #ended: readonly EndedHold[] = [];

  constructor(private readonly now: () => number) {}

  begins(id: string): void {
    const [oldest] = this.#began.keys();
    if (this.#began.size >= MOST && oldest !== undefined) this.#began.delete(oldest);
    this.#began.set(id, this.now());
  }

  /** A hold that something else ended is never told. */
  ends(id: string): void {
    const began = this.#began.get(id);
    this.#began.delete(id);
    if (began === undefined) return;
    this.#ended = [...this.#ended, { id, ms: Math.max(0, Math.round(this.now() - began)) }].slice(-MOST);
  }

  get ended(): readonly EndedHold[] {
    return this.#ended;
  }

  /** As part of a fast state. */
  get shown(): { endedHolds?: readonly EndedHold[] } {
    return this.#ended.length > 0 ? { endedHolds: this.#ended } : {};
  }
}
