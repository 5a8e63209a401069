import type { StorageNetwork } from '@weft/shared/kinds/settings/settings';
import { MOST_PROBES, type Probe } from '@weft/shared/messages/host-facts';
import { type PreflightNode, storageNics } from './preflight-world.js';

/** Most peers of one address. With two networks, an agent sends 32 probes. */
const MOST_PEERS = 16;

export interface ProbePlan {
  byNode: Map<string, Probe[]>;
  sent: number;
  /** Ordered pairs of addresses of different nodes on one network. */
  ofPairs: number;
}

/**
 * Who sends a large packet to whom. Up to 17 addresses on a network: every pair, both ways. Beyond that, each address sends to 16 others, evenly spread
 * over the ring of addresses; `turn` shifts them, so that runs one after the other try other pairs.
 */
export function planProbes(nodes: readonly PreflightNode[], networks: readonly StorageNetwork[], turn: number): ProbePlan {
  const byNode = new Map<string, Probe[]>();
  let ofPairs = 0;
  for (const { name: network } of networks) {
    const ring = nodes
      .filter(({ online }) => online)
      .flatMap((node) => storageNics(node, networks).map((each) => ({ ...each, nodeId: node.id })))
      .filter((each) => each.network === network && each.nic.up)
      .sort((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }));
    for (const [at, { nodeId, address: from, nic }] of ring.entries()) {
      const others = ring.filter((each) => each.nodeId !== nodeId && sameFamily(each.address, from));
      ofPairs += others.length;
      for (const offset of offsets(ring.length, turn)) {
        const peer = ring[(at + offset) % ring.length];
        const mine = byNode.get(nodeId) ?? [];
        if (!peer || peer.nodeId === nodeId || !sameFamily(peer.address, from) || mine.length >= MOST_PROBES) continue;
        mine.push({ network, from, to: peer.address, bytes: Math.min(65_535, Math.max(1280, nic.mtuBytes)) });
        byNode.set(nodeId, mine);
      }
    }
  }
  return { byNode, sent: [...byNode.values()].reduce((sum, probes) => sum + probes.length, 0), ofPairs };
}

const sameFamily = (a: string, b: string) => a.includes(':') === b.includes(':');

/** Distances on the ring. */
function offsets(length: number, turn: number): number[] {
  const others = length - 1;
  if (others <= MOST_PEERS) return Array.from({ length: Math.max(0, others) }, (_, each) => each + 1);
  return Array.from({ length: MOST_PEERS }, (_, each) => 1 + ((Math.floor((each * others) / MOST_PEERS) + turn) % others));
}
