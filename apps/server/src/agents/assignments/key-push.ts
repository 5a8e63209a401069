import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { keysAckSchema, volumeKeysAckSchema } from '@weft/shared/links/agent-link';
import type { NodeKeys } from '@weft/shared/messages/authentication';
import type { VolumeKeys } from '@weft/shared/messages/encryption';
import type { AgentSocket } from '../link/agent-socket.js';
import { answerTo } from '../link/assignment-answer.js';

const ACK_WITHIN_MS = 15_000;

/**
 * Sends the agent of one connection the secrets of its keys, when they differ from those sent before.
 *  - The agent cannot store them: an error, so the assignment that names them waits for the next attempt.
 *  - This server cannot open them (another `secretsKeyFile`): the agent keeps those that it has, and the assignment is sent without.
 */
function keyPush(keysFor: (nodeId: string) => Promise<NodeKeys>): (socket: AgentSocket) => Promise<void> {
  const logger = new Logger('keyPush');
  let told = '';
  let failed = false;
  return async (socket) => {
    const { nodeId, nodeName } = socket.data;
    let keys: NodeKeys;
    try {
      keys = await keysFor(nodeId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (!failed) logger.error({ nodeId, code: error.code }, `the keys of ${nodeName} cannot be opened: ${error.message}`);
      failed = true;
      return;
    }
    // An agent of an earlier version has no keys, and would not answer.
    if (keys.keys.length === 0 && told === '') return;
    // A hash: secrets stay in memory no longer than needed.
    const digest = createHash('sha256').update(JSON.stringify(keys)).digest('hex');
    if (digest === told) return;
    const answer = keysAckSchema.parse(await answerTo(socket, (to, ack) => to.emit('keys', keys, ack), ACK_WITHIN_MS));
    if (!answer.stored) throw new Error(`${nodeName} could not store its keys; its log names the reason`);
    told = digest;
    failed = false;
  };
}

interface StoredVolumeKeys<Stored> {
  storedFor(nodeId: string): Promise<Stored[]>;
  openAll(stored: readonly Stored[]): Promise<VolumeKeys>;
}

/**
 * Sends the agent of one connection the keys of its encrypted volumes, when they are others than those sent before. The agent has them in memory only, so each
 * connection begins with all of them. They are opened only to be sent. @returns false: some could not be opened now.
 */
function volumeKeyPush<Stored extends { keyId: string }>(volumes: StoredVolumeKeys<Stored>): (socket: AgentSocket) => Promise<boolean> {
  let told = '';
  return async (socket) => {
    const { nodeId, nodeName } = socket.data;
    const stored = await volumes.storedFor(nodeId);
    // Nothing yet: an agent of an earlier version has no encrypted volumes, and would not answer.
    const wanted = idsOf(stored.map(({ keyId }) => keyId));
    if (wanted === told) return true;
    const { keys } = await volumes.openAll(stored);
    const opened = idsOf(keys.map(({ id }) => id));
    if (opened !== told) {
      const answer = volumeKeysAckSchema.parse(await answerTo(socket, (to, ack) => to.emit('volumeKeys', { keys }, ack), ACK_WITHIN_MS));
      if (!answer.held) throw new Error(`${nodeName} did not take the keys of its volumes; its log names the reason`);
      told = opened;
    }
    return opened === wanted;
  };
}
const idsOf = (ids: readonly string[]): string => [...ids].sort().join();

interface Source<Answer> {
  keysFor(nodeId: string): Promise<Answer>;
}

/** Both for one connection. @returns false: keys of encrypted volumes could not be opened now. */
export function keyPushes<Stored extends { keyId: string }>(pairs: Source<NodeKeys>, volumes: StoredVolumeKeys<Stored>) {
  const pushKeys = keyPush((nodeId) => pairs.keysFor(nodeId));
  const pushVolumeKeys = volumeKeyPush(volumes);
  return async (socket: AgentSocket): Promise<boolean> => {
    const [, areSent] = await Promise.all([pushKeys(socket), pushVolumeKeys(socket)]);
    return areSent;
  };
}
