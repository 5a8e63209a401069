import { join } from 'node:path';
import { type NodeKeys, nodeKeysSchema } from '@weft/shared/messages/authentication';
import type { Secrets } from '../host/host.js';
import { errorText, type Log } from '../log/log.js';
import { DamagedFileError, DurableFile } from './durable-file.js';

/** Beside the ledger, mode 0600 in a folder of mode 0700. Nothing else of the agent contains a secret. */
export const KEYS_FILE = 'keys.json';

/*
 * Secrets of authentication keys, for a restart without servers.
 *  - A server sends all keys of the node before an assignment that names a new one; the assignment follows once they are on disk.
 *  - The file is damaged or missing: running connections stay. The agent makes no new one with keys until a server has sent them again, at its next connect.
 */
export class KeyStore {
  readonly #file: DurableFile<NodeKeys>;
  #keys: Secrets = new Map();

  private constructor(
    stateDir: string,
    private readonly log: Log,
  ) {
    this.#file = new DurableFile(join(stateDir, KEYS_FILE), nodeKeysSchema);
  }

  static async open(stateDir: string, log: Log): Promise<KeyStore> {
    const store = new KeyStore(stateDir, log);
    try {
      store.#keys = secretsOf((await store.#file.read({ setAside: false })) ?? { keys: [] });
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      log('error', `${error.message}: new connections wait until a server has sent the keys again`);
    }
    return store;
  }

  get secrets(): Secrets {
    return this.#keys;
  }

  /** @returns whether they are on disk. */
  async replace(keys: NodeKeys): Promise<boolean> {
    try {
      await this.#file.write(keys);
    } catch (error) {
      this.log('error', 'the keys of this node cannot be stored', { error: errorText(error) });
      return false;
    }
    this.#keys = secretsOf(keys);
    return true;
  }
}

const secretsOf = ({ keys }: NodeKeys): Secrets => new Map(keys.map(({ id, secret }) => [id, secret]));
