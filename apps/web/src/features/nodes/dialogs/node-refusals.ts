import { HISTORY_UNKNOWN, LEDGER_LOST } from '@weft/shared/kinds/condition-types';
import type { Node } from '../../../api/types.js';

/** An administrator ends these conditions when they accept this database's history, or the loss of the ledger. */
export const hasHistoryDoubt = ({ conditions }: Pick<Node, 'conditions'>): boolean =>
  conditions.some(({ type }) => type === HISTORY_UNKNOWN || type === LEDGER_LOST);

/** Why the credential cannot be rotated now, or null. Only a connected agent can store a new credential. */
export const rotationRefusal = ({ connection, name }: Pick<Node, 'connection' | 'name'>): string | null =>
  connection.state === 'online' ? null : `The agent of ${name} is not connected, so it cannot store a new credential.`;
