import { journalLines } from '../../core/sockets/journal-lines.js';
import type { AgentSocket } from './agent-socket.js';

/** journalctl reads a day; an agent of an earlier version does not answer. */
const JOURNAL_MS = 5000;

/** @throws Error with the reason, when the agent gives no lines. */
export async function askJournal(socket: AgentSocket, mostBytes: number): Promise<string[]> {
  const answer = await socket
    .timeout(JOURNAL_MS)
    .emitWithAck('journal', { mostBytes })
    .catch((cause: unknown) => {
      throw new Error(`its agent did not answer within ${JOURNAL_MS / 1000} s`, { cause });
    });
  return journalLines(answer);
}
