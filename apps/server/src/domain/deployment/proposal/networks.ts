import { isIP, isIPv6 } from 'node:net';
import type { StorageNetwork } from '@weft/shared/kinds/settings';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { byText, type WorldNode } from '../deployment-world.js';

/*
 * Storage networks from the subnets of the NICs: a subnet that at least two nodes have an address in. The one through which agents reach the server counts only
 * if there is no other. If any subnet has NICs with RDMA, those without are left out.
 */

interface Subnet {
  cidr: string;
  nodes: Set<string>;
  rdma: Set<string>;
  isAgents: boolean;
}

/** 10.0.1.7/24 → 10.0.1.0/24. Null: no address for storage (link-local, loopback, a single host), or no prefix. */
export function subnetOf(address: string): string | null {
  const [host = '', length] = address.split('/');
  const bits = Number(length);
  if (length === undefined || isIP(host) === 0 || /^(127\.|169\.254\.|::1$|fe80)/i.test(host)) return null;
  const width = isIPv6(host) ? 128 : 32;
  if (!Number.isInteger(bits) || bits < 8 || bits > width - 1) return null;
  const value = isIPv6(host) ? ipv6Value(host) : host.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const masked = (value >> BigInt(width - bits)) << BigInt(width - bits);
  return `${width === 32 ? ipv4Text(masked) : ipv6Text(masked)}/${bits}`;
}

const ipv4Text = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
/** In the shortest form (RFC 5952), as URL parsers write it. */
const ipv6Text = (value: bigint): string => {
  const groups = Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
};
function ipv6Value(host: string): bigint {
  const [head = '', tail] = host.split('::');
  const list = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [list(head), list(tail ?? '')];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function subnetsOf(nodes: readonly WorldNode[]): Subnet[] {
  const found = new Map<string, Subnet>();
  for (const { id, nics, agentAddress } of nodes)
    for (const { addresses, rdmaDevice, up } of nics)
      for (const address of up ? addresses : []) {
        const cidr = subnetOf(address);
        if (cidr === null) continue;
        const subnet = found.get(cidr) ?? { cidr, nodes: new Set(), rdma: new Set(), isAgents: false };
        subnet.nodes.add(id);
        if (rdmaDevice !== null) subnet.rdma.add(id);
        if (address.split('/')[0] === agentAddress) subnet.isAgents = true;
        found.set(cidr, subnet);
      }
  return [...found.values()].filter((subnet) => subnet.nodes.size > 1).sort((a, b) => byText(a.cidr, b.cidr));
}

/** @param known networks of the settings: somebody has decided on them, so none is guessed */
export function guessNetworks(
  nodes: readonly WorldNode[],
  known: readonly StorageNetwork[],
): { networks: StorageNetwork[]; remarks: Message[] } {
  if (known.length > 0) return { networks: [...known], remarks: [] };
  const subnets = subnetsOf(nodes);
  const others = subnets.filter(({ isAgents }) => !isAgents);
  const eligible = others.length > 0 ? others : subnets;
  const withRdma = eligible.filter(({ rdma }) => rdma.size > 1);
  const chosen = (withRdma.length > 0 ? withRdma : eligible).slice(0, 16);
  const networks = chosen.map(({ cidr }, at) => ({ name: `storage-${at + 1}`, cidrs: [cidr] }));
  const guessed = chosen.map(({ cidr, nodes: of, rdma }, at) =>
    messageOf('guessed-network', { network: `storage-${at + 1}`, cidr, nodes: of.size, rdma: rdma.size }),
  );
  const left = others.length > 0 ? subnets.filter(({ isAgents }) => isAgents) : [];
  const remarks = [...guessed, ...left.map(({ cidr }) => messageOf('network-left-out', { cidr }))];
  return { networks, remarks: networks.length === 0 ? [messageOf('no-network-guessed', {})] : remarks };
}
