import { randomUUID } from 'node:crypto';
import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { HISTORY_UNKNOWN, LEDGER_LOST } from '@weft/shared/kinds/condition-types';
import { type DoubtReason, doubtOf, type Held, isSameHeld, type Memory } from '@weft/shared/messages/history';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, type Said, said, textOfMessage } from '@weft/shared/text/rendering/render';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import type { HistoryDoubtDocument, NodeDocument, NodeStatus } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';

/*
 * Checks whether the database knows the assignment that a node holds (S14). If not, the database was rolled back or is another one: the server sends
 * nothing to the node, and no report of the node completes an order, until an administrator accepts it (docs/decisions/history-id.md).
 */

type Remembering = Part<NodeDocument, 'status.offered' | 'status.acknowledged'>;

/** All offered and acknowledged assignments: a late report may refer to any of them. */
export const memoryOf = (
  { status: { offered = [], acknowledged } }: Remembering,
  assignment: Pick<AssignmentDocument, 'generation' | 'hash'> | null,
  historyId: string,
): Memory => ({
  historyId,
  generation: assignment?.generation ?? 0,
  hash: assignment?.hash ?? '',
  known: acknowledged ? [acknowledged, ...offered] : offered,
});

/** Assignments that an agent may hold: the one it last acknowledged, those offered since, and the one it reports if that was offered. */
export function knownFor({ status: { offered = [], acknowledged } }: Remembering, held: Held | null): Held[] {
  const since = offered.filter(({ generation }) => generation >= (acknowledged?.generation ?? 0));
  const said = offered.filter((each) => held && isSameHeld(each, held) && !since.includes(each));
  return [...(acknowledged ? [acknowledged] : []), ...said, ...since];
}

/** The doubt about a node after it reported what it holds. A doubt stays: a generation that passes the agent's proves nothing. */
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

type Accepting = Pick<NodeStatus, 'conditions' | 'historyDoubt'>;

/**
 * The status of a node after an administrator accepted its doubt. The accepted assignment counts as offered, because a report about it may still arrive
 * after the node stored the next assignment.
 */
export const withoutDoubt = ({ conditions, historyDoubt }: Accepting): Partial<NodeStatus> => ({
  historyDoubt: null,
  conditions: conditions.filter(({ type }) => type !== HISTORY_UNKNOWN),
  offered: historyDoubt ? [historyDoubt.held] : [],
  ...(historyDoubt && { acknowledged: historyDoubt.held }),
});

type Doubted = Part<NodeDocument, '_id' | 'name' | 'status.historyDoubt' | 'status.ledgerLoss'>;

/** Shows the conditions only while they apply. */
export function withHistory(conditions: readonly Condition[], node: Doubted, now: string): Condition[] {
  const {
    status: { historyDoubt, ledgerLoss },
  } = node;
  const itself = nodeRef(node._id, node.name);
  let shown = conditions.filter(({ type }) => (type !== HISTORY_UNKNOWN || historyDoubt) && (type !== LEDGER_LOST || ledgerLoss));
  if (historyDoubt) shown = withCondition(shown, { type: HISTORY_UNKNOWN, status: 'true', ...historyCondition(itself, historyDoubt) }, now);
  if (ledgerLoss) shown = withCondition(shown, { type: LEDGER_LOST, status: 'true', ...ledgerCondition(itself, ledgerLoss) }, now);
  return shown;
}

export const historyCondition = (node: MessageReference, doubt: HistoryDoubtDocument): Said =>
  said('history-doubted', { node, doubt: doubtMessage(node, doubt) }, doubt.reason);

export const ledgerCondition = (node: MessageReference, { acceptedBy }: NonNullable<NodeDocument['status']['ledgerLoss']>): Said =>
  said('facts-lost', { node, acceptedBy: acceptedBy ?? undefined });

function doubtMessage(node: MessageReference, { reason, held, storedGeneration }: HistoryDoubtDocument): Message {
  const { generation, historyId } = held;
  const messages: Record<DoubtReason, () => Message> = {
    'other-history': () => messageOf('other-history', { node, generation, historyId: historyId ?? undefined }),
    'database-older': () => messageOf('database-older', { node, generation, storedGeneration }),
    'other-content': () => messageOf('other-content', { node, generation }),
  };
  return messages[reason]();
}

export const doubtWords = (node: MessageReference, doubt: HistoryDoubtDocument): string => textOfMessage(doubtMessage(node, doubt));
