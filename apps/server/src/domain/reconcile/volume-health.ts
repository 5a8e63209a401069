import type { Condition } from '@weft/shared/kinds/common';
import { isMirrored, mirrorCopies } from '@weft/shared/kinds/volume';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { driveRef, legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, type Said, said } from '@weft/shared/text/rendering/render';
import { type LegDocument, roleOf, type Shape, setsOf, type VolumeDocument } from '../documents/volume.document.js';
import { type AssessedLeg, described, isBad, nodesOf } from '../legs/assess-legs.js';
import { FULL_REBUILD, isLost } from '../legs/leg-health.js';
import { holding, isCopying } from '../legs/leg-observations.js';
import { reported, UNEXPLAINED } from '../world/reported-message.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { detachedCause } from './detached-health.js';

/*
 * Scenarios, gravest first; the first that applies is the volume's health (S8):
 *
 * - A target reports a leg lost for good, and no other leg has the data: unavailable, whatever the client reports.
 * - A client that has the volume is offline: unknown. The targets' reports do not show whether the client can read and write.
 * - The client's array is broken: every leg of a mirror set was lost at once. Writes fail until the array is assembled again.
 * - The client has no device: unavailable, with the client's own reason.
 * - The device is open and lies on namespaces that are gone: unavailable. Its I/O fails although every leg is back.
 * - A leg counts as active and has no path: stalled, I/O blocks.
 * - A leg is missing or unhealthy, and md rebuilds no other leg in its place: degraded. While md rebuilds or resyncs: rebuilding.
 * - No client has the volume attached: detached, with the targets' reports about the legs as the cause.
 */
export type Cause = Omit<Condition, 'type' | 'since'>;
export interface Health {
  health: VolumeDocument['status']['health'];
  cause: Cause;
}

export function volumeHealth(world: VolumeWorld, assessed: readonly AssessedLeg[]): Health {
  const clients = holding(world).map((attachment) => ({
    client: nodeRef(attachment.nodeId, attachment.nodeName),
    report:
      world.isSilent(attachment.nodeId) || world.isDoubtful(attachment.nodeId)
        ? undefined
        : world.lastReport(attachment.nodeId, 'attachment', attachment._id),
  }));
  const bad = assessed.filter(({ observations }) => isBad(observations));
  const lost = lostForGood(world.volume.spec, assessed);
  if (lost.length > 0) return { health: clients.length === 0 ? 'detached' : 'unavailable', cause: dataLost(lost) };
  if (clients.length === 0) return { health: 'detached', cause: detachedCause(world, bad, assessed) };
  const silent = clients.filter(({ report }) => !report).map(({ client }) => client);
  if (silent.length > 0) return is('unknown', 'unknown', said('client-silent', { clients: silent }));
  const reports = clients.flatMap(({ client, report }) => (report ? [{ client, report }] : []));
  return outOfOrder(reports, bad) ?? redundancy(world, reports, assessed, bad) ?? is('healthy', 'true', said('healthy', {}));
}

/** Legs whose data no leg has any more: all legs of a mirror set, if all are lost; without a mirror, each lost leg. */
function lostForGood(spec: Shape, assessed: readonly AssessedLeg[]): AssessedLeg[] {
  const members = assessed.filter(({ leg }) => leg.spec.desired === 'present' && roleOf(leg) !== 'joining');
  const lost = members.filter(({ observations }) => isLost(observations.target));
  const setOf = setsOf(spec);
  const survives = (set: number) => members.some((each) => setOf(each.leg) === set && !lost.includes(each));
  return lost.filter(({ leg }) => !survives(setOf(leg)));
}

const dataLost = (lost: readonly AssessedLeg[]): Cause => ({
  status: 'false',
  ...said('data-lost', {
    legs: lost.map(({ leg, observations }) =>
      messageOf('leg-lost-for-good', {
        leg: legRef(leg),
        node: nodeRef(leg.nodeId, leg.nodeName),
        drive: driveRef(leg.driveId, leg.driveSerial),
        report: reported(observations.target.reason) ?? UNEXPLAINED,
      }),
    ),
    nodes: nodesOf(lost),
  }),
});

interface ClientReport {
  client: MessageReference;
  report: AttachmentStatus;
}

const is = (health: Health['health'], status: Cause['status'], message: Said): Health => ({ health, cause: { status, ...message } });

