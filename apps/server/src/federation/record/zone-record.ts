import { MAX_ALERTS_OF_ZONE, type ZoneCounts, type ZoneState } from '@weft/shared/kinds/zones/zone';
import type { ReadAlerts, ReadOverview } from '@weft/shared/kinds/zones/zone-answers';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { isLater } from './versions.js';

const MOST_SUMMARY = 500;
/** Healths of volumes that need nobody. */
const SOUND: readonly string[] = ['healthy', 'detached'];

export interface KeptAlert {
  id: string;
  rule: string;
  severity: string;
  state: string;
  subject: { kind: string; name: string };
  subjectCount: number;
  summary: string;
  startedAt: string;
  acknowledged: boolean;
  silenced: boolean;
  link: string;
}

/** All that the federation keeps of one zone, beside its topology. */
export interface ZoneRecord {
  state: ZoneState;
  since: string;
  reason: Message | null;
  /** The cluster that the zone is: configured, or the first that answered. */
  clusterId: string | null;
  simulated: boolean | null;
  version: string | null;
  /** When the requests for the values were sent. */
  asOf: string | null;
  counts: ZoneCounts | null;
  alerts: { items: KeptAlert[]; total: number } | null;
}

/** What a part of the answers was read as: its value, or the fields that it lacks. */
export type Part<T> = { value: T } | Lack;

/** What one round of requests to a zone gave. */
export type Round =
  | { kind: 'failed'; state: 'unreachable' | 'unauthorised'; reason: Message }
  | {
      kind: 'answered';
      url: string;
      askedAt: Date;
      version: Part<string>;
      /** Before and after the other requests: another cluster may take the address meanwhile. */
      identities: readonly [Part<Identity>, Part<Identity>];
      overview: Part<ReadOverview>;
      alerts: Part<ReadAlerts>;
    };

export interface Identity {
  clusterId: string;
  simulated: boolean;
}

export interface Surroundings {
  now: Date;
  ownVersion: string;
  /** A federation is of simulated clusters or of real ones. */
  simulated: boolean;
  /** Name of another zone that is this cluster. */
  takenBy: (clusterId: string) => string | undefined;
}

export const newRecord = (clusterId: string | null, now: Date): ZoneRecord => ({
  ...{ state: 'unreachable', since: now.toISOString(), reason: messageOf('zone-not-asked', {}), clusterId },
  ...{ simulated: null, version: null, asOf: null, counts: null, alerts: null },
});

interface Lack {
  path: string;
  fields: string[];
}

const lacks = <T>(part: Part<T>): part is Lack => 'fields' in part;

function keptAlerts({ items, total }: ReadAlerts): { items: KeptAlert[]; total: number } {
  const kept = items.slice(0, MAX_ALERTS_OF_ZONE).map(({ silencedBy, acknowledged, summary, ...alert }) => ({
    ...alert,
    ...{ summary: summary.slice(0, MOST_SUMMARY), acknowledged: acknowledged !== null, silenced: silencedBy.length > 0 },
  }));
  return { items: kept, total };
}

function countsOf({ counts: { nodes, drives, volumes, attachments } }: ReadOverview, { items, total }: ReadAlerts): ZoneCounts {
  const unhealthy = volumes.byHealth.reduce((sum, { health, count }) => sum + (SOUND.includes(health) ? 0 : count), 0);
  return {
    ...{ nodes, attachments, drives: { total: drives.total, inService: drives.inService } },
    ...{ capacityBytes: drives.capacityBytes, usedBytes: drives.allocatedBytes },
    volumes: { ...volumes, unhealthy },
    alerts: { open: total, critical: items.filter(({ severity }) => severity === 'critical').length },
  };
}

function moved(record: ZoneRecord, state: ZoneState, reason: Message | null, { now }: Surroundings): ZoneRecord {
  return { ...record, state, reason, since: record.state === state ? record.since : now.toISOString() };
}

/** The state of a zone whose answer lacks something: a later version explains it, and only a later federation ends it. */
function incomplete(
  record: ZoneRecord,
  version: string | null,
  { path, fields }: { path: string; fields: string[] },
  around: Surroundings,
) {
  if (version !== null && isLater(version, around.ownVersion))
    return moved(
      { ...record, version },
      'too-new',
      messageOf('zone-too-new', { version, ownVersion: around.ownVersion, path, fields }),
      around,
    );
  return moved({ ...record, version }, 'reachable', messageOf('zone-answer-unreadable', { path, fields }), around);
}

/**
 * The record after a round.
 *  - no usable answer: the last values stay, with their time
 *  - another cluster answers, or that of another zone: nothing of it is kept
 *  - the right cluster answers, and its answers lack something: the lack is named, and there are no values
 */
export function afterRound(record: ZoneRecord, round: Round, around: Surroundings): ZoneRecord {
  if (round.kind === 'failed') return moved(record, round.state, round.reason, around);
  const { url, identities, overview, alerts } = round;
  const version = lacks(round.version) ? null : round.version.value;
  for (const identity of identities) {
    if (lacks(identity)) return incomplete({ ...record, counts: null, alerts: null, asOf: null }, version, identity, around);
    const { clusterId } = identity.value;
    const expectedId = record.clusterId ?? (lacks(identities[0]) ? clusterId : identities[0].value.clusterId);
    if (clusterId !== expectedId)
      return moved(record, 'other-cluster', messageOf('zone-other-cluster', { url, expectedId, foundId: clusterId }), around);
    if (identity.value.simulated !== around.simulated)
      return moved(record, 'other-cluster', messageOf(around.simulated ? 'zone-real' : 'zone-simulated', { url }), around);
    const zone = around.takenBy(clusterId);
    if (zone !== undefined) return moved(record, 'other-cluster', messageOf('zone-same-cluster', { zone, clusterId }), around);
  }
  const { clusterId, simulated } = (identities[0] as { value: Identity }).value;
  const known = { ...record, clusterId, simulated, version };
  const lack = [round.version, overview, alerts].find((part): part is Lack => lacks<unknown>(part));
  const askedAt = round.askedAt.toISOString();
  if (lack) {
    const read = lacks(alerts) ? { alerts: null, asOf: null } : { alerts: keptAlerts(alerts.value), asOf: askedAt };
    return incomplete({ ...known, ...read, counts: null }, version, lack, around);
  }
  if (lacks(overview) || lacks(alerts)) throw new Error('a lack was overlooked');
  const values = { counts: countsOf(overview.value, alerts.value), alerts: keptAlerts(alerts.value), asOf: askedAt };
  return moved({ ...known, ...values }, 'reachable', null, around);
}
