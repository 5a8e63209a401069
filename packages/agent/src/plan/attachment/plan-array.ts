import { mdHolder, mdName, parseMdHolder } from '@weft/shared/identity';
import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Reason } from '@weft/shared/messages/report';
import type { MdArray, MdSuperblock } from '../../host/host.js';
import type { ArrayFact, FactChange, Facts } from '../../ledger/facts.js';
import { type AttachmentTrace, headPath, legsInOrder, liveHead } from '../attachment-trace.js';
import { type AttachmentProbe, type Decision, failed, ledgerLost, must, waiting, working } from '../plan.js';
import { foreignStart } from './foreign-start.js';
import { inSyncNow } from './in-sync.js';
import { busy } from './plan-detach.js';

/*
 * The md array of a mirrored volume.
 *  - running under its UUID: used as it is if Weft could have started it (foreign-start.ts); the ledger stores the in-sync legs (S11).
 *  - running, started by something else without a leg that was in sync: not used; the agent stops it when nothing holds it.
 *  - never created: `mdadm --create` once, on all legs, none with a superblock. After an interruption the agent first clears legs that carry our UUID
 *    already, but only while the volume was never ready.
 *  - created before: assembled from the explicit list of legs of this UUID (S4), and only with every leg that was in sync at the
 *    last durable report (S11). Otherwise the agent waits and names the node.
 *  - accepted loss: legs of the previous epoch (`previousUuid`) get the new UUID first, then all legs of this epoch are assembled with --run (S4).
 *  - broken (every leg of a mirror was lost at once), or still of the previous epoch: taken down when nothing holds the device, then assembled again.
 *  - a superblock names a later attachment: another client has used the array since; the agent changes nothing (S3). Each start writes its own name.
 *  - a leg carries any other superblock: the agent stops and reports it.
 */
type ArrayAssignment = NonNullable<AttachmentAssignment['array']>;

type ArrayState = { facts: Facts; trace: AttachmentTrace; probe: AttachmentProbe };

export type Stage<T> = { ready: T; before: FactChange[] } | { decision: Decision };

export function planArray(
  attachment: AttachmentAssignment,
  array: ArrayAssignment,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  facts: Facts,
): Stage<MdArray> {
  const running = trace.array;
  if (running) return useRunning(attachment, array, running, { trace, probe, facts });
  if (trace.previousArray) {
    const why = `array ${trace.previousArray.device} still runs as the epoch before the accepted loss`;
    return { decision: takeDown(attachment, trace.previousArray, trace, probe, { code: 'array-of-earlier-epoch', message: why }) };
  }
  if (probe.failure) return { decision: { state: 'failed', reason: probe.failure, steps: [] } };

  const legs = legsInOrder(attachment);
  const known = facts.arrays[attachment.volumeId];
  const inSync = lastInSync(attachment, known);
  const isNew = (leg: AttachedLeg) => leg.role === 'joining' && !inSync.has(leg.legId);
  const examined = legs.map((leg): Examined => {
    const head = liveHead(leg, trace);
    const device = head && headPath(head);
    return { leg, device, superblock: device === undefined ? undefined : probe.superblocks?.get(device) };
  });
  const ours = [array.uuid, ...(array.previousUuid ? [array.previousUuid] : [])];
  const foreign = examined.find(({ leg, superblock }) => !isNew(leg) && superblock && !ours.includes(superblock.uuid));
  if (foreign?.superblock) {
    return {
      decision: failed(
        'foreign-superblock',
        `leg ${foreign.leg.index} on node ${foreign.leg.nodeName} carries array ${foreign.superblock.uuid} instead of ${array.uuid}; nothing was changed. Find out which volume or epoch it belongs to before it is used`,
        { node: foreign.leg.nodeName },
      ),
    };
  }
  const later = laterHolder(attachment, examined);
  if (later) return { decision: failed('later-holder', later) };
  const member = examined.filter(({ leg, superblock }) => !isNew(leg) || (superblock && ours.includes(superblock.uuid)));
  if (array.create && !known) return { decision: create(attachment, array, member, facts) };
  if (known && known.attachmentId === attachment.attachmentId && !ours.includes(known.uuid)) {
    return {
      decision: failed(
        'foreign-history',
        `this node last ran the volume as array ${known.uuid}, and is to start ${array.uuid} without an accepted loss that leads there; nothing was changed`,
      ),
    };
  }
  return { decision: assemble(attachment, array, member, inSync, known) };
}

/**
 * Legs that may hold the last writes, as the server or this node's ledger knows; a joining leg counts once md had it in sync. The ledger counts only
 * within this attachment: before it another node may have been the client.
 */
const lastInSync = ({ attachmentId, legs }: AttachmentAssignment, known: ArrayFact | undefined): ReadonlySet<string> =>
  new Set([...legs.filter((leg) => leg.inSync).map((leg) => leg.legId), ...(known?.attachmentId === attachmentId ? known.inSyncLegs : [])]);

