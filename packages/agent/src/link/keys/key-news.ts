import { nodeKeysSchema } from '@weft/shared/messages/authentication';
import type { Host } from '../../host/host.js';
import type { KeyStore } from '../../ledger/key-store.js';
import type { Log } from '../../log/log.js';
import type { AgentSocket } from '../connection.js';

/** Takes the node's keys from a server: on disk first, then for the host. */
export class KeyNews {
  constructor(
    private readonly store: KeyStore,
    private readonly host: Pick<Host, 'learnKeys'>,
    private readonly log: Log,
    private readonly onKeys: () => void,
  ) {
    host.learnKeys(store.secrets);
  }

  attend(socket: AgentSocket): void {
    socket.on('keys', (message, ack) => {
      void this.#take(message).then((stored) => ack({ stored }));
    });
  }

  async #take(message: unknown): Promise<boolean> {
    const parsed = nodeKeysSchema.safeParse(message);
    if (!parsed.success) {
      // The error of a schema may quote the message.
      this.log('error', 'the server sent keys in an unknown form');
      return false;
    }
    if (!(await this.store.replace(parsed.data))) return false;
    this.host.learnKeys(this.store.secrets);
    this.log('info', 'keys stored', { keys: parsed.data.keys.length });
    this.onKeys();
    return true;
  }
}
