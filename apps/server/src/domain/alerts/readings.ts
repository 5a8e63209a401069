import type { AlertRuleName } from '@weft/shared/alerts/alert-rules';
import type { AlertObject } from '@weft/shared/kinds/alerting/alert';
import { CLOCK_SKEWED, IDENTITY_SHARED, VERSION_SKEWED } from '@weft/shared/kinds/condition-types';
import { linkRatio } from '@weft/shared/load/link-ratio';
import type { AlertNode, AlertVolume, AlertWorld } from './alert-world.js';
import { attachmentReadings } from './attachment-readings.js';
import { driveReadings } from './drive-readings.js';
import { flappingReadings } from './flapping-readings.js';
import { latencyReadings } from './latency-readings.js';
import { legReadings } from './leg-readings.js';
import { growth, totals } from './memory.js';
import { CLUSTER, driveObject, type Memories, nodeObject, type Reading, type Readings, reading, volumeObject } from './reading.js';
import { scrubReadings } from './scrub-readings.js';
import { checksumReading, snapshotReadings } from './snapshot-readings.js';
import type { Thresholds } from './thresholds.js';

/** Every condition that holds now. Changes the memories of rules about changes over time. */
export function readingsOf(world: AlertWorld, thresholds: Thresholds, memories: Memories): Readings {
  const nodes = new Map(world.nodes.map((node) => [node.id, node]));
  const offline = new Set(world.nodes.flatMap(({ id, connection }) => (connection === 'online' ? [] : [id])));
  const missing = new Set(world.drives.flatMap(({ id, present }) => (present ? [] : [id])));
  const unknownVolumes = new Set(world.volumes.flatMap(({ id, health }) => (health === 'unknown' ? [id] : [])));
  const silent = world.attachments.filter(({ client }) => offline.has(client.id));
  const ofSilent = new Set(silent.flatMap(({ volume, client }) => [volume.id, client.id]));
  const readings = [
    ...world.volumes.flatMap((volume) => volumeReadings(volume, missing, offline)),
    ...attachmentReadings(world, thresholds, memories, offline),
    ...world.nodes.flatMap((node) => nodeReadings(node, world, thresholds)),
    ...flappingReadings(world, thresholds, memories),
    ...world.nicLinks.flatMap(nicLinkReadings),
    ...world.mirrors.flatMap((mirror) => legReadings(mirror, thresholds)),
    ...world.latencies.flatMap(latencyReadings),
    ...world.scrubs.flatMap((scrub) => scrubReadings(scrub, thresholds)),
    ...world.snapshots.flatMap((snapshot) => snapshotReadings(snapshot, thresholds)),
    ...world.checksums.map(checksumReading),
    ...driveReadings(world, thresholds, memories, offline),
    ...clusterReadings(world, thresholds, memories),
    ...securityReadings(world),
  ];
  return {
    readings: readings.map((each) => withPlace(each, nodes)),
    unknown: new Map<AlertRuleName, ReadonlySet<string>>([
      ...(['WeftVolumeUnavailable', 'WeftVolumeStalled', 'WeftVolumeDegraded'] as const).map((rule) => [rule, unknownVolumes] as const),
      ['WeftLatencyObjectiveMissed', new Set(world.latencies.flatMap(({ volume, minutes }) => (minutes ? [] : [volume.id])))],
      ...(['WeftPathLost', 'WeftRebuildStuck', 'WeftRebuildSlow'] as const).map((rule) => [rule, ofSilent] as const),
      ...(['WeftNicErrors', 'WeftRdmaRetransmits', 'WeftNicLinkDegraded', 'WeftClockSkewed', 'WeftVersionSkewed'] as const).map(
        (rule) => [rule, offline] as const,
      ),
    ]),
  };
}

/** Labels of the node, so that silences and channels match racks and zones. Labels of the rule go first. */
function withPlace(each: Reading, nodes: ReadonlyMap<string, AlertNode>): Reading {
  const [nodeId] = each.nodeIds;
  const labels = nodeId === undefined ? undefined : nodes.get(nodeId)?.labels;
  return labels ? { ...each, labels: { ...labels, ...each.labels } } : each;
}

const RULE_OF_HEALTH: Partial<Record<AlertVolume['health'], AlertRuleName>> = {
  ...{
    unavailable: 'WeftVolumeUnavailable',
    broken: 'WeftVolumeUnavailable',
    stalled: 'WeftVolumeStalled',
    degraded: 'WeftVolumeDegraded',
  },
};

function volumeReadings(volume: AlertVolume, missing: ReadonlySet<string>, offline: ReadonlySet<string>): Reading[] {
  const rule = RULE_OF_HEALTH[volume.health];
  if (!rule) return [];
  const labels = { ...volume.labels, volume: volume.name, drive_class: volume.driveClass, health: volume.health };
  const { cause, nodeIds } = causeOf(volume, offline, missing);
  return [reading({ rule, subject: volumeObject(volume), labels, cause, nodeIds })];
}

/** The lost node, else the missing drive, else the only node whose legs are not healthy. Several causes: none. */
export function causeOf(
  { unhealthyLegs, clients }: Pick<AlertVolume, 'unhealthyLegs' | 'clients'>,
  offline: ReadonlySet<string>,
  missing: ReadonlySet<string>,
): Pick<Reading, 'cause' | 'nodeIds'> {
  const nodes = new Map(unhealthyLegs.map(({ node }) => [node.id, node]));
  const nodeIds = [...nodes.keys()];
  const lost = [...nodes.values(), ...clients].filter(({ id }) => offline.has(id));
  const [first] = lost;
  if (first && new Set(lost.map(({ id }) => id)).size === 1) return { cause: nodeObject(first), nodeIds: [first.id] };
  const drives = new Map(unhealthyLegs.flatMap(({ drive }) => (missing.has(drive.id) ? [[drive.id, drive] as const] : [])));
  const [drive] = drives.values();
  if (drive && drives.size === 1) return { cause: driveObject(drive), nodeIds };
  const [only] = nodes.values();
  return { cause: only && nodes.size === 1 ? nodeObject(only) : null, nodeIds };
}

