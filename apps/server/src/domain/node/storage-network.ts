import { BlockList, isIPv6 } from 'node:net';
import type { SettingsSpec, StorageNetwork } from '@weft/shared/kinds/settings/settings';
import type { Nic } from '@weft/shared/messages/inventory';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';

/** One address of a node on a storage network. */
export interface StoragePortal {
  storageNetwork: string;
  address: string;
  /** The NIC has an RDMA device. */
  rdma: boolean;
}

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
/** `fe80::1%eth0/64` → `fe80::1` */
const bare = (address: string) => address.split(/[/%]/)[0] ?? '';

/** Parsed once for all nodes that are checked with the same settings. */
const ranges = new WeakMap<StorageNetwork, BlockList>();
function rangesOf(storageNetwork: StorageNetwork): BlockList {
  const known = ranges.get(storageNetwork);
  if (known) return known;
  const made = new BlockList();
  for (const cidr of storageNetwork.cidrs) {
    const [network = '', prefix = ''] = cidr.split('/');
    made.addSubnet(network, Number(prefix), family(network));
  }
  ranges.set(storageNetwork, made);
  return made;
}

/**
 * The storage network of a NIC: the first that holds one of its addresses, and that address.
 * @param addresses with or without prefix length.
 */
export function storageNetworkOf(
  addresses: readonly string[],
  networks: readonly StorageNetwork[],
): { name: string; address: string } | null {
  const bared = addresses.map(bare);
  for (const network of networks) {
    const address = bared.find((each) => rangesOf(network).check(each, family(each)));
    if (address !== undefined) return { name: network.name, address };
  }
  return null;
}

/** Addresses of a node on storage networks: one portal for each NIC that is up. */
export function storagePortals(
  node: Part<NodeDocument, 'status.inventory'>,
  { storageNetworks }: Pick<SettingsSpec, 'storageNetworks'>,
): StoragePortal[] {
  const up = (node.status.inventory?.nics ?? []).filter((nic: Nic) => nic.up);
  return up.flatMap((nic) => {
    const network = storageNetworkOf(nic.addresses, storageNetworks);
    return network ? [{ storageNetwork: network.name, address: network.address, rdma: nic.rdmaDevice !== null }] : [];
  });
}
