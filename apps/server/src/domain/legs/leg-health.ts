import type { Condition } from '@weft/shared/kinds/common';
import { type LegTruth, type LegVerdict, type LegView, legVerdicts } from '@weft/shared/kinds/leg';
import { isMirrored } from '@weft/shared/kinds/volume';
import { isUnread, LEG_LOST } from '@weft/shared/messages/report';
import { isAppended, type LegDocument, roleOf } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { tookUp } from './grow.js';
import type { Witnesses } from './leg-observations.js';

/*
 * Scenarios of what is concluded about a leg (S8: the worst of what the witnesses say):
 *
 * - Its target says that its LV or the drive under it is gone: missing, even while md has not noticed, as on a volume without I/O.
 * - Its target says that what was ready before is gone or was replaced by a blank drive: missing, and lost for good.
 * - Its target is there and cannot read it, as while an LVM command hangs: unknown. No repair starts from that.
 * - Its target is silent: unknown; what the client says of it counts for the volume.
 * - md counts it in and no path to it is live: stalled. md has failed it, or knows nothing of it: missing.
 * - md counts it in and has written down bad blocks or write errors: unhealthy, whatever else md says ("[UU]", errors 0).
 * - md copies onto it: rebuilding.
 * - It is not made yet, not exported yet, or not taken into the array or (of a growth) into the device yet: pending.
 */
type Finding = Pick<LegTruth, 'verdict' | 'reason' | 'message'>;

export function judge(world: VolumeWorld, leg: LegDocument, said: Witnesses): Finding {
  const findings = [ofTarget(world, leg, said), ...said.attachments.flatMap((view) => ofAttachment(world, leg, said, view))];
  return findings.reduce((worst, each) => (gravity(each) > gravity(worst) ? each : worst));
}

const gravity = ({ verdict }: Finding): number => legVerdicts.indexOf(verdict);
const found = (verdict: LegVerdict, reason: string, message: string): Finding => ({ verdict, reason, message });

function ofTarget(world: VolumeWorld, leg: LegDocument, { target, attachments }: Witnesses): Finding {
  const node = leg.nodeName;
  if (leg.desired === 'absent') return found('pending', 'removing', `${node} is to remove it`);
  const isNew = roleOf(leg) === 'joining' || world.volume.state === 'creating' || isAppended(world.volume, leg);
  if (target.word === 'none') return found(isNew ? 'pending' : 'unknown', 'not-reported', `${node} has not reported it yet`);
  if (target.word === 'old') {
    const since = world.nodes.get(leg.nodeId)?.connection.since?.toISOString();
    const used = attachments.some(({ paths }) => paths.some((path) => path.controllerState === 'live'));
    // Nobody misses a leg that has not joined: without its target and without a path it is lost, and another place can be looked for.
    const lost = roleOf(leg) === 'joining' && world.isSilent(leg.nodeId) && !used;
    if (world.isDoubtful(leg.nodeId))
      return found('unknown', 'history-unknown', `${node} follows another history than this database: its reports do not count`);
    return found(
      lost ? 'missing' : 'unknown',
      'node-silent',
      world.isSilent(leg.nodeId) ? `${node} is silent since ${since}` : `${node} has restarted`,
    );
  }
  if (isUnread(target)) return found('unknown', 'node-unreadable', `${node} cannot read it now: ${target.reason?.message}`);
  if (isLost(target)) return found('missing', target.reason?.code ?? 'leg-lost', `${node}: ${target.reason?.message}`);
  if (!target.present) {
    if (isNew) return found('pending', 'creating', target.reason?.message ?? `${node} is making it`);
    return found('missing', 'leg-gone', `${node} does not see it: ${target.reason?.message ?? 'its drive may be gone'}`);
  }
  if (target.backed === false) return found('missing', 'drive-gone', `the drive ${leg.driveSerial} under it is gone from ${node}`);
  if (!target.wiped) return found('pending', 'wiping', `${node} is wiping it`);
  return found('healthy', 'reported', `${node} has it`);
}

/** Its target says that what was ready before is not there any more: coming back does not mend it. */
export const isLost = ({ word, reason }: Witnesses['target']): boolean => word !== 'none' && LEG_LOST.includes(reason?.code ?? '');

function ofAttachment(world: VolumeWorld, leg: LegDocument, said: Witnesses, view: LegView): Finding[] {
  if (leg.desired === 'absent') return [];
  const joining = roleOf(leg) === 'joining';
  const attachment = world.attachments.find((each) => each._id === view.attachmentId);
  const appended = isAppended(world.volume, leg) && !(world.volume.growth?.legsGrown && attachment && tookUp(world, attachment));
  if (appended) return [found('pending', 'growing', `${view.client.name} has not taken it up yet`)];
  const early = attachment?.state === 'attaching' || joining;
  if (!view.export) return [found('pending', 'not-exported', `it is not exported to ${view.client.name} yet`)];
  return [ofExport(leg, view, early), ofClient(world, leg, view, early, said)];
}

