import type { Alert } from '@weft/shared/kinds/alerting/alert';
import type { Document } from '../dialect/document.js';
import type { Health } from './health.js';

/** The parts of documents that the summary counts. */
export interface Counted {
  targets: readonly { health: Health; node_status: number }[];
  clients: readonly { health: Health; client_status: number }[];
  volumes: readonly { _id: string; health: Health; RAIDLevel: string }[];
  drives: readonly { health: Health; block_size: number; usableBlocks: number; availableBlocks: number }[];
}

const healths = ['healthy', 'alarm', 'critical'] as const;
const countsOf = (documents: readonly { health: Health }[]) =>
  Object.fromEntries(healths.map((health) => [health, documents.filter((each) => each.health === health).length])) as Record<
    Health,
    number
  >;

/** NVMesh's counters of the dashboard, one for each noun. */
export const countersOf = ({ targets, clients, volumes, drives }: Counted) => ({
  volumeCount: { total: volumes.length, ...countsOf(volumes) },
  serverCount: { total: targets.length, ...countsOf(targets) },
  clientCount: { total: clients.length, ...countsOf(clients) },
  diskCount: { total: drives.length, ...countsOf(drives) },
});

/** Bytes of the drives in service. */
export function spaceOf(drives: Counted['drives']) {
  const sum = (blocks: 'usableBlocks' | 'availableBlocks') => drives.reduce((bytes, drive) => bytes + drive[blocks] * drive.block_size, 0);
  const [totalSpace, freeSpace] = [sum('usableBlocks'), sum('availableBlocks')];
  return { totalSpace, allocatedSpace: totalSpace - freeSpace, freeSpace };
}

/** An alert as an entry of NVMesh's log. */
export const logDocument = (alert: Alert) => ({
  _id: alert.id,
  level: alert.severity === 'critical' ? 'ERROR' : 'WARNING',
  timestamp: alert.firedAt ?? alert.startedAt,
  dateModified: alert.updatedAt,
  message: `${alert.summary} ${alert.action}`,
  meta: {
    header: alert.rule,
    acknowledged: alert.acknowledged !== null || alert.state === 'resolved',
    acknowledgedBy: alert.acknowledged?.by ?? null,
    link: { entityType: alert.subject.kind, entityText: alert.subject.name },
  },
});
type Log = ReturnType<typeof logDocument>;

export interface Identity {
  version: string;
  clusterId: string;
}

/** Answer to /status. By RAID level: the names of its volumes, by health. */
export function statusOf(counted: Counted, logs: readonly Log[], { version, clusterId }: Identity) {
  const { targets, clients, volumes } = counted;
  const levels = [...new Set(volumes.map(({ RAIDLevel }) => RAIDLevel))].sort();
  const ofLevel = (wanted: string) =>
    logs
      .filter(({ level, meta }) => level === wanted && !meta.acknowledged)
      .map(({ message, timestamp, meta: { header } }) => ({ message, timestamp, meta: { header } }));
  const offline = {
    servers: targets.filter(({ node_status }) => node_status !== 1).length,
    clients: clients.filter(({ client_status }) => client_status !== 1).length,
  };
  return {
    managementVersion: version,
    dbUUID: clusterId,
    clusterID: { id: clusterId, uuid: clusterId },
    // A server notices within seconds that an agent is lost, so a lost node is offline and timed out alike.
    servers: { totalServers: targets.length, offlineServers: offline.servers, timedOutServers: offline.servers },
    clients: { totalClients: clients.length, offlineClients: offline.clients, timedOutClients: offline.clients },
    volumes: Object.fromEntries(levels.map((level) => [level, namesByHealth(volumes.filter(({ RAIDLevel }) => RAIDLevel === level))])),
    ...spaceOf(counted.drives),
    errors: ofLevel('ERROR'),
    warnings: ofLevel('WARNING'),
  };
}

const namesByHealth = (volumes: Counted['volumes']) =>
  Object.fromEntries(healths.map((health) => [health, volumes.filter((each) => each.health === health).map(({ _id }) => _id)]));

/** Answer to /getClusterStatus: the status, and counts by health. */
export function clusterStatusOf(counted: Counted, logs: readonly Log[], identity: Identity) {
  const status = statusOf(counted, logs, identity);
  const { volumeCount, serverCount, clientCount, diskCount } = countersOf(counted);
  const healthOf = ({ total: _, ...counts }: { total: number }) => counts;
  return {
    ...status,
    clusterID: identity.clusterId,
    servers: { ...status.servers, ...healthOf(serverCount) },
    clients: { ...status.clients, ...healthOf(clientCount) },
    volumes: { ...status.volumes, ...healthOf(volumeCount) },
    drives: diskCount,
  };
}

/** Settings of the cluster as NVMesh's general settings: only those that both have. */
export const generalSettingsDocument = ({ version, clusterId }: Identity): Document => ({
  _id: clusterId,
  clusterName: clusterId,
  managementVersion: version,
  RESERVED_BLOCKS: 0,
  enableZones: true,
  enableNVMf: false,
  defaultUnitType: 'binary',
});
