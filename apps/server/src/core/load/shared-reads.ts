import { asOf } from '../as-of/as-of.js';
import { currentScope } from '../scope/scope.js';

interface Read<T> {
  running: Promise<T>;
  /** Begins when `running` has ended. */
  next: Promise<T> | undefined;
}

/**
 * Limits an expensive read to one at a time, however many callers ask. Calls that arrive while it runs share the next one. That one begins after they
 * arrived, so no caller misses what was written before its call.
 */
export class SharedReads<T> {
  private readonly reads = new Map<string, Read<T>>();

  /** `name`: reads of one name have the same result, unless they are as of different moments, or of callers who see different volumes. Callers share the result, so none may change it. */
  get(name: string, read: () => Promise<T>): Promise<T> {
    const key = `${asOf()?.at.getTime() ?? 'now'} ${currentScope()?.key ?? 'everything'} ${name}`;
    const current = this.reads.get(key);
    if (!current) return this.start(key, read);
    const start = () => this.start(key, read);
    // The callers of the running read get its error.
    current.next ??= current.running.then(start, start);
    return current.next;
  }

  private start(key: string, read: () => Promise<T>): Promise<T> {
    const started: Read<T> = { running: read(), next: undefined };
    this.reads.set(key, started);
    const end = () => {
      if (!started.next) this.reads.delete(key);
    };
    started.running.then(end, end);
    return started.running;
  }
}
