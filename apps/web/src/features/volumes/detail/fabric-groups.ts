import type { Tone } from '../../../ui/marks/mark.js';
import type { Noun } from '../../../ui/text/nouns.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import type { FabricLeg, FabricPath, Hop } from './fabric.js';

/*
 * The fabric of an attachment, drawn once: the client's NIC and the network once for each network, the legs by target. A leg whose hops are not all
 * good has a row of its own with the causes.
 */

export interface FabricNetwork {
  name: string;
  clientNic: Hop;
  /** Paths of all legs over this network. */
  live: number;
  total: number;
  tone: Tone;
}

export interface FabricTarget {
  node: Noun;
  legs: FabricLeg[];
  /** By network: the target's NIC, and the worst state of its legs' paths. */
  ways: ReadonlyMap<string, { nic: Hop; network: Hop }>;
  deviating: FabricLeg[];
}

const ORDER: readonly Tone[] = ['good', 'idle', 'busy', 'warn', 'bad'];
const isWorse = (one: Hop, other: Hop) => ORDER.indexOf(one.status.tone) > ORDER.indexOf(other.status.tone);
/** @param hops at least one */
const worst = (hops: readonly Hop[]): Hop => hops.reduce((found, hop) => (isWorse(hop, found) ? hop : found));

/** The client's own NIC is not among them: it is in the heading of its network. */
const deviates = ({ drive, paths }: FabricLeg): boolean =>
  drive.tone !== 'good' ||
  paths.length === 0 ||
  paths.some(({ network, targetNic }) => network.status.tone !== 'good' || targetNic.status.tone !== 'good');

export function fabricNetworks(legs: readonly FabricLeg[]): FabricNetwork[] {
  return [...byNetwork(legs.flatMap(({ paths }) => paths))].map(([name, paths]) => ({
    name,
    clientNic: worst(paths.map(({ clientNic }) => clientNic)),
    live: paths.filter(({ network }) => network.status.tone === 'good').length,
    total: paths.length,
    tone: worst(paths.map(({ network }) => network)).status.tone,
  }));
}

/** Ordered by name of the target. */
export function fabricTargets(legs: readonly FabricLeg[]): FabricTarget[] {
  const byNode = new Map<string, FabricLeg[]>();
  for (const each of legs) byNode.set(each.leg.node.id, [...(byNode.get(each.leg.node.id) ?? []), each]);
  return [...byNode.values()]
    .map((of) => ({
      node: nodeNoun((of[0] as FabricLeg).leg.node),
      legs: of,
      ways: new Map(
        [...byNetwork(of.flatMap(({ paths }) => paths))].map(([name, paths]) => [
          name,
          { nic: worst(paths.map(({ targetNic }) => targetNic)), network: worst(paths.map(({ network }) => network)) },
        ]),
      ),
      deviating: of.filter(deviates),
    }))
    .sort((a, b) => a.node.name.localeCompare(b.node.name));
}

function byNetwork(paths: readonly FabricPath[]): Map<string, FabricPath[]> {
  const found = new Map<string, FabricPath[]>();
  for (const path of paths) found.set(path.storageNetwork, [...(found.get(path.storageNetwork) ?? []), path]);
  return found;
}
