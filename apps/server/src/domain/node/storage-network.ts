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

/** One network, and the addresses that were looked for in it: a list of nodes asks for the same ones again and again. */
interface Range {
  blocks: BlockList;
  known: Map<string, boolean>;
}
const MOST_RANGES = 100;
const MOST_KNOWN = 50_000;
/** By CIDRs: each request reads the settings again. */
const ranges = new Map<string, Range>();

function rangeOf({ cidrs }: StorageNetwork): Range {
  const key = cidrs.join();
  const known = ranges.get(key);
  if (known) return known;
  const blocks = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix = ''] = cidr.split('/');
    blocks.addSubnet(network, Number(prefix), family(network));
  }
  if (ranges.size >= MOST_RANGES) ranges.clear();
  const made = { blocks, known: new Map<string, boolean>() };
  ranges.set(key, made);
  return made;
}

function isIn({ blocks, known }: Range, address: string): boolean {
  const found = known.get(address) ?? blocks.check(address, family(address));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(address, found);
  return found;
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
    const range = rangeOf(network);
    const address = bared.find((each) => isIn(range, each));
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
