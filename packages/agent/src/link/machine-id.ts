import { createHmac } from 'node:crypto';
import type { Machine } from '../ledger/machine.js';

/** Tells two machines apart for the server without giving their ids away, as machine-id(5) asks for; undefined: the machine says neither id. */
export function hashedMachineId({ machineId, productUuid }: Machine): string | undefined {
  if (machineId === null && productUuid === null) return undefined;
  return createHmac('sha256', `${machineId ?? ''}\n${productUuid ?? ''}`)
    .update('weft-agent')
    .digest('hex');
}
