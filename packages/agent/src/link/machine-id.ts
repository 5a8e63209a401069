import { createHmac } from 'node:crypto';
import type { Machine } from '../ledger/machine.js';

/** Lets the server tell machines apart without revealing their ids, as machine-id(5) asks; undefined: the machine provides neither id. */
export function hashedMachineId({ machineId, productUuid }: Machine): string | undefined {
  if (machineId === null && productUuid === null) return undefined;
  return createHmac('sha256', `${machineId ?? ''}\n${productUuid ?? ''}`)
    .update('weft-agent')
    .digest('hex');
}
