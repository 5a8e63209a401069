import { RpcError } from './rpc-error.js';

/** One operation at a time for each volume: CSI demands ABORTED for a second one (spec 1.11, "Concurrency"). */
export class Locks {
  private readonly held = new Set<string>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.held.has(key)) throw new RpcError('ABORTED', `An earlier call for ${key} has not ended. Repeat the call.`);
    this.held.add(key);
    try {
      return await work();
    } finally {
      this.held.delete(key);
    }
  }
}
