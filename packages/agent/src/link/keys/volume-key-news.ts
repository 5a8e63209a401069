import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { volumeKeysSchema } from '@weft/shared/messages/encryption';
import type { Host, Secrets } from '../../host/host.js';
import { onlyRight } from '../../host/volume-key.js';
import type { Log } from '../../log/log.js';
import type { AgentSocket } from '../connection.js';

/**
 * Takes keys of encrypted volumes from a server, for the host's memory and for no file. A server sends all keys of the node at every connect, and before an
 * assignment that names a new one; a key that it no longer sends is forgotten.
 */
export class VolumeKeyNews {
  #keys: Secrets = new Map();

  constructor(
    private readonly host: Pick<Host, 'learnVolumeKeys'>,
    private readonly log: Log,
    private readonly onChange: () => void,
  ) {
    // An agent that starts has none.
    this.#learn(this.#keys);
  }

  attend(socket: AgentSocket): void {
    socket.on('volumeKeys', (message, ack) => ack({ held: this.#take(message) }));
  }

  /** A new assignment: forgets the keys of volumes that are not to be attached here any more, and wakes the loop. */
  follow(content: Pick<AssignmentContent, 'attachments'> | undefined): void {
    const attached = content?.attachments.filter(({ desired }) => desired === 'attached') ?? [];
    const kept = new Map([...this.#keys].filter(([id]) => attached.some(({ encryption }) => encryption?.keyId === id)));
    if (kept.size < this.#keys.size) this.#learn(kept);
    this.onChange();
  }

  #learn(keys: Secrets): void {
    this.#keys = keys;
    this.host.learnVolumeKeys(keys);
  }

  #take(message: unknown): boolean {
    const { success, data } = volumeKeysSchema.safeParse(message);
    if (!success) {
      // The error of a schema may quote the message.
      this.log('error', 'the server sent volume keys in an unknown form');
      return false;
    }
    const keys = onlyRight(new Map(data.keys.map(({ id, key }) => [id, key])));
    const wrong = data.keys.filter(({ id }) => !keys.has(id)).map(({ id }) => id);
    if (wrong.length > 0) this.log('error', 'the server sent volume keys that are not what their ids say: they are not used', { wrong });
    this.#learn(keys);
    this.log('info', 'volume keys taken into memory', { keys: keys.size });
    this.onChange();
    return true;
  }
}
