import { dmCryptName, dmName, dmStripeName, dmUuid } from '@weft/shared/identity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { bytesPerSet, hasArrayPerSet } from '@weft/shared/mirrors/mirror-set-arrays';
import type { DmMapping, MdArray } from '../../host/host.js';
import type { DmSegment, Operation } from '../../host/operations.js';
import { legOn } from '../../reason/leg-on.js';
import { type AttachmentTrace, headPath, legsInOrder, liveHead, pointsTo } from '../attachment-trace.js';
import { type AttachmentProbe, type Decision, failed, must, waiting, working } from '../plan.js';
import type { VolumeArray } from '../volume-array.js';
import { withKey } from '../volume-key.js';
import { waitForLeg } from './plan-array.js';

/*
 * The dm devices of an attachment: exactly the requested size on top, and `/dev/weft/<volume>`.
 *  - nothing there: build from the bottom, then statistics, then the name. The name comes last, so that a device found under
 *    its name is complete.
 *  - shorter than assigned: grow the array first, when all legs show their new size and no resync runs, then the devices from the bottom up. Until
 *    then build the device at its present size, because a lost leg is replaced only while the volume is in use.
 *    Of several arrays each one grows, then the striped device over them.
 *    A leg appended to a concatenation is one more segment of its table; while it is unreachable, the device stays as it is.
 *  - encrypted: a dm-crypt device between the legs' devices and the top. Building and growing it wait for the volume's key, which a server sends;
 *    one that runs needs no key. Whatever was opened with another key than assigned is left alone.
 *  - there and right: kept. On devices that no longer exist (heads came back under other names): rebuilt, if nothing holds it.
 */
export function planMapping(
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  array: VolumeArray | null,
  probe: AttachmentProbe,
  keyIds: readonly string[] = [],
): Decision | null {
  const decision = planLayers(attachment, trace, array, probe);
  return decision && withKey(attachment, decision, keyIds);
}

function planLayers(
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  array: VolumeArray | null,
  probe: AttachmentProbe,
): Decision | null {
  if (!array || array.sizeBytes >= attachment.sizeBytes || attachment.mode === 'readonly')
    return planDevices(attachment, trace, array, probe);
  const growth = growArray(attachment, array, trace);
  if (growth.steps.length > 0) return growth;
  return planDevices({ ...attachment, sizeBytes: trace.top?.sizeBytes ?? array.sizeBytes }, trace, array, probe) ?? growth;
}

function planDevices(
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  array: VolumeArray | null,
  probe: AttachmentProbe,
): Decision | null {
  const name = dmName(attachment.volumeId);
  const publish: Operation[] = [
    { op: 'create-stats', name },
    { op: 'publish-device', link: attachment.volumeName, name },
  ];
  if (trace.top) {
    if (trace.top.sizeBytes > attachment.sizeBytes) {
      return failed('device-size', { device: name, sizeBytes: trace.top.sizeBytes, assignedBytes: attachment.sizeBytes });
    }
    if (isStale(attachment, trace, array)) return rebuild(name, attachment, trace, probe);
    if (trace.top.sizeBytes < attachment.sizeBytes) return growMapping(attachment, trace, array);
    return trace.link && pointsTo(trace.link, trace.top) ? null : working(must(...publish));
  }
  const capacity = array ? array.sizeBytes : attachment.legs.reduce((sum, leg) => sum + leg.dataBytes, 0);
  if (capacity < attachment.sizeBytes) {
    return failed('too-small', { legBytes: capacity, volumeBytes: attachment.sizeBytes });
  }
  const layout = layoutOf(attachment, trace, array);
  if ('decision' in layout) return layout.decision;
  return working(
    must(
      ...(layout.stripe && !trace.stripe ? [{ op: 'create-striped', ...layout.stripe } as const] : []),
      ...openCrypt(layout, trace, attachment),
      { op: 'create-linear', ...layout.top },
      ...publish,
    ),
  );
}

