import type { FastState } from '../host/host.js';

interface Ends {
  hostNqn: string;
  nqn: string;
}

/** Id of the key of host and subsystem in the kernel's keyring; null: none. Of two, one that is not the other's rest: see `hasTlsKey`. */
export const tlsKeyOf = ({ tls }: FastState, { hostNqn, nqn }: Ends): string | null =>
  tls?.keys.find((each) => each.hostNqn === hostNqn && each.nqn === nqn)?.keyId ?? null;

/** This key and no other: of two, the kernel's client takes either. */
export function hasTlsKey({ tls }: FastState, { hostNqn, nqn, keyId }: Ends & { keyId: string }): boolean {
  const found = tls?.keys.filter((each) => each.hostNqn === hostNqn && each.nqn === nqn) ?? [];
  return found.length === 1 && found[0]?.keyId === keyId;
}
