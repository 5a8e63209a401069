import { hostNqn } from '@weft/shared/identity';
import type { Node, NodeCapacity, NodeOrphans } from '@weft/shared/kinds/node';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { toObject } from '../core/mongo/stored.js';
import { isInForce, type MaintenanceDocument, maintenanceCondition } from '../domain/documents/maintenance.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { storageNetworkOf } from '../domain/node/storage-network.js';

/** Data of other collections about a node. */
export interface NodeUse {
  isTarget: boolean;
  isClient: boolean;
  /** Generation of its assignment; 0 before the first. */
  generation: number;
  capacity: NodeCapacity;
  orphans: NodeOrphans;
}

export const NO_DRIVES: NodeCapacity = { driveCount: 0, sizeBytes: 0, usedBytes: 0, freeBytes: 0, unusableBytes: 0 };

export function toNode(
  node: NodeDocument,
  { isTarget, isClient, generation, capacity, orphans }: NodeUse,
  { storageNetworks }: Pick<SettingsSpec, 'storageNetworks'>,
  now: Date,
): Node {
  const {
    spec: { maintenance },
    status: { inventory },
  } = node;
  return toObject<Node>(node, {
    name: node.name,
    labels: node.spec.labels,
    roles: [...(isTarget ? ['target' as const] : []), ...(isClient ? ['client' as const] : [])],
    hostNqn: hostNqn(node.hostId),
    hostname: inventory?.hostname ?? null,
    agentVersion: node.status.agent?.version ?? inventory?.agentVersion ?? null,
    agentProtocol: node.status.agent?.protocol ?? null,
    kernel: inventory?.kernel ?? null,
    distribution: inventory?.distribution ?? null,
    bootId: node.status.bootId,
    cpu: inventory?.cpu ?? null,
    memoryBytes: inventory?.memoryBytes ?? null,
    capabilities: inventory?.capabilities ?? null,
    nics: (inventory?.nics ?? []).map(({ carrier, ...nic }) => ({
      ...nic,
      up: carrier ?? nic.up,
      pciLink: nic.pciLink ?? null,
      storageNetwork: storageNetworkOf(nic.addresses, storageNetworks)?.name ?? null,
      linkSince: node.status.links?.find(({ name }) => name === nic.name)?.since?.toISOString() ?? null,
    })),
    capacity,
    connection: { state: node.status.connection.state, since: node.status.connection.since?.toISOString() ?? null },
    assignment: { generation, acceptedGeneration: node.status.acceptedGeneration },
    scheduling: node.spec.scheduling ?? 'open',
    schedulingSince: node.spec.schedulingSince?.toISOString() ?? null,
    maintenance: maintenance && isInForce(maintenance, now) ? toMaintenance(maintenance) : null,
    orphans,
    conditions: maintenance ? [...node.status.conditions, maintenanceCondition(maintenance, now)] : node.status.conditions,
  });
}

const toMaintenance = ({ since, until, requestedBy, forced }: MaintenanceDocument) => ({
  since: since.toISOString(),
  until: until.toISOString(),
  requestedBy,
  forced,
});