type TableOf<Name extends Operation['op']> = Omit<Extract<Operation, { op: Name }>, 'op'>;
interface Layout {
  top: TableOf<'create-linear'>;
  stripe: TableOf<'create-striped'> | null;
  crypt: TableOf<'create-crypt'> | null;
}

/** An interrupted growth may have left it shorter. */
function openCrypt({ crypt }: Layout, trace: AttachmentTrace, { sizeBytes }: AttachmentAssignment): Operation[] {
  if (!crypt) return [];
  if (!trace.crypt) return [{ op: 'create-crypt', ...crypt }];
  return trace.crypt.sizeBytes < sizeBytes ? [{ op: 'resize-crypt', ...crypt }] : [];
}

/** The tables for the current assignment and the current devices. */
function layoutOf(attachment: AttachmentAssignment, trace: AttachmentTrace, array: VolumeArray | null): Layout | { decision: Decision } {
  const name = dmName(attachment.volumeId);
  const readOnly = attachment.mode === 'readonly';
  const top = (segments: DmSegment[]): Layout['top'] => ({ name, uuid: dmUuid(name), segments, readOnly });
  const all = (device: string): DmSegment[] => [{ startBytes: 0, lengthBytes: attachment.sizeBytes, device, offsetBytes: 0 }];
  const over = (segments: DmSegment[], stripe: Layout['stripe']): Layout => {
    if (!attachment.encryption) return { top: top(segments), stripe, crypt: null };
    const { keyId } = attachment.encryption;
    const crypt = dmCryptName(attachment.volumeId, keyId);
    return { top: top(all(`/dev/mapper/${crypt}`)), stripe, crypt: { name: crypt, uuid: dmUuid(crypt), keyId, segments, readOnly } };
  };
  const striped = (devices: string[]): Layout => {
    const stripe = dmStripeName(attachment.volumeId);
    return over(all(`/dev/mapper/${stripe}`), stripes(attachment, stripe, devices, readOnly));
  };
  if (array?.sets) return striped(array.sets.map(({ device }) => `/dev/${device}`));
  if (array) return over(all(`/dev/${array.device}`), null);
  const devices: string[] = [];
  for (const leg of legsInOrder(attachment)) {
    const head = liveHead(leg, trace);
    if (!head) return { decision: waitForLeg(leg, 'no-redundancy') };
    devices.push(headPath(head));
  }
  return attachment.protection === 'raid0' ? striped(devices) : over(concatenation(attachment, devices), null);
}

/** Why growing has to wait; null: every leg shows its client the assigned size. */
function notGrown(attachment: AttachmentAssignment, trace: AttachmentTrace): Decision | null {
  const short = attachment.legs.find((leg) => (trace.heads.get(leg.legId)?.sizeBytes ?? 0) < leg.sizeBytes);
  if (!short) return null;
  const sizeBytes = trace.heads.has(short.legId) ? short.sizeBytes : undefined;
  return waiting('leg-not-grown', { ...legOn(short), sizeBytes }, { node: short.nodeName });
}

function growArray(attachment: AttachmentAssignment, array: VolumeArray, trace: AttachmentTrace): Decision {
  const short = notGrown(attachment, trace);
  if (short) return short;
  if (array.degraded > 0 || array.syncAction !== 'idle') return waiting('array-not-whole', { array: array.device });
  const grow = ({ device, uuid }: MdArray, sizeBytes: number): Operation => ({ op: 'grow-array', array: device, uuid, sizeBytes });
  if (!array.sets) return working(must(grow(array, attachment.sizeBytes)));
  const each = bytesPerSet(attachment.sizeBytes, attachment.stripeSizeBytes, array.sets.length);
  return working(must(...array.sets.filter(({ sizeBytes }) => sizeBytes < each).map((set) => grow(set, each))));
}

