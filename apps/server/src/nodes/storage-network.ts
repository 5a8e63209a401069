import { BlockList, isIPv6 } from 'node:net';
import type { SettingsSpec, StorageNetwork } from '@weft/shared/kinds/settings';
import type { Nic } from '@weft/shared/messages/inventory';
import type { NodeDocument } from './node.document.js';

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

function inRange(address: string, cidr: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/');
  if (family(network) !== family(address)) return false;
  const range = new BlockList();
  range.addSubnet(network, Number(prefix), family(network));
  return range.check(address, family(address));
}

/**
 * The storage network of a NIC: the first that holds one of its addresses, and that address.
 * @param addresses with or without prefix length.
 */
export function storageNetworkOf(
  addresses: readonly string[],
  networks: readonly StorageNetwork[],
): { name: string; address: string } | null {
  for (const { name, cidrs } of networks) {
    const address = addresses.map(bare).find((each) => cidrs.some((cidr) => inRange(each, cidr)));
    if (address !== undefined) return { name, address };
  }
  return null;
}

/** Where a node can be reached on storage networks: one portal for each NIC that is up. */
export function storagePortals(
  node: Pick<NodeDocument, 'inventory'>,
  { storageNetworks }: Pick<SettingsSpec, 'storageNetworks'>,
): StoragePortal[] {
  const up = (node.inventory?.nics ?? []).filter((nic: Nic) => nic.up);
  return up.flatMap((nic) => {
    const network = storageNetworkOf(nic.addresses, storageNetworks);
    return network ? [{ storageNetwork: network.name, address: network.address, rdma: nic.rdmaDevice !== null }] : [];
  });
}