function nodeReadings(node: AlertNode, { nicErrors, rdmaRetransmits }: AlertWorld, thresholds: Thresholds): Reading[] {
  const of = (rule: AlertRuleName, more: Partial<Reading> = {}) =>
    reading({ rule, subject: nodeObject(node), labels: { node: node.name }, nodeIds: [node.id], ...more });
  const found: Reading[] = [];
  if (node.connection !== 'online') found.push(of('WeftNodeSilent'));
  if (node.conditions.includes(CLOCK_SKEWED)) found.push(of('WeftClockSkewed'));
  if (node.conditions.includes(VERSION_SKEWED)) found.push(of('WeftVersionSkewed'));
  if (node.conditions.includes(IDENTITY_SHARED)) found.push(of('WeftNodeIdentityDisputed'));
  for (const [rule, counts] of [
    ['WeftNicErrors', nicErrors],
    ['WeftRdmaRetransmits', rdmaRetransmits],
  ] as const) {
    const [value, threshold] = [counts.get(node.id) ?? 0, thresholds.of(rule)];
    if (value >= threshold) found.push(of(rule, { value, threshold }));
  }
  return found;
}

function nicLinkReadings({ node, nic, link }: AlertWorld['nicLinks'][number]): Reading[] {
  const ratio = linkRatio(link);
  if (ratio === null || ratio >= 1) return [];
  const labels = { node: node.name, nic };
  return [reading({ rule: 'WeftNicLinkDegraded', subject: nodeObject(node), part: nic, labels, value: ratio, nodeIds: [node.id] })];
}

const securityReadings = ({ foreignHosts }: AlertWorld): Reading[] =>
  foreignHosts.map(({ volume, client }) =>
    reading({
      rule: 'WeftForeignHost',
      subject: volumeObject(volume),
      labels: { volume: volume.name, client: client.name },
      part: client.id,
    }),
  );

const apiTokenReadings = ({ now, apiTokens }: AlertWorld, threshold: number): Reading[] =>
  apiTokens.flatMap(({ id, name, user, expiresAt }) => {
    const left = (expiresAt.getTime() - now.getTime()) / 1000;
    const labels = { token: name, user };
    return left < threshold ? [reading({ rule: 'WeftApiTokenExpires', subject: CLUSTER, part: id, labels, value: left, threshold })] : [];
  });

function longMemoryReadings({ longMemory }: AlertWorld, threshold: number): Reading[] {
  if (!longMemory) return [];
  const of = { subject: CLUSTER, labels: {} };
  const { backlogSeconds: value, loses } = longMemory;
  return [
    ...(value >= threshold ? [reading({ rule: 'WeftLongMemoryLate', ...of, value, threshold })] : []),
    ...(loses ? [reading({ rule: 'WeftLongMemoryLoses', ...of })] : []),
  ];
}

function clusterReadings(world: AlertWorld, thresholds: Thresholds, memories: Memories): Reading[] {
  const { now, classes, servers, membersDown, backupsLate, orphanCount } = world;
  const found: Reading[] = [];
  for (const { driveClass, repair, forecast } of classes) {
    const subject: AlertObject = { kind: 'drive-class', ...driveClass };
    const labels = { drive_class: driveClass.name };
    const lacking = repair ? repair.neededBytes - repair.availableBytes : 0;
    if (lacking > 0) found.push(reading({ rule: 'WeftClassShortForRepair', subject, labels, value: lacking }));
    const threshold = thresholds.of('WeftClassFillsSoon', { driveClasses: [driveClass.name] });
    const seconds = (forecast.trend?.daysUntilFull ?? Number.POSITIVE_INFINITY) * 86_400;
    if (seconds < threshold) found.push(reading({ rule: 'WeftClassFillsSoon', subject, labels, value: seconds, threshold }));
  }
  for (const { id, name, online, certificateExpiresAt } of servers) {
    const subject: AlertObject = { kind: 'server', id, name };
    const labels = { server: name };
    if (!online) found.push(reading({ rule: 'WeftServerSilent', subject, labels }));
    const threshold = thresholds.of('WeftCertificateExpires');
    const left = certificateExpiresAt ? (certificateExpiresAt.getTime() - now.getTime()) / 1000 : Number.POSITIVE_INFINITY;
    if (online && left < threshold) found.push(reading({ rule: 'WeftCertificateExpires', subject, labels, value: left, threshold }));
  }
  for (const member of membersDown)
    found.push(reading({ rule: 'WeftReplicaSetMemberDown', subject: CLUSTER, part: member, labels: { member } }));
  if (backupsLate) found.push(reading({ rule: 'WeftBackupLate', subject: CLUSTER, labels: {} }));
  found.push(...longMemoryReadings(world, thresholds.of('WeftLongMemoryLate')));
  found.push(...apiTokenReadings(world, thresholds.of('WeftApiTokenExpires')));
  const memory = totals(memories.get('WeftOrphansGrow'), orphanCount, now);
  memories.set(memory);
  const grown = growth(memory, orphanCount);
  if (grown > 0) found.push(reading({ rule: 'WeftOrphansGrow', subject: CLUSTER, labels: {}, value: grown }));
  return found;
}
