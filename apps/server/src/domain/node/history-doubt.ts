import { randomUUID } from 'node:crypto';
import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { type DoubtReason, doubtOf, type Held, isSameHeld, type Memory } from '@weft/shared/messages/history';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import type { HistoryDoubtDocument, NodeDocument } from '../documents/node.document.js';

/*
 * Whether the database remembers what a node holds (S14). If not, it was rolled back, or is another one: nothing is sent to the node, and nothing
 * that it reports completes an order, until an administrator accepts it (docs/decisions/history-id.md).
 */

const TYPE = 'HistoryKnown';
const LEDGER = 'LedgerIntact';

type Remembering = Pick<NodeDocument, 'offered' | 'acknowledged'>;

/** All that was offered and accepted: a late report may speak of any of it. */
export const memoryOf = (
  { offered = [], acknowledged }: Remembering,
  assignment: Pick<AssignmentDocument, 'generation' | 'hash'> | null,
  historyId: string,
): Memory => ({
  historyId,
  generation: assignment?.generation ?? 0,
  hash: assignment?.hash ?? '',
  known: acknowledged ? [acknowledged, ...offered] : offered,
});

/** What an agent may hold by what the database knows: what it acknowledged last, what was offered since, and what it says itself if that was offered. */
export function knownFor({ offered = [], acknowledged }: Remembering, held: Held | null): Held[] {
  const since = offered.filter(({ generation }) => generation >= (acknowledged?.generation ?? 0));
  const said = offered.filter((each) => held && isSameHeld(each, held) && !since.includes(each));
  return [...(acknowledged ? [acknowledged] : []), ...said, ...since];
}

/** The doubt about a node after it said what it holds. Once there, it stays: a counter that passes the agent's proves nothing. */
export function doubtAfter(
  before: HistoryDoubtDocument | null | undefined,
  held: Held,
  memory: Memory,
  now: Date,
): HistoryDoubtDocument | null {
  if (before && isSameHeld(before.held, held)) return before;
  const reason = doubtOf(held, memory) ?? before?.reason;
  if (!reason) return null;
  return { id: randomUUID(), since: before?.since ?? now, reason, held, storedGeneration: memory.generation };
}

type Doubted = Pick<NodeDocument, 'name' | 'historyDoubt' | 'ledgerLoss'>;

/** Shown only while it is so. */
export function withHistory(conditions: readonly Condition[], node: Doubted, now: string): Condition[] {
  const { historyDoubt, ledgerLoss } = node;
  let shown = conditions.filter(({ type }) => (type !== TYPE || historyDoubt) && (type !== LEDGER || ledgerLoss));
  if (historyDoubt) shown = withCondition(shown, { type: TYPE, status: 'false', ...historyCondition(node.name, historyDoubt) }, now);
  if (ledgerLoss) shown = withCondition(shown, { type: LEDGER, status: 'false', ...ledgerCondition(node.name, ledgerLoss) }, now);
  return shown;
}

export function historyCondition(name: string, doubt: HistoryDoubtDocument) {
  return {
    reason: doubt.reason,
    message: `${doubtWords(name, doubt)}. ${name} keeps what it runs and gets no orders, and its reports complete none`,
    waitingFor: `an administrator, who compares what ${name} runs with this database`,
    unblockedBy: `accepting this database's history for ${name} (POST /api/v1/history-acceptances), or restoring a newer backup of the database`,
  };
}

export function ledgerCondition(name: string, { acceptedBy }: NonNullable<NodeDocument['ledgerLoss']>) {
  return {
    reason: 'facts-lost',
    message: `${name} lost the facts of its ledger: which legs it wiped, which orders it carried out, which arrays it ran. It makes and wipes no leg, erases no drive and creates no array`,
    waitingFor: acceptedBy === null ? 'an administrator, who accepts the loss' : `${name}, to hear that ${acceptedBy} accepted the loss`,
    unblockedBy: `accepting the loss (POST /api/v1/history-acceptances)`,
  };
}

export function doubtWords(name: string, { reason, held, storedGeneration }: HistoryDoubtDocument): string {
  const words: Record<DoubtReason, string> = {
    'other-history': `${name} follows generation ${held.generation} of ${held.historyId === null ? 'an earlier history' : `history ${held.historyId}`}, which is not this database's: the database was restored or replaced`,
    'database-older': `${name} follows generation ${held.generation}, and the database had only ${storedGeneration}: it was restored from an older state`,
    'other-content': `${name} follows a generation ${held.generation} that this database never offered to it: it was restored from an older state, or is a copy`,
  };
  return words[reason];
}
