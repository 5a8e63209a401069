import { NODE_UNREADABLE } from '@weft/shared/kinds/condition-types';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { Part } from '../domain/documents/parts.js';

/** Longer than the absence of a drive or node whose return brings the same orphan back. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

export type LookedAtNode = Part<NodeDocument, '_id' | 'status.connection' | 'status.historyDoubt' | 'status.conditions'>;

/*
 * When to forget that an orphan is ignored. Scenarios:
 *  - it is listed: its absence, if any, ended.
 *  - its node is offline, follows another history, or cannot read its storage: unknown, so no absence counts.
 *  - its node is online and does not have it: the absence begins, or goes on. After 24 h it is forgotten.
 *  - its node was offline for a while between two looks: the absence counts from its return.
 *  - its node was removed: it is forgotten.
 */

/**
 * The absence after a look at the orphan and its node, which is undefined if it was removed.
 * @returns its begin, null if the orphan is not known to be absent, or `forget`.
 */
export function absenceAfter(
  before: Date | null,
  { listed, node }: { listed: boolean; node: LookedAtNode | undefined },
  now: Date,
): Date | null | 'forget' {
  if (!node) return 'forget';
  if (listed || !isKnown(node)) return null;
  const since = new Date(Math.max((before ?? now).getTime(), (node.status.connection.since ?? now).getTime()));
  return now.getTime() - since.getTime() >= FORGOTTEN_AFTER_MS ? 'forget' : since;
}

const isKnown = ({ status: { connection, historyDoubt, conditions } }: LookedAtNode): boolean =>
  connection.state === 'online' && !historyDoubt && !conditions.some(({ type, status }) => type === NODE_UNREADABLE && status === 'true');
