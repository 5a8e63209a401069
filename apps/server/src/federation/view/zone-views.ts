import {
  MAX_FOUND,
  type Zone,
  type ZoneAlert,
  type ZoneCounts,
  type ZoneFound,
  type ZoneGap,
  type ZonesOverview,
  type ZonesSearchAnswer,
  type ZoneTopology,
  zoneStates,
} from '@weft/shared/kinds/zones/zone';
import type { ReadSearch } from '@weft/shared/kinds/zones/zone-answers';
import type { Message } from '@weft/shared/text/message';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import type { TopologySummary } from '../record/racks.js';
import type { ZoneRecord } from '../record/zone-record.js';

/** One zone, as the views read it. */
export interface SeenZone {
  name: string;
  consoleUrl: string;
  record: ZoneRecord;
}

const ageOf = (asOf: string | null, now: Date): number | null =>
  asOf === null ? null : Math.max(0, (now.getTime() - Date.parse(asOf)) / 1000);
const unexplained = messageOf('zone-not-asked', {});

export function zoneOf({ name, consoleUrl, record }: SeenZone, now: Date): Zone {
  const { state, since, reason, asOf, clusterId, simulated, version, counts } = record;
  const explained = reason === null ? null : withText(reason);
  return { name, consoleUrl, state, since, reason: explained, asOf, ageSeconds: ageOf(asOf, now), clusterId, simulated, version, counts };
}

const gapOf = ({ name, record: { state, reason, asOf } }: SeenZone, because: Message = reason ?? unexplained): ZoneGap => ({
  ...{ zone: name, state, reason: withText(because), asOf },
});

/** Values that are current and complete: the others are named, not added. */
const isCounted = ({ record }: SeenZone): boolean => record.state === 'reachable' && record.counts !== null;

export function sumOf(all: readonly ZoneCounts[]): ZoneCounts {
  const sum = (of: (counts: ZoneCounts) => number) => all.reduce((total, counts) => total + of(counts), 0);
  const byHealth = new Map<string, number>();
  for (const { volumes } of all)
    for (const { health, count } of volumes.byHealth) byHealth.set(health, (byHealth.get(health) ?? 0) + count);
  return {
    nodes: { online: sum(({ nodes }) => nodes.online), lost: sum(({ nodes }) => nodes.lost), never: sum(({ nodes }) => nodes.never) },
    drives: { total: sum(({ drives }) => drives.total), inService: sum(({ drives }) => drives.inService) },
    capacityBytes: sum(({ capacityBytes }) => capacityBytes),
    usedBytes: sum(({ usedBytes }) => usedBytes),
    volumes: {
      total: sum(({ volumes }) => volumes.total),
      unhealthy: sum(({ volumes }) => volumes.unhealthy),
      byHealth: [...byHealth].map(([health, count]) => ({ health, count })),
    },
    attachments: { total: sum(({ attachments }) => attachments.total), attached: sum(({ attachments }) => attachments.attached) },
    alerts: { open: sum(({ alerts }) => alerts.open), critical: sum(({ alerts }) => alerts.critical) },
  };
}

export function overviewOf(zones: readonly SeenZone[], now: Date): ZonesOverview {
  const counted = zones.filter(isCounted);
  const times = counted.flatMap(({ record: { asOf } }) => (asOf === null ? [] : [asOf])).sort();
  return {
    at: now.toISOString(),
    zones: {
      total: zones.length,
      counted: counted.length,
      byState: zoneStates
        .map((state) => ({ state, count: zones.filter(({ record }) => record.state === state).length }))
        .filter(({ count }) => count > 0),
    },
    sums: sumOf(counted.flatMap(({ record: { counts } }) => (counts === null ? [] : [counts]))),
    oldestAsOf: times[0] ?? null,
    notCounted: zones.filter((zone) => !isCounted(zone)).map((zone) => gapOf(zone)),
  };
}

/** Link of an object into the console of its zone. */
const pageAt = (consoleUrl: string, path: string): string => new URL(path, consoleUrl).href;

const alertsOfZone = ({ name, consoleUrl, record: { alerts, asOf, state } }: SeenZone): ZoneAlert[] =>
  (alerts?.items ?? []).map(({ link: _link, id, ...alert }) => ({
    ...alert,
    ...{ id: `${name}/${id}`, zone: name, url: pageAt(consoleUrl, `/alerts/${id}`), current: state === 'reachable', asOf: asOf ?? '' },
  }));

/** Zones whose alerts are missing, not current, or more than the federation keeps. */
function alertGaps(zones: readonly SeenZone[]): ZoneGap[] {
  return zones.flatMap((zone) => {
    const { state, alerts, reason } = zone.record;
    if (state !== 'reachable' || alerts === null) return [gapOf(zone, reason ?? unexplained)];
    const listed = alerts.items.length;
    return listed < alerts.total ? [gapOf(zone, messageOf('zone-alerts-cut', { listed, open: alerts.total }))] : [];
  });
}

export const alertsOf = (zones: readonly SeenZone[]): { items: ZoneAlert[]; incomplete: ZoneGap[] } => ({
  items: zones.flatMap(alertsOfZone),
  incomplete: alertGaps(zones),
});

const objectPaths: Readonly<Record<string, string>> = {
  volume: '/volumes/',
  node: '/nodes/',
  drive: '/drives/',
  'drive-class': '/drive-classes/',
  job: '/jobs/',
};

const foundIn = ({ name, consoleUrl }: SeenZone, { items }: ReadSearch): ZoneFound[] =>
  items.map((item) => ({
    ...item,
    // A kind that only a later version knows has no page here: the link leads to the console itself.
    ...{ zone: name, url: pageAt(consoleUrl, objectPaths[item.kind] ? `${objectPaths[item.kind]}${item.id}` : '/') },
  }));

/** @param answers of each zone, in the order of the zones: results, or the reason why there are none */
export function searchAnswerOf(zones: readonly SeenZone[], answers: readonly (ReadSearch | Message)[], limitMs: number): ZonesSearchAnswer {
  const items: ZoneFound[] = [];
  const unanswered: ZoneGap[] = [];
  for (const [at, zone] of zones.entries()) {
    const answer = answers[at];
    if (answer && 'items' in answer) items.push(...foundIn(zone, answer));
    else unanswered.push(gapOf(zone, answer ?? unexplained));
  }
  return {
    items: items.slice(0, MAX_FOUND),
    truncated: items.length > MAX_FOUND,
    answered: zones.length - unanswered.length,
    ...{ unanswered, limitMs },
  };
}

const NO_TOPOLOGY: TopologySummary = {
  racks: [],
  rackCount: 0,
  storageNetworks: [],
  volumes: { total: 0, byHealth: [] },
  attachments: { total: 0, fewerPaths: 0 },
};

export function topologyOf(
  { name, consoleUrl, record }: SeenZone,
  topology: { summary: TopologySummary; asOf: string } | null,
  now: Date,
): ZoneTopology {
  const because = record.reason ?? (topology === null ? messageOf('zone-topology-not-read', {}) : null);
  const asOf = topology?.asOf ?? null;
  return {
    ...{ zone: name, state: record.state, reason: because && withText(because), consoleUrl, asOf, ageSeconds: ageOf(asOf, now) },
    ...(topology?.summary ?? NO_TOPOLOGY),
  };
}
