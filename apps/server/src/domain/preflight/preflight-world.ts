import type { StorageNetwork } from '@weft/shared/kinds/settings/settings';
import type { FailureDomain } from '@weft/shared/kinds/volume';
import type { HostFacts, InterfaceFacts, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { DriveInventory, Inventory, Nic } from '@weft/shared/messages/inventory';
import { storageNetworkOf } from '../node/storage-network.js';

/* What the checks read: inventories, and what agents answered in one run. Null: unknown. */

export interface PreflightNode {
  id: string;
  name: string;
  labels: Readonly<Record<string, string>>;
  online: boolean;
  clockSkewed: boolean;
  inventory: Pick<Inventory, 'nics' | 'kernel' | 'cpu' | 'capabilities'> | null;
  /** Drives that its last inventory listed. */
  drives: readonly { id: string; inventory: DriveInventory }[];
  /** Null: its agent did not answer this run. */
  facts: HostFacts | null;
  probes: readonly ProbeOutcome[];
}

export interface PreflightClass {
  name: string;
  driveIds: ReadonlySet<string>;
  /** Those of its volumes; `node` if it has none. */
  failureDomains: readonly FailureDomain[];
  /** Null: it has no mirror legs to repair. */
  repair: { neededBytes: number; availableBytes: number } | null;
}

export interface PreflightWorld {
  nodes: readonly PreflightNode[];
  classes: readonly PreflightClass[];
  networks: readonly StorageNetwork[];
}

/** A NIC of a storage network. */
export interface StorageNic {
  nic: Nic;
  network: string;
  address: string;
  /** Undefined: the agent did not answer, or knows no such interface. */
  facts: InterfaceFacts | undefined;
}

export const storageNics = ({ inventory, facts }: PreflightNode, networks: readonly StorageNetwork[]): StorageNic[] =>
  (inventory?.nics ?? []).flatMap((nic) => {
    const found = storageNetworkOf(nic.addresses, networks);
    const known = facts?.interfaces.find(({ name }) => name === nic.name);
    return found ? [{ nic, network: found.name, address: found.address, facts: known }] : [];
  });
