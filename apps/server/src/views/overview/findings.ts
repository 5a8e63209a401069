import { isTrouble, REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import { NO_ORPHANS, type NodeOrphans } from '@weft/shared/kinds/node';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { Finding, FindingSeverity, Noun } from '@weft/shared/kinds/views/overview';
import { healthWords, isUnconfirmed, type Volume } from '@weft/shared/kinds/volume';
import type { Nic } from '@weft/shared/messages/inventory';
import { warningsOf } from '@weft/shared/stats/smart-warnings';
import { driveRef, nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import { isInForce, type MaintenanceDocument, maintenanceCondition } from '../../domain/documents/maintenance.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';
import { unhealthyLegs } from '../../domain/legs/unhealthy-legs.js';
import { storageNetworkOf } from '../../domain/node/storage-network.js';
import { type Explanation, partOf, wordsOf } from './explanation.js';
import { isUnwell, sharedDomains } from './shared-domains.js';

/*
 * Problems of the cluster, causes first. Scenarios:
 *
 * - A node is lost: the cause for its volumes, if a leg there is not known to be healthy or the node is their client.
 * - The same during its maintenance: as planned, unless data is unreachable.
 * - A NIC of a storage network has no link on an online node: the cause for volumes with legs there and for volumes attached there.
 *   Reported even if no volume has a problem, because each still has another path.
 * - A drive is missing from its node: the cause for the volumes with legs on it.
 * - Two nodes in one failure domain each hold a leg of the same mirror: one finding for all mirrors of the two nodes, healthy or not.
 * - A volume is not healthy and no cause was found: it is its own finding, with the messages of its own conditions.
 * - A volume has several causes: it is listed with each of them.
 */
type Health = Volume['health'];
export type TroubledNode = Part<
  NodeDocument,
  '_id' | 'name' | 'status.connection' | 'createdAt' | 'status.conditions' | 'spec.maintenance' | 'status.links'
> & { status: { inventory?: { nics: Pick<Nic, 'name' | 'addresses' | 'carrier'>[] } | null } };
export type TroubledDrive = Part<
  DriveDocument,
  '_id' | 'serial' | 'nodeId' | 'nodeName' | 'status.present' | 'status.stateSince' | 'status.smartWarningSince' | 'status.conditions'
> & {
  status: { inventory: Pick<DriveDocument['status']['inventory'], 'smart'> };
};
export type TroubledVolume = Part<VolumeDocument, '_id' | 'name' | 'status.health' | 'status.conditions' | 'legs'> & {
  spec: Pick<VolumeDocument['spec'], 'protection' | 'copies' | 'failureDomain'>;
  clients: readonly { id: string; name: string }[];
};
export interface Troubles {
  nodes: readonly TroubledNode[];
  drives: readonly TroubledDrive[];
  volumes: readonly TroubledVolume[];
  /** Orphans on hosts, by node id. */
  orphans: ReadonlyMap<string, NodeOrphans>;
}

/** Most severe first. */
const HEALTHS: readonly Health[] = ['broken', 'unavailable', 'stalled', 'unknown', 'degraded', 'rebuilding', 'detached', 'healthy'];
/** A volume that is healthy without doubt is not affected: it is in a finding for its failure domains. */
const AFFECTED = HEALTHS.flatMap((health) => [true, false].map((unconfirmed) => ({ health, unconfirmed }))).filter(
  ({ health, unconfirmed }) => health !== 'healthy' || unconfirmed,
);
const OUT_OF_REACH: readonly Health[] = ['broken', 'unavailable', 'stalled'];
const SEVERITIES: readonly FindingSeverity[] = ['bad', 'warn', 'info'];
const MOST_VOLUMES = 20;

type Words = Pick<Finding, 'severity' | 'what'> & Explanation;
interface Cause {
  subject: Noun;
  words: Words;
  explains: (volume: TroubledVolume) => boolean;
}

type Networks = SettingsSpec['storageNetworks'];

export function findingsOf({ nodes, drives, volumes, orphans }: Troubles, networks: Networks, now: Date): Finding[] {
  const lost = new Set(nodes.flatMap(({ _id, status: { connection } }) => (connection.state === 'lost' ? [_id] : [])));
  const causes = [
    ...nodes.flatMap((node) => [...nodeCauses(node, orphans.get(node._id) ?? NO_ORPHANS, now), ...linkCauses(node, networks)]),
    ...drives.flatMap((drive) => driveCauses(drive, lost)),
  ];
  const unwell = volumes.filter(isUnwell);
  const found = causes.map((cause) => finding(cause, unwell.filter(cause.explains)));
  const alone = unwell.filter((volume) => !causes.some((cause) => cause.explains(volume)));
  return [...found, ...sharedDomains(volumes), ...alone.map(ofVolume)].sort(graver);
}

export const graver = (a: Finding, b: Finding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  Number(a.subject.kind === 'volume') - Number(b.subject.kind === 'volume') ||
  b.volumes.length - a.volumes.length ||
  (b.since ?? '').localeCompare(a.since ?? '') ||
  a.subject.name.localeCompare(b.subject.name);

const explainsNothing = () => false;

const askedFor = ({ requestedBy, until }: MaintenanceDocument) =>
  said('maintenance-requested', { requestedBy, until: until.toISOString() });

/** Volumes with a leg on the node that is not known to be healthy, and volumes attached there. */
const concerns =
  (id: string) =>
  ({ legs, clients }: TroubledVolume): boolean =>
    unhealthyLegs(legs).some(({ nodeId }) => nodeId === id) || clients.some((client) => client.id === id);

function linkCauses({ _id: id, name, status: { inventory, connection, links = [] } }: TroubledNode, networks: Networks): Cause[] {
  if (connection.state !== 'online') return [];
  const dark = (inventory?.nics ?? []).flatMap((nic) => {
    const network = nic.carrier === false ? storageNetworkOf(nic.addresses, networks) : null;
    const since = links.find((link) => link.name === nic.name)?.since?.toISOString() ?? null;
    return network ? [{ since, text: `${nic.name} (${network.name})` }] : [];
  });
  if (dark.length === 0) return [];
  return [
    {
      subject: { kind: 'node', id, name },
      words: {
        severity: 'warn',
        what: `has no link on ${dark.map(({ text }) => text).join(', ')}`,
        ...wordsOf({
          since: dark.map(({ since }) => since).sort()[0] ?? null,
          ...said('links-without-carrier', { node: nodeRef(id, name), links: dark.length }),
        }),
      },
      explains: concerns(id),
    },
  ];
}

function plannedWords(maintenance: MaintenanceDocument, now: Date): Explanation {
  const words = wordsOf(maintenanceCondition(maintenance, now));
  const asked = askedFor(maintenance);
  return { ...words, because: asked.message, data: { ...words.data, because: partOf(asked, 'message') } };
}

function nodeCauses(node: TroubledNode, orphans: NodeOrphans, now: Date): Cause[] {
  const {
    _id: id,
    name,
    spec: { maintenance },
    status: { connection, conditions },
  } = node;
  const subject: Noun = { kind: 'node', id, name };
  const planned = maintenance && isInForce(maintenance, now) ? plannedWords(maintenance, now) : null;
  const causes: Cause[] = [];
  if (connection.state === 'lost') {
    const words = wordsOf({ since: connection.since?.toISOString() ?? null, ...said('agent-not-reporting', { node: nodeRef(id, name) }) });
    causes.push({
      subject,
      words: {
        severity: planned ? 'info' : 'warn',
        what: planned ? 'offline, maintenance' : 'lost',
        ...words,
        ...(planned ? { because: planned.because, data: { ...words.data, because: planned.data.because } } : {}),
      },
      explains: concerns(id),
    });
  } else if (planned) causes.push({ subject, words: { ...planned, severity: 'info', what: 'in maintenance' }, explains: explainsNothing });
  if (connection.state === 'never')
    causes.push({
      subject,
      words: {
        severity: 'warn',
        what: 'never connected',
        ...wordsOf({ since: node.createdAt.toISOString(), ...said('agent-never-connected', { node: nodeRef(id, name) }) }),
      },
      explains: explainsNothing,
    });
  for (const condition of conditions.filter(isTrouble))
    causes.push({ subject, words: { ...wordsOf(condition), severity: 'warn', what: 'in trouble' }, explains: explainsNothing });
  if (orphans.count > 0)
    causes.push({
      subject,
      words: {
        severity: 'warn',
        what: `${orphans.count} ${orphans.count === 1 ? 'orphan' : 'orphans'}${orphans.ignored > 0 ? `, ${orphans.ignored} more ignored` : ''}`,
        ...wordsOf({ since: orphans.since, ...said('node-has-orphans', { node: nodeRef(id, name) }) }),
      },
      explains: explainsNothing,
    });
  return causes;
}

function driveCauses(drive: TroubledDrive, lost: ReadonlySet<string>): Cause[] {
  const {
    _id: id,
    serial,
    nodeName,
    status: { inventory, present, conditions },
  } = drive;
  const subject: Noun = { kind: 'drive', id, name: serial };
  const on = nodeRef(drive.nodeId, nodeName);
  const explains = ({ legs }: TroubledVolume) => legs.some((leg) => leg.driveId === id && leg.status.health !== 'healthy');
  const causes: Cause[] = conditions
    .filter(isTrouble)
    .map((condition) => ({ subject, words: { ...wordsOf(condition), severity: 'warn', what: 'in trouble' }, explains }));
  if (!present)
    causes.push({
      subject,
      words: {
        severity: 'warn',
        what: 'missing',
        ...wordsOf({
          since: drive.status.stateSince?.toISOString() ?? null,
          ...said(lost.has(drive.nodeId) ? 'drive-missing-at-last-report' : 'drive-gone-from-node', {
            drive: driveRef(id, serial),
            node: on,
          }),
        }),
      },
      explains,
    });
  const warning = inventory.smart?.criticalWarning ?? 0;
  if (warning !== 0)
    causes.push({
      subject,
      words: {
        severity: 'warn',
        what: 'SMART warning',
        ...wordsOf({
          since: drive.status.smartWarningSince?.toISOString() ?? null,
          ...said('smart-warning', { node: on, criticalWarning: warning, warnings: warningsOf(warning) }),
        }),
      },
      explains: explainsNothing,
    });
  return causes;
}

/** The messages of the volume's own conditions. A waiting repair is what the volume waits for. */
function wordsOfVolume({ status: { health, conditions } }: TroubledVolume): Explanation {
  const healthy = conditions.find(({ type }) => type === 'Healthy');
  const repair = conditions.find(({ type, status }) => type === REPAIR_WAITING && status === 'true');
  const own: Explanation = healthy ? wordsOf(healthy) : wordsOf({ since: null, ...said('volume-health', { health }) });
  if (!repair) return own;
  const { unblockedBy, data } = repair.unblockedBy === undefined ? own : wordsOf(repair);
  return {
    ...own,
    waitingFor: repair.message,
    unblockedBy,
    data: { because: own.data.because, waitingFor: partOf(repair, 'message'), unblockedBy: data.unblockedBy },
  };
}

const isOutOfReach = ({ status: { health } }: TroubledVolume): boolean => OUT_OF_REACH.includes(health);

function finding({ subject, words }: Cause, volumes: readonly TroubledVolume[]): Finding {
  const sorted = [...volumes].sort(
    (a, b) => HEALTHS.indexOf(a.status.health) - HEALTHS.indexOf(b.status.health) || a.name.localeCompare(b.name),
  );
  const shown = sorted.slice(0, MOST_VOLUMES);
  return {
    ...words,
    severity: volumes.some(isOutOfReach) ? 'bad' : words.severity,
    subject,
    affected: AFFECTED.map((each) => ({
      ...each,
      count: volumes.filter(({ status }) => status.health === each.health && isUnconfirmed(status) === each.unconfirmed).length,
    })).filter(({ count }) => count > 0),
    volumes: shown.map((volume) => ({
      volume: { id: volume._id, name: volume.name },
      health: volume.status.health,
      unconfirmed: isUnconfirmed(volume.status),
      ...wordsOfVolume(volume),
    })),
  };
}

const ofVolume = (volume: TroubledVolume): Finding => ({
  severity: isOutOfReach(volume) ? 'bad' : 'warn',
  subject: { kind: 'volume', id: volume._id, name: volume.name },
  what: healthWords(volume.status.health, isUnconfirmed(volume.status)),
  ...wordsOfVolume(volume),
  affected: [],
  volumes: [],
});
