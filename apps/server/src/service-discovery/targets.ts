import { BlockList, isIPv6 } from 'node:net';
import type { Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { Part } from '../domain/documents/parts.js';

export type Targets = Response<typeof endpoints.serviceDiscovery>;

/** Default port and path of agents' metrics. */
const AGENT_METRICS = { port: 9924, path: '/metrics' };
const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/**
 * Scrape target of a node's agent; none if the agent serves no metrics. The address is the source address of its connection (for an agent on the server's
 * own machine the loopback, which works only for a Prometheus there too), else its first NIC on no storage network, else its hostname.
 */
export function agentTarget(
  {
    _id,
    name,
    spec: { labels },
    status: { inventory, connection },
  }: Part<NodeDocument, '_id' | 'name' | 'spec.labels' | 'status.inventory' | 'status.connection'>,
  storageCidrs: readonly string[],
): Targets {
  if (!inventory || inventory.metrics === null) return [];
  const storage = rangesOf(storageCidrs);
  const { port, path } = inventory.metrics ?? AGENT_METRICS;
  const managing = inventory.nics
    .flatMap(({ addresses }) => addresses.map((address) => address.split('/')[0] ?? ''))
    .find((address) => !storage.check(address, family(address)) && !isLoopback(address) && !address.startsWith('fe80'));
  const address = connection.address ?? managing ?? inventory.hostname;
  const places = Object.fromEntries(['rack', 'zone'].flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]])));
  return [
    {
      targets: [`${address.includes(':') ? `[${address}]` : address}:${port}`],
      labels: { job: 'weft-agent', node: name, node_id: _id, ...places, ...(path === '/metrics' ? {} : { __metrics_path__: path }) },
    },
  ];
}

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function rangesOf(cidrs: readonly string[]): BlockList {
  const ranges = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix = ''] = cidr.split('/');
    ranges.addSubnet(network, Number(prefix), family(network));
  }
  return ranges;
}
