import { type Said, said } from '@weft/shared/text/rendering/render';

/** The backups cannot be read: the store reports an error, or does not answer. */
export class StoreUnreadable extends Error {
  override readonly name = 'StoreUnreadable';

  constructor(
    readonly said: Said,
    options?: ErrorOptions,
  ) {
    super(said.message, options);
  }
}

export interface Limits {
  /** Milliseconds after which the store counts as not answering. */
  mostMs: number;
  /** Each ends the wait too, with its reason. */
  ends: readonly AbortSignal[];
}

/**
 * Access to a store that may never answer (a network folder whose server is offline). A call of the file system cannot be cancelled, and holds one of the
 * four threads of libuv's pool until it returns. So each caller waits for a limited time, and no further work begins before the last one has returned.
 */
export class StoreAccess {
  private isBusy = false;

  constructor(
    private readonly server: string,
    private readonly place: string,
  ) {}

  /**
   * @param work gets a signal that aborts when nobody waits for it any more: it must change nothing from then on
   * @throws StoreUnreadable at the limit, and at once while earlier work has not returned; reasons of `ends`; errors of `work`
   */
  async run<T>({ mostMs, ends }: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const notAnswering = () =>
      new StoreUnreadable(said('backups-not-answering', { server: this.server, folder: this.place, limit: mostMs / 1000 }));
    if (this.isBusy) throw notAnswering();
    for (const end of ends) end.throwIfAborted();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(notAnswering()), mostMs);
    const listeners = ends.map((end) => ({ end, listener: () => over.abort(end.reason) }));
    for (const { end, listener } of listeners) end.addEventListener('abort', listener);
    this.isBusy = true;
    const running = work(over.signal).finally(() => (this.isBusy = false));
    try {
      return await new Promise<T>((resolve, reject) => {
        over.signal.addEventListener('abort', () => reject(over.signal.reason));
        running.then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      for (const { end, listener } of listeners) end.removeEventListener('abort', listener);
    }
  }
}
