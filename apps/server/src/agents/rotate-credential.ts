import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { credentialAckSchema } from '@weft/shared/links/agent-link';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import type { ReportedNodes } from '../domain/store/reported-nodes.service.js';
import type { AgentConnection } from './agent-connection.js';

const ANSWER_MS = 10_000;

/**
 * Gives a connected agent a new credential. The server stores the hash first, so that after a crash the agent's credential is valid in either case:
 *  - The agent has not stored the new one: the old one is valid, and the next connection gets another new one.
 *  - The agent has stored it: the new one is valid. The agent's answer ends the old one, and so does connecting with the new one.
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
  // After this offer the server sends no other on this connection: the agent may store this one at any later time.
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
