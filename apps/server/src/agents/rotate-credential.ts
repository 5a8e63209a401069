import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { credentialAckSchema } from '@weft/shared/links/agent-link';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import type { ReportedNodes } from '../domain/store/reported-nodes.service.js';
import type { AgentConnection } from './agent-connection.js';

const ANSWER_MS = 10_000;

/**
 * Gives a connected agent a new credential. Its hash is stored first, so that whichever of the two the agent holds after a crash is valid:
 *  - before the agent stored it: the old one. The next connection is sent another.
 *  - after that: the new one. Connecting with it ends the old one, as the answer does.
 */
export async function rotateCredential(
  connection: Pick<AgentConnection, 'identity' | 'socket' | 'isRotating'>,
  agents: Pick<ReportedNodes, 'offerCredential' | 'endRotation'>,
  answerMs = ANSWER_MS,
): Promise<void> {
  if (connection.isRotating) return;
  connection.isRotating = true;
  const logger = new Logger('rotateCredential');
  const { nodeId, nodeName, connectionId } = connection.identity;
  const credential = newToken();
  if (!(await agents.offerCredential(nodeId, connectionId, tokenHash(credential)))) {
    connection.isRotating = false;
    return;
  }
  // After this offer the connection is sent no other: the agent may store this one at any later moment.
  const limit = new AbortController();
  const answered = new Promise<unknown>((resolve) => connection.socket.emit('credential', { credential }, resolve));
  const answer = await Promise.race([answered, delay(answerMs, null, { signal: limit.signal, ref: false })]);
  limit.abort();
  const parsed = credentialAckSchema.safeParse(answer);
  if (!parsed.success || !parsed.data.stored) {
    logger.warn(
      { nodeId },
      `the agent of ${nodeName} did not store its new credential: the old one stays valid, and the next connection is sent another`,
    );
    return;
  }
  await agents.endRotation(nodeId, tokenHash(credential));
  connection.isRotating = false;
  logger.log({ nodeId }, `the agent of ${nodeName} stored its new credential: the old one has ended`);
}
