import type { Node } from '@weft/shared/kinds/node';
import type { WeftApi } from '../api/weft-api.js';
import { DRIVER } from '../names.js';
import type { TopologyRequirement } from '../proto/messages.js';
import { RpcError } from '../rpc/rpc-error.js';

const key = (name: string): string => `topology.${DRIVER}/${name}`;

/** Every node with this driver has it. Volumes are reachable over the network from all of them, and from no other node. */
export const CLUSTER_TOPOLOGY: Record<string, string> = { [key('cluster')]: 'weft' };

/** Labels of a node that are failure domains (docs/kubernetes.md). */
const LABELS = ['zone', 'rack'] as const;

/** Segments of a node: those of the driver, and its zone and rack in Weft if it has them. */
export function segmentsOf({ labels }: Pick<Node, 'labels'>): Record<string, string> {
  const own = LABELS.flatMap((label): [string, string][] => (labels[label] ? [[key(label), labels[label]]] : []));
  return { ...CLUSTER_TOPOLOGY, ...Object.fromEntries(own) };
}

export const isWithin = (node: Pick<Node, 'labels'>, wanted: Readonly<Record<string, string>>): boolean => {
  const has = segmentsOf(node);
  return Object.entries(wanted).every(([name, value]) => has[name] === value);
};

/** @throws RpcError RESOURCE_EXHAUSTED when no node of Weft lies in one of the topologies that the volume must be reachable from */
export async function checkRequisite(api: WeftApi, requirement: TopologyRequirement | null): Promise<void> {
  const wanted = requirement?.requisite ?? [];
  if (wanted.length === 0) return;
  const nodes = await api.nodes();
  if (wanted.some(({ segments }) => nodes.some((node) => isWithin(node, segments)))) return;
  throw new RpcError('RESOURCE_EXHAUSTED', `No node of Weft lies in ${JSON.stringify(wanted.map(({ segments }) => segments))}.`);
}
