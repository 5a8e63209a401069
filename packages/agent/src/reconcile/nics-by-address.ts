import type { Inventory } from '@weft/shared/messages/inventory';
import type { NicOfAddress } from '../plan/node/plan-guard.js';

export function nicsByAddress(inventory: Inventory | null): NicOfAddress {
  const nics = new Map(
    inventory?.nics.flatMap(({ name, addresses }) => addresses.map((address) => [address.split('/')[0], name] as const)),
  );
  return (address) => nics.get(address);
}