function growMapping(attachment: AttachmentAssignment, trace: AttachmentTrace, array: VolumeArray | null): Decision {
  const short = array ? null : notGrown(attachment, trace);
  if (short) return short;
  const layout = layoutOf(attachment, trace, array);
  if ('decision' in layout) return layout.decision;
  return working(
    must(
      ...(layout.stripe ? [{ op: 'resize-striped', ...layout.stripe } as const] : []),
      ...(layout.crypt ? [{ op: 'resize-crypt', ...layout.crypt } as const] : []),
      { op: 'resize-linear', ...layout.top },
    ),
  );
}

/** Each leg provides its data bytes in order of index; the last segment is cut. */
function concatenation(attachment: AttachmentAssignment, devices: string[]): DmSegment[] {
  const segments: DmSegment[] = [];
  let startBytes = 0;
  for (const [at, leg] of legsInOrder(attachment).entries()) {
    const lengthBytes = Math.min(leg.dataBytes, attachment.sizeBytes - startBytes);
    if (lengthBytes <= 0) break;
    segments.push({ startBytes, lengthBytes, device: devices[at] ?? '', offsetBytes: 0 });
    startBytes += lengthBytes;
  }
  return segments;
}

/** dm-stripe takes whole chunks per leg only (kernel: drivers/md/dm-stripe.c, stripe_ctr), so it may be longer than the volume. */
function stripes(attachment: AttachmentAssignment, name: string, devices: string[], readOnly: boolean): NonNullable<Layout['stripe']> {
  const perLeg = bytesPerSet(attachment.sizeBytes, attachment.stripeSizeBytes, devices.length);
  return {
    name,
    uuid: dmUuid(name),
    chunkBytes: attachment.stripeSizeBytes,
    lengthBytes: perLeg * devices.length,
    devices,
    readOnly,
  };
}

/** True when the mapping lies on devices other than the current array or heads. Unknown heads (all paths lost for now) prove nothing. */
export function isStale(attachment: AttachmentAssignment, trace: AttachmentTrace, array: VolumeArray | null): boolean {
  const isStriped = attachment.protection === 'raid0' || (attachment.array !== null && hasArrayPerSet(attachment.array));
  const highest = attachment.encryption ? trace.crypt : trace.top;
  const lowest = isStriped ? trace.stripe : highest;
  if (attachment.encryption && !isOver(trace.top, trace.crypt)) return true;
  if (array) {
    const devices = (array.sets ?? [array]).map(({ device }) => device);
    return !devices.every((device) => lowest?.under.includes(device)) || (isStriped && !isOver(highest, trace.stripe));
  }
  if (trace.heads.size < attachment.legs.length) return false;
  const today = new Set([...trace.heads.values()].map((head) => head.device));
  return (
    // A force detach makes the mapping fail, which leaves nothing under it; a process may have held it open until now.
    !lowest ||
    lowest.under.length === 0 ||
    lowest.under.some((device) => !today.has(device)) ||
    (isStriped && !isOver(highest, trace.stripe))
  );
}

const isOver = (upper: DmMapping | undefined, lower: DmMapping | undefined): boolean =>
  lower !== undefined && (upper?.under.includes(lower.device) ?? false);

function rebuild(name: string, attachment: AttachmentAssignment, trace: AttachmentTrace, probe: AttachmentProbe): Decision {
  if (probe.failure) return { state: 'failed', reason: probe.failure, steps: [] };
  if (probe.holders === undefined || probe.holders.length > 0) {
    return waiting('device-stale', { device: name }, { processes: probe.holders ?? [] });
  }
  const steps: Operation[] = [];
  if (trace.link) steps.push({ op: 'unpublish-device', link: attachment.volumeName });
  steps.push({ op: 'remove-mapping', name });
  if (trace.crypt) steps.push({ op: 'remove-mapping', name: trace.crypt.name });
  if (trace.stripe) steps.push({ op: 'remove-mapping', name: trace.stripe.name });
  return working(must(...steps));
}