/**
 * The host's own check (S3): a superblock names the attachment that started the array last, and when that attachment was made. A later attachment of another
 * client means that the assignment comes from a restored database.
 */
function laterHolder({ attachmentId, volumeName, tenure }: AttachmentAssignment, examined: Examined[]): string | undefined {
  if (tenure === 0) return undefined;
  const own = parseMdHolder(mdHolder({ tenure, attachmentId }))?.attachment;
  for (const { leg, superblock } of examined) {
    const holder = parseMdHolder(superblock?.name ?? '');
    if (!holder || holder.tenure < tenure || (holder.tenure === tenure && holder.attachment === own)) continue;
    return `leg ${leg.index} on node ${leg.nodeName} was last started by attachment …${holder.attachment} of ${new Date(holder.tenure).toISOString()}, which is later than this attachment of volume ${volumeName}, so nothing was changed. The database may have been restored. Detach the volume and attach it again`;
  }
  return undefined;
}

/** The holder to write into the superblocks; undefined: they name it already, or nothing may be written. */
function holderToWrite({ attachmentId, tenure, mode }: AttachmentAssignment, examined: Examined[]): string | undefined {
  if (tenure === 0 || mode === 'readonly') return undefined;
  const holder = mdHolder({ tenure, attachmentId });
  return examined.every(({ superblock }) => !superblock || superblock.name?.split(':').at(-1) === holder) ? undefined : holder;
}

/** Superblock: null when there is none, undefined when the leg is not there (or could not be read). */
interface Examined {
  leg: AttachedLeg;
  device: string | undefined;
  superblock: MdSuperblock | null | undefined;
}

function useRunning(
  attachment: AttachmentAssignment,
  array: ArrayAssignment,
  running: MdArray,
  { trace, probe, facts }: ArrayState,
): Stage<MdArray> {
  const stop = working(must({ op: 'stop-array', device: running.device, uuid: array.uuid }));
  // Half assembled, by udev or by an interrupted run: nothing uses it, so start again from the explicit list.
  if (['inactive', 'clear'].includes(running.state)) return { decision: stop };
  if (attachment.mode === 'readonly' && !running.readOnly && !trace.top) return { decision: stop };
  if (running.state === 'broken') {
    const why = `array ${running.device} is broken: every leg of a mirror was lost at once`;
    return { decision: takeDown(attachment, running, trace, probe, { code: 'array-broken', message: why }) };
  }
  const foreign = foreignStart(attachment, running, trace, probe, facts);
  if (foreign) {
    const message = `${foreign}. Weft did not start it: it is not used, and is stopped when nobody holds it`;
    return { decision: takeDown(attachment, running, trace, probe, { code: FOREIGN_START, message }) };
  }
  return { ready: running, before: inSyncNow(attachment, array, running, trace, probe, facts) };
}

export const FOREIGN_START = 'foreign-start';

/** Such an array gets no new members: the agent stops it and assembles it in the next turn. */
function takeDown(
  attachment: AttachmentAssignment,
  { device, uuid }: MdArray,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  why: Reason,
): Decision {
  if (trace.top || why.code === FOREIGN_START) {
    if (probe.failure) return { state: 'failed', reason: probe.failure, steps: [] };
    if (probe.holders === undefined) return waiting('not-probed', `${why.message}; it is not known yet whether the volume is open`);
    if (probe.holders.length > 0) {
      const { message, processes } = busy(attachment, probe.holders, 'it is assembled again');
      return waiting(why.code, `${why.message}. ${message}`, { processes });
    }
  }
  return working(
    must(
      ...(trace.link ? [{ op: 'unpublish-device', link: attachment.volumeName } as const] : []),
      ...(trace.top ? [{ op: 'remove-mapping', name: trace.top.name } as const] : []),
      { op: 'stop-array', device, uuid },
    ),
  );
}

function create(attachment: AttachmentAssignment, array: ArrayAssignment, examined: Examined[], facts: Facts): Decision {
  if (attachment.mode === 'readonly') return neverWritten();
  const missing = examined.find(({ superblock }) => superblock === undefined);
  if (missing) return waitForLeg(missing.leg, 'an array is created on all of its legs at once');
  const ours = examined.filter(({ superblock }) => superblock);
  if (ours.length === examined.length) return assembleStep(attachment, array, examined);
  if (facts.lost) return ledgerLost(`whether array ${array.uuid} was created, and the volume used, is not known`);
  if (ours.length > 0) {
    return working(must(...ours.map(({ device }) => ({ op: 'zero-superblock', device: device ?? '', uuid: array.uuid }) as const)));
  }
  return working(
    must({
      op: 'create-array',
      name: mdName(attachment.volumeId),
      uuid: array.uuid,
      level: array.level,
      chunkBytes: attachment.stripeSizeBytes,
      dataOffsetBytes: array.dataOffsetBytes,
      bitmapChunkBytes: array.bitmapChunkBytes,
      devices: examined.map(({ device }) => device ?? ''),
      holder: attachment.tenure === 0 ? undefined : mdHolder(attachment),
    }),
  );
}