function ofExport(leg: LegDocument, view: LegView, early: boolean): Finding {
  const { export: exported } = view;
  if (exported?.word !== 'current') return found('unknown', 'node-silent', `${leg.nodeName} says nothing of its export`);
  const absent = early ? 'pending' : 'missing';
  if (!exported.namespaceEnabled)
    return found(absent, 'namespace-disabled', `${leg.nodeName} does not export it to ${view.client.name}: its namespace is not enabled`);
  if (exported.portals.every(({ linked }) => !linked))
    return found(absent, 'not-linked', `${leg.nodeName} does not export it to ${view.client.name}: no port is open`);
  return found('healthy', 'exported', `${leg.nodeName} exports it`);
}

function ofClient(world: VolumeWorld, leg: LegDocument, view: LegView, early: boolean, said: Witnesses): Finding {
  const client = view.client.name;
  if (view.clientWord !== 'current') return found('unknown', 'client-silent', `client ${client} says nothing of it`);
  const live = view.paths.filter((path) => path.controllerState === 'live').length;
  const mirrored = isMirrored(world.volume.spec.protection);
  const { member } = view;
  if (live === 0) {
    const counted = mirrored ? member?.inSync === true : isAvailable(world, view);
    if (counted)
      return found('stalled', 'active-without-path', `${client} counts on it and has no live path to ${leg.nodeName}: its I/O waits`);
    return found(early ? 'pending' : 'missing', 'no-path', `${client} has no live path to ${leg.nodeName}`);
  }
  if (mirrored) return ofMember(leg, view, early, said);
  return ofPaths(view, live);
}

const isAvailable = (world: VolumeWorld, { client, attachmentId }: LegView): boolean =>
  world.lastWord(client.id, 'attachment', attachmentId)?.observed.available === true;

function ofMember(leg: LegDocument, view: LegView, early: boolean, said: Witnesses): Finding {
  const client = view.client.name;
  const { member, agent } = view;
  const because = agent ? `: ${agent.message}` : '';
  if (!member) {
    if (early) return found('pending', 'not-a-member', `md on ${client} has not taken it in${because}`);
    // A namespace that is away for a moment hides its member: only what md itself counts as lost is lost.
    if (said.assigned.inSync) return found('unknown', 'not-listed', `md on ${client} does not list it now${because}`);
    return found('missing', 'not-a-member', `md on ${client} runs without it${because}`);
  }
  if (member.faulty) return found('missing', 'faulty', `md on ${client} has failed it${because}`);
  const trouble = troubleOf(leg, member);
  if (trouble) return found('unhealthy', trouble.reason, `md on ${client} has ${trouble.words} for it`);
  if (member.inSync) return ofPaths(view, view.paths.filter((path) => path.controllerState === 'live').length);
  if (member.rebuilding) return found('rebuilding', 'copying', `md on ${client} copies onto it`);
  return found(early ? 'pending' : 'missing', 'spare', `md on ${client} has it as a spare and does not copy onto it${because}`);
}

/** A leg that is being replaced is marked `want_replacement` by whoever ordered it: that is no trouble of its own. */
function troubleOf(leg: LegDocument, member: NonNullable<LegView['member']>): { reason: string; words: string } | null {
  if (member.badBlocks > 0) return { reason: 'bad-blocks', words: `${member.badBlocks} bad blocks` };
  if (member.flags.includes('write_error')) return { reason: 'write-error', words: 'a write error' };
  if (member.flags.includes('want_replacement') && roleOf(leg) !== 'leaving')
    return { reason: 'want-replacement', words: 'asked for a replacement' };
  return null;
}

const ofPaths = (view: LegView, live: number): Finding =>
  live < view.paths.length
    ? found('healthy', 'path-lost', `${view.client.name} uses it over ${live} of ${view.paths.length} paths`)
    : found('healthy', 'in-use', `${view.client.name} uses it`);

/**
 * Witnesses that cannot both be right, or whose difference is the news: conditions of their own.
 * Absent: there is none.
 */
export function contradictions(leg: LegDocument, { target, attachments }: LegTruth): Omit<Condition, 'since'>[] {
  const list: Omit<Condition, 'since'>[] = [];
  const holds = target.word === 'current' && target.present === true && target.backed === true;
  for (const view of attachments.filter(({ clientWord }) => clientWord === 'current')) {
    const name = view.client.name;
    const live = view.paths.some((path) => path.controllerState === 'live');
    const say = (type: string, reason: string, message: string) => list.push({ type, status: 'true', reason, message });
    if (view.member?.inSync && !live)
      say('Stalled', 'active-without-path', `md on ${name} shows it active while all its ${view.paths.length} paths are down`);
    if (view.member?.inSync && target.word === 'current' && !isUnread(target) && !holds)
      say('Disagreement', 'active-without-leg', `md on ${name} shows it active while ${leg.nodeName} says that it is gone`);
    else if (holds && isExported(view) && view.paths.length > 0 && !live)
      say(
        'Disagreement',
        'exported-without-path',
        `${leg.nodeName} exports it while ${name} has no live path: look at the networks between`,
      );
  }
  return list.filter((each, at) => list.findIndex(({ type }) => type === each.type) === at);
}

const isExported = ({ export: exported }: LegView): boolean =>
  exported?.word === 'current' && exported.namespaceEnabled && exported.portals.some(({ linked }) => linked);