function outOfOrder(reports: readonly ClientReport[], bad: readonly AssessedLeg[]): Health | null {
  const broken = reports.find(({ report }) => report.observed.array?.state === 'broken');
  if (broken) {
    const cause = reported(broken.report.reason) ?? messageOf('legs-described', { findings: described(bad) });
    return is('broken', 'false', said('array-broken', { client: broken.client, cause }));
  }
  const without = reports.find(({ report }) => !report.observed.available);
  if (without) {
    const { reason } = without.report;
    const params = { client: without.client, report: reported(reason), waitsForNode: reason?.node, nodes: nodesOf(bad) };
    return is('unavailable', 'false', said('no-device', params, reason?.code));
  }
  const stale = reports.find(({ report }) => report.reason?.code === 'device-stale');
  if (stale)
    return is('unavailable', 'false', said('device-stale', { client: stale.client, report: reported(stale.report.reason) ?? UNEXPLAINED }));
  const stalled = bad.filter(({ observations }) => observations.health === 'stalled');
  if (stalled.length > 0) return is('stalled', 'false', said('stalled', { legs: described(stalled), nodes: nodesOf(stalled) }));
  return null;
}

function redundancy(
  world: VolumeWorld,
  reports: readonly ClientReport[],
  assessed: readonly AssessedLeg[],
  bad: readonly AssessedLeg[],
): Health | null {
  const { protection, rebuildDelaySeconds } = world.volume.spec;
  const halves = halvesLeft(world.volume.spec, assessed);
  const copying = assessed.filter(({ observations }) => observations.health === 'rebuilding');
  const isCovered = ({ leg }: AssessedLeg) => copying.some((each) => each.leg.index === leg.index);
  const left = bad.filter((each) => !isCovered(each) && roleOf(each.leg) !== 'joining');
  const legs = described(left);
  const maintenances = maintenanceEnds(world, left);
  const reason = left[0]?.observations.reason ?? 'leg-missing';
  if (left.length > 0 && isMirrored(protection))
    return is(
      'degraded',
      'false',
      said('mirror-legs-missing', { legs, nodes: nodesOf(left), rebuildDelaySeconds, maintenances, ...halves }, reason),
    );
  if (left.length > 0) return is('degraded', 'false', said('sole-legs-missing', { legs, nodes: nodesOf(left) }, reason));
  const arrays = reports.flatMap(({ report }) => (report.observed.array ? [report.observed.array] : []));
  const runs = arrays.find(isCopying);
  if (runs || copying.length > 0) {
    const isInFull = copying.some(({ observations }) => observations.reason === FULL_REBUILD);
    const params = { legs: described(copying), syncAction: runs?.syncAction, ...halves };
    return is('rebuilding', 'false', said('mirror-resyncs', params, isInFull ? FULL_REBUILD : 'copying'));
  }
  const stale = assessed.filter(({ leg }) => isStale(leg));
  if (stale.length > 0 || arrays.some(({ degraded }) => degraded > 0))
    return is(
      'degraded',
      'false',
      said('leg-out-of-sync', {
        legs: described(stale),
        maintenances,
        ...(isMirrored(protection) ? { rebuildDelaySeconds, ...halves } : {}),
      }),
    );
  return null;
}

/** Three copies: the fewest halves of a mirror set that are in use with every write. With two copies the health alone tells. */
function halvesLeft(spec: Shape, assessed: readonly AssessedLeg[]): { halves?: number; copies?: number } {
  const copies = mirrorCopies(spec);
  if (copies <= DEFAULT_COPIES) return {};
  const setOf = setsOf(spec);
  const good = ({ leg, observations: { health } }: AssessedLeg) => leg.status.inSync && (health === 'healthy' || health === 'unhealthy');
  const sets = [...new Set(assessed.map(({ leg }) => setOf(leg)))];
  const halves = Math.min(
    ...sets.map((set) => new Set(assessed.filter((each) => setOf(each.leg) === set && good(each)).map(({ leg }) => leg.index)).size),
  );
  return { halves, copies };
}

/** Ends of maintenances that legs are missing with: the delay before their replacement counts from there. */
function maintenanceEnds(world: VolumeWorld, left: readonly AssessedLeg[]): Message[] {
  const held = left.flatMap(({ leg }) => {
    const end = world.maintenanceEnd(leg.nodeId);
    if (!end || end <= (leg.status.unhealthySince ?? world.now)) return [];
    const message = messageOf('maintenance-end', { node: nodeRef(leg.nodeId, leg.nodeName), ends: end.toISOString() });
    return [[leg.nodeId, message] as const];
  });
  return [...new Map(held).values()];
}

const isStale = (leg: LegDocument): boolean => !leg.status.inSync && roleOf(leg) !== 'joining';
