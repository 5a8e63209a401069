import type { Nic } from '@weft/shared/messages/inventory';
import { z } from 'zod';
import type { RunCommand } from '../run/command.js';
import type { Tree } from '../run/host-fs.js';
import { pciAddressOf } from './pci-address.js';
import { readPciLink } from './pci-link.js';

/** `ip -json address show` (ip-address(8)). */
const ipOutput = z.array(
  z.object({
    ifname: z.string().optional(),
    link_type: z.string().optional(),
    mtu: z.int().optional(),
    address: z.string().optional(),
    addr_info: z
      .array(
        z.object({
          family: z.string().optional(),
          local: z.string().optional(),
          prefixlen: z.int().optional(),
          scope: z.string().optional(),
        }),
      )
      .optional(),
  }),
);

export interface IpLink {
  name: string;
  linkType: string;
  mtuBytes: number;
  macAddress: string;
  addresses: string[];
}

/** Omits link-local addresses: no path ever uses one. */
export function parseIpLinks(json: string): IpLink[] {
  return ipOutput.parse(JSON.parse(json)).map((link) => ({
    name: link.ifname ?? '',
    linkType: link.link_type ?? '',
    mtuBytes: link.mtu ?? 0,
    macAddress: link.address ?? '',
    addresses: (link.addr_info ?? []).flatMap(({ local, prefixlen, scope }) =>
      local && scope !== 'link' ? [`${local}/${prefixlen}`] : [],
    ),
  }));
}

/** Ethernet and InfiniBand links that are hardware, or carry an RDMA device, or carry an address (bonds, VLANs). */
export async function readNics(tree: Tree, run: RunCommand): Promise<Nic[]> {
  const links = parseIpLinks((await run(['ip', '-json', 'address', 'show'], { seconds: 30 })).stdout);
  const rdma = await rdmaDevices(tree);
  const usable = links.filter((link) => ['ether', 'infiniband'].includes(link.linkType));
  const nics = await Promise.all(usable.map((link) => readNic(tree, link, rdma.get(link.name) ?? null)));
  return nics.filter((nic) => nic.pciAddress !== null || nic.rdmaDevice !== null || nic.addresses.length > 0);
}

async function readNic(tree: Tree, link: IpLink, rdmaDevice: string | null): Promise<Nic> {
  const path = `/sys/class/net/${link.name}`;
  const [speed, carrier, device, numa] = await Promise.all([
    tree.number(`${path}/speed`),
    tree.number(`${path}/carrier`),
    tree.real(`${path}/device`),
    tree.number(`${path}/device/numa_node`),
  ]);
  const pciAddress = pciAddressOf(device ?? '');
  const pciLink = await readPciLink(tree, pciAddress);
  return {
    name: link.name,
    macAddress: link.macAddress,
    // Megabits per second; -1 if the driver does not know it (virtio without a configured speed).
    speedBitsPerSecond: speed !== undefined && speed > 0 ? speed * 1e6 : null,
    mtuBytes: link.mtuBytes,
    up: carrier === 1,
    rdmaDevice,
    numaNode: numa !== undefined && numa >= 0 ? numa : null,
    addresses: link.addresses,
    pciAddress,
    ...(pciLink ? { pciLink } : {}),
  };
}

/** Network interface → RDMA device, by the interface of each port's GID 0; soft-RoCE also names it in `parent`. */
export async function rdmaDevices(tree: Tree): Promise<Map<string, string>> {
  const root = '/sys/class/infiniband';
  const found = new Map<string, string>();
  for (const device of await tree.list(root)) {
    const parent = await tree.optional(`${root}/${device}/parent`);
    if (parent) found.set(parent, device);
    for (const port of await tree.list(`${root}/${device}/ports`)) {
      const netdev = await tree.optional(`${root}/${device}/ports/${port}/gid_attrs/ndevs/0`);
      if (netdev) found.set(netdev, device);
    }
  }
  return found;
}
