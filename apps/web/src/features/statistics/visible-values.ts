/*
 * Values of the objects whose cells are in the document, for lists: rows come and go by the thousand while somebody scrolls.
 *
 * - New objects: read once, `SETTLE_MS` after the first of them came.
 * - While there are any: all are read again every `REREAD_MS`.
 * - A failed read: no value is shown, rather than an old one.
 */

export const SETTLE_MS = 300;
export const REREAD_MS = 10_000;

/** What one read found: values by object, and the end of the observation in milliseconds. */
export interface Observed<V> {
  at: number;
  of: ReadonlyMap<string, V>;
}

export class VisibleValues<V> {
  private readonly listeners = new Map<string, Set<() => void>>();
  private latest: Observed<V> = { at: 0, of: new Map() };
  /** Objects of the last read. */
  private wasRead: ReadonlySet<string> = new Set();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSoon = false;

  constructor(private readonly read: (objects: string[]) => Promise<Observed<V>>) {}

  /** @returns a function that ends it. */
  watch(object: string, listener: () => void): () => void {
    const listeners = this.listeners.get(object) ?? new Set();
    this.listeners.set(object, listeners.add(listener));
    if (!this.latest.of.has(object)) this.askSoon();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(object);
    };
  }

  /** Undefined: not read yet, or the read failed. Null: nothing was observed. */
  valuesOf(object: string): V | null | undefined {
    return this.latest.of.get(object) ?? (this.wasRead.has(object) ? null : undefined);
  }

  /** End of the observation, milliseconds. */
  get at(): number {
    return this.latest.at;
  }

  private askSoon(): void {
    if (this.isSoon) return;
    this.isSoon = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), SETTLE_MS);
  }

  private async ask(): Promise<void> {
    this.isSoon = false;
    const objects = [...this.listeners.keys()];
    if (objects.length === 0) return;
    try {
      this.latest = await this.read(objects);
      this.wasRead = new Set(objects);
    } catch {
      // The list itself shows why the server does not answer.
      this.latest = { at: 0, of: new Map() };
      this.wasRead = new Set();
    }
    for (const listeners of this.listeners.values()) for (const listener of listeners) listener();
    if (this.isSoon) return;
    // Of two reads that overlap, only the last one is followed by another.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), REREAD_MS);
  }
}