function assemble(
  attachment: AttachmentAssignment,
  array: ArrayAssignment,
  examined: Examined[],
  inSync: ReadonlySet<string>,
  known: ArrayFact | undefined,
): Decision {
  if (attachment.mode === 'readonly' && !known && examined.every(({ superblock }) => superblock === null)) return neverWritten();
  for (const { leg, superblock } of examined) {
    if (!inSync.has(leg.legId)) continue;
    if (superblock === undefined) {
      return waitForLeg(
        leg,
        'it was in sync at the last durable report and may hold newer data than the others. An administrator may also accept the loss of what only it holds',
      );
    }
    if (superblock === null) {
      return failed(
        'superblock-missing',
        `leg ${leg.index} on node ${leg.nodeName} was in sync, but carries no superblock of array ${array.uuid}; nothing was changed`,
        { node: leg.nodeName },
      );
    }
  }
  if (!examined.some(({ superblock }) => superblock)) {
    const absent = examined.find(({ superblock }) => superblock === undefined);
    return absent
      ? waitForLeg(absent.leg, 'no leg of this epoch is there')
      : failed('superblock-missing', `no leg carries array ${array.uuid}; nothing was changed`);
  }
  const forked = forkedPair(examined, inSync);
  if (forked) return failed('forked-history', forked);
  const listed = examined.filter((each) => !partnerLostIt(each, examined, inSync));
  const earlier = examined.filter(({ superblock }) => superblock && superblock.uuid === array.previousUuid);
  if (earlier.length === 0 || array.previousUuid === null) return assembleStep(attachment, array, listed);
  if (attachment.mode === 'readonly')
    return failed(
      'earlier-epoch',
      'the legs are still of the epoch before the accepted loss; attach the volume exclusively once, to begin the new one',
    );
  return working(
    must({
      op: 'rename-array',
      name: mdName(attachment.volumeId),
      uuid: array.uuid,
      previousUuid: array.previousUuid,
      devices: earlier.flatMap(({ device }) => device ?? []),
    }),
  );
}

/**
 * A leg that was not in sync and that its in-sync partner's superblock lists as missing. The agent adds it to the running array later: in the list, md could
 * take it for the newest leg if someone started it alone meanwhile.
 */
const partnerLostIt = ({ leg }: Examined, examined: Examined[], inSync: ReadonlySet<string>): boolean =>
  !inSync.has(leg.legId) &&
  examined.some(
    ({ leg: other, superblock }) =>
      inSync.has(other.legId) &&
      other.index !== leg.index &&
      other.index >> 1 === leg.index >> 1 &&
      superblock?.arrayState?.[leg.index] === '.',
  );

const haveLost = (one: Examined, other: Examined): boolean => one.superblock?.arrayState?.[other.leg.index] === '.';

/** Two legs of one mirror were in sync and were each started without the other since: contents differ, and event counts do not tell which is right. */
function forkedPair(examined: Examined[], inSync: ReadonlySet<string>): string | undefined {
  for (const one of examined) {
    const other = examined.find(({ leg }) => leg.index === (one.leg.index ^ 1) && inSync.has(leg.legId));
    if (!other || !inSync.has(one.leg.legId) || !haveLost(one, other) || !haveLost(other, one)) continue;
    return `leg ${one.leg.index} on node ${one.leg.nodeName} and leg ${other.leg.index} on node ${other.leg.nodeName} were each started without the other, so their contents differ; nothing was changed. Read both read-only to find out which is right, then accept the loss of the other`;
  }
  return undefined;
}

const assembleStep = (attachment: AttachmentAssignment, array: ArrayAssignment, examined: Examined[]): Decision =>
  working(
    must({
      op: 'assemble-array',
      name: mdName(attachment.volumeId),
      uuid: array.uuid,
      devices: examined.flatMap(({ device, superblock }) => (device !== undefined && superblock ? [device] : [])),
      readOnly: attachment.mode === 'readonly',
      // Only for an accepted loss, until the array has been reported under its new UUID.
      run: array.previousUuid !== null,
      holder: holderToWrite(attachment, examined),
    }),
  );

const neverWritten = (): Decision =>
  failed('never-written', 'this volume was never attached for writing, so there is nothing to read; attach it exclusively once first');

export const waitForLeg = (leg: AttachedLeg, why: string): Decision =>
  waiting(
    'leg-missing',
    `waits for leg ${leg.index} on node ${leg.nodeName}: ${why}. It goes on by itself when that node exports the leg and a path to it is live`,
    { node: leg.nodeName },
  );
