import { hostNqn } from '@weft/shared/identity';
import type { Node } from '@weft/shared/kinds/node';
import type { SettingsSpec } from '@weft/shared/kinds/settings';
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
}

export function toNode(
  node: NodeDocument,
  { isTarget, isClient, generation }: NodeUse,
  { storageNetworks }: Pick<SettingsSpec, 'storageNetworks'>,
  now: Date,
): Node {
  const { inventory, maintenance } = node;
  return toObject<Node>(node, {
    name: node.name,
    labels: node.labels,
    roles: [...(isTarget ? ['target' as const] : []), ...(isClient ? ['client' as const] : [])],
    hostNqn: hostNqn(node.hostId),
    hostname: inventory?.hostname ?? null,
    agentVersion: inventory?.agentVersion ?? null,
    kernel: inventory?.kernel ?? null,
    distribution: inventory?.distribution ?? null,
    bootId: node.bootId,
    cpu: inventory?.cpu ?? null,
    memoryBytes: inventory?.memoryBytes ?? null,
    capabilities: inventory?.capabilities ?? null,
    nics: (inventory?.nics ?? []).map(({ carrier, ...nic }) => ({
      ...nic,
      up: carrier ?? nic.up,
      storageNetwork: storageNetworkOf(nic.addresses, storageNetworks)?.name ?? null,
      linkSince: node.links?.find(({ name }) => name === nic.name)?.since?.toISOString() ?? null,
    })),
    connection: { state: node.connection.state, since: node.connection.since?.toISOString() ?? null },
    assignment: { generation, acceptedGeneration: node.acceptedGeneration },
    scheduling: node.scheduling ?? 'open',
    schedulingSince: node.schedulingSince?.toISOString() ?? null,
    maintenance: maintenance && isInForce(maintenance, now) ? toMaintenance(maintenance) : null,
    orphans: node.orphans,
    orphansSince: node.orphansSince?.toISOString() ?? null,
    conditions: maintenance ? [...node.conditions, maintenanceCondition(maintenance, now)] : node.conditions,
  });
}

const toMaintenance = ({ since, until, requestedBy, forced }: MaintenanceDocument) => ({
  since: since.toISOString(),
  until: until.toISOString(),
  requestedBy,
  forced,
});
