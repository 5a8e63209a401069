import { dmName, dmUuid } from '@weft/shared/identity';
import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Process } from '@weft/shared/messages/report';
import type { FastState, MdArray, MdMember, MdSuperblock } from '../host/host.js';
import { type AttachmentTrace, traceAttachment } from '../plan/attachment-trace.js';
import type { AttachmentProbe, World } from '../plan/plan.js';
import type { AgentReason } from '../reason/reason.js';
import { CLIENT, contentFor, id } from './example-cluster.js';
import { emptyFast, UP, world } from './example-world.js';

/** Leg n is on target n, as nvme<n>n1. */
export interface Half {
  /** Its place in the array; by default the same as its number. */
  index?: number;
  role?: AttachedLeg['role'];
  inSync?: boolean;
  live?: boolean;
  /** Its namespace is visible. */
  head?: boolean;
  /** Default: no. */
  anchor?: boolean;
  /** In force on its controller, seconds. */
  limit?: number;
  /** Assigned, seconds. */
  failAfter?: number;
  /** Of its namespace. Default: the kernel shows none. */
  nguid?: string;
  /** Number of the leg whose target and subsystem it shares. */
  beside?: number;
  /** md's member for it, as a change of an active member. Null: none. */
  md?: Partial<MdMember> | null;
  /** Absent: not read. */
  superblock?: Partial<MdSuperblock> | null | undefined;
  unread?: AgentReason;
}

export interface MirrorChange {
  /** Null: no array runs. */
  running?: Partial<MdArray> | null;
  /** The array runs under the UUID of the previous epoch. */
  previous?: boolean;
  /** The volume has its device and its name. */
  device?: boolean;
  /** Holders of the device. Absent: not requested. */
  holders?: Process[];
  failure?: AgentReason;
  array?: Partial<NonNullable<AttachmentAssignment['array']>>;
  mode?: AttachmentAssignment['mode'];
  around?: Partial<World>;
}

export interface ExampleMirror {
  attachment: AttachmentAssignment;
  array: NonNullable<AttachmentAssignment['array']>;
  running: MdArray;
  fast: FastState;
  trace: AttachmentTrace;
  probe: AttachmentProbe;
  world: World;
}

/** A client with a raid10 of these legs, as it is on the host. */
export function exampleMirror(halves: readonly Half[], change: MirrorChange = {}): ExampleMirror {
  const content = contentFor(CLIENT, { ...UP, protection: 'raid10', mode: change.mode ?? 'exclusive' });
  const [attachment] = content.attachments;
  const [first] = attachment?.legs ?? [];
  const [path] = first?.paths ?? [];
  if (!attachment?.array || !first || !path) throw new Error('the example is a mirror');
  Object.assign(attachment.array, change.array);
  const fast = emptyFast();
  const superblocks = new Map<string, MdSuperblock | null>();
  const unread = new Map<string, AgentReason>();
  const members: MdMember[] = [];
  attachment.legs = halves.map((half, at) => {
    const { index = at, role = 'member', inSync = role !== 'joining', live = true, head = true, md = {}, superblock } = half;
    const { anchor = false, limit = 5, failAfter = 5, nguid = '', beside = at } = half;
    const subsystemNqn = first.subsystemNqn.replace(id('node', 1), id('node', beside + 1));
    const device = `nvme${at}n1`;
    if (head) fast.heads.push({ subsystemNqn, nsid: 1, uuid: id('leg', at), nguid, device, sizeBytes: first.sizeBytes });
    fast.controllers.push({
      ...{ ...path, name: `nvme${at}`, subsystemNqn, hostNqn: content.hostNqn, fastIoFailSeconds: limit },
      state: live ? 'live' : 'connecting',
    });
    if (md !== null) members.push({ device, flags: ['in_sync'], slot: index, errors: 0, badBlocks: 0, ...md });
    if (half.unread) unread.set(`/dev/${device}`, half.unread);
    if (superblock !== undefined) superblocks.set(`/dev/${device}`, superblock && { ...SUPERBLOCK, ...superblock });
    const node = { nodeId: id('node', at + 1), nodeName: `t${at + 1}` };
    return { ...first, ...node, legId: id('leg', at), index, role, inSync, anchor, fastIoFailSeconds: failAfter, subsystemNqn, nsid: 1 };
  });
  const running = { ...ARRAY, members, ...change.running };
  if (change.running !== null) fast.arrays.push(running);
  if (change.previous) fast.arrays.push({ ...ARRAY, device: 'md126', uuid: id('array', 0), members });
  if (change.device) {
    const name = dmName(attachment.volumeId);
    fast.mappings.push({
      name,
      uuid: dmUuid(name),
      device: 'dm-0',
      sizeBytes: attachment.sizeBytes,
      suspended: false,
      under: ['md127'],
    });
    fast.links.push({ name: attachment.volumeName, target: '/dev/dm-0' });
  }
  const { holders, failure } = change;
  const probe: AttachmentProbe = { superblocks, unread, ...(holders ? { holders } : {}), ...(failure ? { failure } : {}) };
  const probes = new Map([[attachment.attachmentId, probe]]);
  const trace = traceAttachment(attachment, fast);
  return { attachment, array: attachment.array, running, fast, trace, probe, world: world(content, { fast, probes, ...change.around }) };
}

const SUPERBLOCK: MdSuperblock = { uuid: id('array', 1), level: 'raid10', events: 5, deviceRole: '0', arrayState: null, badBlocks: false };
const ARRAY: MdArray = {
  ...{ device: 'md127', uuid: id('array', 1), level: 'raid10', state: 'clean', degraded: 0, raidDisks: 4, sizeBytes: 2 ** 27 },
  ...{ syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, syncSpeedLimits: null, readOnly: false, members: [] },
};
