import type { NewCondition } from '@weft/shared/kinds/common';
import { type ConditionType, DISAGREEMENT, STALLED } from '@weft/shared/kinds/condition-types';
import { type LegHealth, type LegObservations, type LegView, legHealths } from '@weft/shared/kinds/leg';
import { isMirrored } from '@weft/shared/kinds/volume';
import { FOREIGN_HOST_FENCED, isUnread, LEG_LOST } from '@weft/shared/messages/report';
import type { MessageCode, ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import { driveRef, nodeRef } from '@weft/shared/text/references';
import { type Said, said } from '@weft/shared/text/rendering/render';
import { isAppended, type LegDocument, roleOf } from '../documents/volume.document.js';
import { reported, UNEXPLAINED } from '../world/reported-message.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { tookUp } from './grow.js';
import type { LegReports } from './leg-observations.js';

/*
 * Health of a leg (S8: the worst that its target or a client reports). Scenarios:
 *
 * - The target reports that the LV or the drive under it is gone: missing, even if md has not noticed, as on a volume without I/O.
 * - The target reports that a leg that was ready is gone, or that a blank drive replaced it: missing, and lost for good.
 * - The target is online and cannot read the leg, as while an LVM command hangs: unknown. That starts no repair.
 * - The target is offline: unknown; the client's report on the leg counts for the volume.
 * - md counts the leg as active, no path to it is live, and its I/O blocks: stalled. md has failed the leg, or does not know it: missing.
 * - The same without I/O on the volume, and the kernel would fail the leg's I/O (it is no anchor): missing, and md will notice by the next write.
 * - md counts the leg as active and has recorded bad blocks or write errors: unhealthy, whatever else md shows ("[UU]", errors 0).
 * - md rebuilds the leg: rebuilding.
 * - The target fences the export because of a foreign host: missing, also for a joining leg, because the fence ends only with the attachment.
 * - The leg is healthy and one of its paths is not live: healthy, and the reason shows the lost path.
 * - The leg is not created yet, not exported yet, or not yet part of the array or (of a growth) of the device: pending.
 */
type Finding = Pick<LegObservations, 'health' | 'reason' | 'code' | 'params' | 'message'>;

export function worstFinding(world: VolumeWorld, leg: LegDocument, reports: LegReports): Finding {
  const findings = [ofTarget(world, leg, reports), ...reports.attachments.flatMap((view) => ofAttachment(world, leg, reports, view))];
  return findings.reduce((worst, each) => (gravity(each) > gravity(worst) ? each : worst));
}

const clientOf = ({ client }: LegView) => nodeRef(client.id, client.name);
/** For a healthy leg, a lost path is the finding to show. */
const gravity = ({ health, reason }: Finding): number => legHealths.indexOf(health) + (reason === PATH_LOST ? 0.5 : 0);
const PATH_LOST = 'path-lost';
const found = <C extends MessageCode>(health: LegHealth, code: C, params: ParamsOf<C>, reason?: string): Finding => ({
  health,
  ...said(code, params, reason),
});

/** An agent's reason that a condition has as its own: nobody else can tell why so much is copied. */
export const FULL_REBUILD = 'rebuilt-in-full';

/** What a leg lacks while its own drive is there: the cache with its newest bytes, or the pool that it is in. */
const NOT_ITS_DRIVE: readonly string[] = ['leg-cache-missing', 'pool-failed', 'pool-missing'];

function unbacked(leg: LegDocument, { reason }: LegReports['target']): Finding {
  const node = nodeRef(leg.nodeId, leg.nodeName);
  return reason && NOT_ITS_DRIVE.includes(reason.code)
    ? found('missing', 'reported-by', { node, report: reported(reason) ?? UNEXPLAINED }, reason.code)
    : found('missing', 'drive-gone', { node, drive: driveRef(leg.driveId, leg.driveSerial) });
}

function ofTarget(world: VolumeWorld, leg: LegDocument, { target, attachments }: LegReports): Finding {
  const node = nodeRef(leg.nodeId, leg.nodeName);
  if (leg.spec.desired === 'absent') return found('pending', 'removing', { node });
  const isNew = roleOf(leg) === 'joining' || world.volume.status.state === 'creating' || isAppended(world.volume, leg);
  if (target.freshness === 'none') return found(isNew ? 'pending' : 'unknown', 'not-reported', { node });
  if (target.freshness === 'old') {
    const since = world.nodes.get(leg.nodeId)?.status.connection.since?.toISOString();
    const used = attachments.some(({ paths }) => paths.some((path) => path.controllerState === 'live'));
    // No data is lost with a joining leg: without its target and a live path it counts as lost, so that repair can choose another drive.
    const lost = roleOf(leg) === 'joining' && world.isSilent(leg.nodeId) && !used;
    if (world.isDoubtful(leg.nodeId)) return found('unknown', 'history-unknown', { node });
    return world.isSilent(leg.nodeId)
      ? found(lost ? 'missing' : 'unknown', 'node-silent', { node, since })
      : found('unknown', 'node-restarted', { node }, 'node-silent');
  }
  if (isUnread(target)) return found('unknown', 'node-unreadable', { node, report: reported(target.reason) ?? UNEXPLAINED });
  if (isLost(target))
    return found('missing', 'reported-by', { node, report: reported(target.reason) ?? UNEXPLAINED }, target.reason?.code ?? 'leg-lost');
  if (!target.present) {
    const report = reported(target.reason);
    if (isNew) return report ? found('pending', 'agent-report', report.params, 'creating') : found('pending', 'creating', { node });
    return found('missing', 'leg-gone', { node, report });
  }
  if (target.backed === false) return unbacked(leg, target);
  if (!target.wiped) return found('pending', 'wiping', { node });
  return found('healthy', 'reported', { node });
}

/** The target reports that a leg that was ready is gone for good: the target's or drive's return does not restore it. */
export const isLost = ({ freshness, reason }: LegReports['target']): boolean =>
  freshness !== 'none' && LEG_LOST.includes(reason?.code ?? '');

function ofAttachment(world: VolumeWorld, leg: LegDocument, reports: LegReports, view: LegView): Finding[] {
  const client = clientOf(view);
  if (leg.spec.desired === 'absent') return [];
  const joining = roleOf(leg) === 'joining';
  const attachment = world.attachments.find((each) => each._id === view.attachmentId);
  const appended = isAppended(world.volume, leg) && !(world.volume.growth?.status.legsGrown && attachment && tookUp(world, attachment));
  if (appended) return [found('pending', 'growing', { client })];
  const early = attachment?.status.state === 'attaching' || joining;
  if (!view.export) return [found('pending', 'not-exported', { client })];
  return [ofExport(world, leg, view, early), ofClient(world, leg, view, early, reports)];
}

function ofExport(world: VolumeWorld, leg: LegDocument, view: LegView, early: boolean): Finding {
  const { export: exported } = view;
  const node = nodeRef(leg.nodeId, leg.nodeName);
  const client = clientOf(view);
  if (exported?.freshness !== 'current') return found('unknown', 'export-unknown', { node }, 'node-silent');
  const fence = world.lastReport(leg.nodeId, 'export', view.attachmentId)?.reason;
  if (fence?.code === FOREIGN_HOST_FENCED)
    return found('missing', 'reported-by', { node, report: reported(fence) ?? UNEXPLAINED }, fence.code);
  const absent = early ? 'pending' : 'missing';
  if (!exported.namespaceEnabled) return found(absent, 'namespace-disabled', { node, client });
  if (exported.portals.every(({ linked }) => !linked)) return found(absent, 'not-linked', { node, client });
  return found('healthy', 'exported', { node });
}

function ofClient(world: VolumeWorld, leg: LegDocument, view: LegView, early: boolean, reports: LegReports): Finding {
  const client = clientOf(view);
  const node = nodeRef(leg.nodeId, leg.nodeName);
  if (view.clientFreshness !== 'current') return found('unknown', 'client-unknown', { client }, 'client-silent');
  const live = view.paths.filter((path) => path.controllerState === 'live').length;
  const mirrored = isMirrored(world.volume.spec.protection);
  const { member } = view;
  if (live === 0) {
    const blocks = mirrored ? member?.inSync === true && mayBlock(world, leg, view) : isAvailable(world, view);
    if (blocks) return found('stalled', 'active-without-path', { client, node });
    return found(early ? 'pending' : 'missing', 'no-path', { client, node });
  }
  if (mirrored) return ofMember(leg, view, early, reports);
  return ofPaths(view, live);
}

/** An agent that does not report it may have an anchor there. */
const mayBlock = (world: VolumeWorld, leg: LegDocument, { client, attachmentId }: LegView): boolean =>
  world.lastReport(client.id, 'attachment', attachmentId)?.observed.legs.find(({ legId }) => legId === leg.id)?.anchor !== false;

const isAvailable = (world: VolumeWorld, { client, attachmentId }: LegView): boolean =>
  world.lastReport(client.id, 'attachment', attachmentId)?.observed.available === true;

function ofMember(leg: LegDocument, view: LegView, early: boolean, reports: LegReports): Finding {
  const client = clientOf(view);
  const { member, agent } = view;
  const report = reported(agent);
  if (!member) {
    if (early) return found('pending', 'not-taken-in', { client, report }, 'not-a-member');
    // A namespace that disappears for a moment hides its md member: only a leg that md itself counts as lost is lost.
    if (reports.assigned.inSync) return found('unknown', 'not-listed', { client, report });
    return found('missing', 'not-a-member', { client, report });
  }
  if (member.faulty) return found('missing', 'faulty', { client, report });
  const trouble = troubleOf(leg, view, member);
  if (trouble) return trouble;
  if (member.inSync) return ofPaths(view, view.paths.filter((path) => path.controllerState === 'live').length);
  if (member.rebuilding) return found('rebuilding', 'copying', { client, report }, agent?.code === FULL_REBUILD ? FULL_REBUILD : undefined);
  return found(early ? 'pending' : 'missing', 'spare', { client, report });
}

/** The order that replaces a leg marks it `want_replacement` in md: for a leaving leg, that is not an error. */
function troubleOf(leg: LegDocument, view: LegView, { badBlocks, flags }: NonNullable<LegView['member']>): Finding | null {
  const client = clientOf(view);
  if (badBlocks > 0) return found('unhealthy', 'bad-blocks', { client, badBlocks });
  if (flags.includes('write_error')) return found('unhealthy', 'write-error', { client });
  if (flags.includes('want_replacement') && roleOf(leg) !== 'leaving') return found('unhealthy', 'want-replacement', { client });
  return null;
}

const ofPaths = (view: LegView, live: number): Finding =>
  live < view.paths.length
    ? found('healthy', PATH_LOST, { client: clientOf(view), live, paths: view.paths.length })
    : found('healthy', 'in-use', { client: clientOf(view) });

/**
 * Conditions for reports that contradict each other, or whose difference needs attention.
 * Absent: no contradiction.
 */
export function contradictions(leg: LegDocument, { target, attachments }: LegObservations): NewCondition[] {
  const list: NewCondition[] = [];
  const holds = target.freshness === 'current' && target.present === true && target.backed === true;
  for (const view of attachments.filter(({ clientFreshness }) => clientFreshness === 'current')) {
    const client = clientOf(view);
    const node = nodeRef(leg.nodeId, leg.nodeName);
    const live = view.paths.some((path) => path.controllerState === 'live');
    const say = (type: ConditionType, message: Said) => list.push({ type, status: 'true', ...message });
    if (view.member?.inSync && !live) say(STALLED, said('active-paths-down', { client, paths: view.paths.length }, 'active-without-path'));
    if (view.member?.inSync && target.freshness === 'current' && !isUnread(target) && !holds)
      say(DISAGREEMENT, said('active-without-leg', { client, node }));
    else if (holds && isExported(view) && view.paths.length > 0 && !live)
      say(DISAGREEMENT, said('exported-without-path', { node, client }));
  }
  return list.filter((each, at) => list.findIndex(({ type }) => type === each.type) === at);
}

const isExported = ({ export: exported }: LegView): boolean =>
  exported?.freshness === 'current' && exported.namespaceEnabled && exported.portals.some(({ linked }) => linked);
