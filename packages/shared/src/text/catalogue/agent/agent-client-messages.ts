import { entry } from '../../entry.js';
import { ids, leg0, leg1, orders, t1, t2 } from '../../examples.js';
import { bytes, count, leg, moment, node, oneOf, seconds, texts, volume, word } from '../../field.js';
import type { MessageReference } from '../../message.js';
import { at, type Words, words } from '../../words.js';

/* Reasons of an agent about attachments of its node, and about single legs of a mirror. */

const LEG = { leg, node };
const example = { leg: leg0, node: t1 };
const array = ids.other;
const named = ({ leg, node }: { leg: MessageReference; node: MessageReference }): Words => words`leg ${leg} on node ${node}`;
const UNTOUCHED = 'it was left alone, and has to be replaced';

/** Processes that hold the device; `holders`: the first of them, in words. */
const HELD = { volume, holders: texts, moreHolders: count };
interface Held {
  volume: MessageReference;
  holders: string[];
  moreHolders: number;
}
const held: Held = { volume: orders, holders: ['open on this node by postgres (pid 4711)'], moreHolders: 0 };
function busy({ volume, holders, moreHolders }: Held, then: string): Words {
  const more = moreHolders > 0 ? `, and ${moreHolders} more` : '';
  const who = holders.length > 0 ? words`${holders}${more}` : words`open on this node when it was asked to detach`;
  return words`/dev/weft/${volume} is ${who}; unmount it or stop these, then ${then}`;
}

/** An array to stop, and what holds the volume: nothing as long as `holders` is empty. */
const STOPS = { array: word, ...HELD };
const stops = (why: Words, held: Held): Words => (held.holders.length > 0 ? words`${why}. ${busy(held, 'it is assembled again')}` : why);

const NEED = {
  create: 'an array is created on all of its legs at once',
  'last-writes':
    'it was in sync at the last durable report and may hold newer data than the others. An administrator may also accept the loss of what only it holds',
  epoch: 'no leg of this epoch is there',
  'no-redundancy': 'this volume has no redundancy, every leg is needed',
};

export const attachmentReasons = {
  'limits-impossible': entry(
    { why: oneOf('no-cgroup2', 'no-io-controller', 'no-throttling') },
    {
      message: ({ why }) =>
        words`${
          {
            'no-cgroup2': 'cgroup v2 is not mounted at /sys/fs/cgroup of this node. Start it with systemd.unified_cgroup_hierarchy=1',
            'no-io-controller':
              'the io controller is not in cgroup v2 of this node: its kernel lacks it, or cgroup v1 uses it (blkio). Start it with systemd.unified_cgroup_hierarchy=1',
            'no-throttling': 'the kernel of this node was built without CONFIG_BLK_DEV_THROTTLING',
          }[why]
        }`,
      example: { why: 'no-cgroup2' },
    },
  ),
  'reattach-off': entry(
    {},
    {
      message: () =>
        words`this node has restarted since, and this attachment is not to be restored by itself; detach the volume and attach it again`,
      example: {},
    },
  ),
  'previous-attachment': entry(
    {},
    { message: () => words`an earlier attachment of this volume on this node is still being detached`, example: {} },
  ),
  /** `array`: the agent stops this array if nobody holds the volume. */
  'not-probed': entry(
    { volume, array: word.optional() },
    {
      message: ({ volume, array }) =>
        array
          ? words`array ${array} has to be stopped; it is not known yet whether ${volume} is open`
          : words`it is not known yet whether ${volume} is open`,
      example: { volume: orders },
    },
  ),
  /** `revoked`: why the volume was force-detached; the device is removed when the processes release it. */
  'device-busy': entry(
    { ...HELD, revoked: word.optional() },
    {
      message: ({ revoked, ...held }) => (revoked ? words`${revoked}: ${busy(held, 'it goes by itself')}` : busy(held, 'detach again')),
      example: held,
    },
  ),
  'device-stale': entry(
    { device: word },
    {
      message: ({ device }) =>
        words`device ${device} lies on namespaces that are gone, and is held; stop what uses it, and it is built again`,
      example: { device: `weft-${ids.other}` },
    },
  ),
  'device-size': entry(
    { device: word, sizeBytes: bytes, assignedBytes: bytes },
    {
      message: ({ device, sizeBytes, assignedBytes }) =>
        words`device ${device} has ${sizeBytes} bytes instead of ${assignedBytes}; a volume is never made smaller. The server has to correct the assignment`,
      example: { device: `weft-${ids.other}`, sizeBytes: 2_147_483_648, assignedBytes: 1_073_741_824 },
    },
  ),
  'too-small': entry(
    { legBytes: bytes, volumeBytes: bytes },
    {
      message: ({ legBytes, volumeBytes }) =>
        words`the legs offer ${legBytes} bytes, but the volume has ${volumeBytes}; the server has to correct the assignment`,
      example: { legBytes: 1_073_741_824, volumeBytes: 2_147_483_648 },
    },
  ),
  'volume-key-awaited': entry(
    { volume, keyId: word },
    {
      message: ({ volume, keyId }) =>
        words`waits for a server to send key ${keyId} of the encrypted volume ${volume}; the agent keeps keys in memory only`,
      example: { volume: orders, keyId: '3f0d1c2b4a5968778695a4b3c2d1e0f0' },
    },
  ),
  /** A device of the volume here was opened with another key than assigned, or was opened here before with another one. */
  'volume-key-differs': entry(
    { volume, found: word, keyId: word },
    {
      message: ({ volume, found, keyId }) =>
        words`volume ${volume} was opened here with another key (${found}) than is assigned now (${keyId}), and a wrong key destroys data: nothing was changed. The database may be another one or restored; compare the volume's key`,
      example: { volume: orders, found: `weft-${ids.other}-crypt-3f0d1c2b4a5968778695a4b3c2d1e0f0`, keyId: 'none' },
    },
  ),
  'leg-not-grown': entry(
    { ...LEG, sizeBytes: bytes.optional() },
    {
      message: ({ sizeBytes, ...of }) =>
        words`waits for ${named(of)} to ${sizeBytes === undefined ? 'be connected: the volume is to grow onto it' : `show its new size of ${sizeBytes} bytes`}`,
      example,
    },
  ),
  'array-not-whole': entry(
    { array: word },
    { message: ({ array }) => words`array ${array} grows when all of its legs are in sync and no copy runs`, example: { array: 'md127' } },
  ),
  'array-of-earlier-epoch': entry(STOPS, {
    message: ({ array, ...held }) => stops(words`array ${array} still runs as the epoch before the accepted loss`, held),
    example: { array: 'md127', ...held },
  }),
  'array-broken': entry(STOPS, {
    message: ({ array, ...held }) => stops(words`array ${array} is broken: every leg of a mirror was lost at once`, held),
    example: { array: 'md127', ...held },
  }),
  /** Something else than Weft started the array: with a member that is no leg of the volume, or without a leg that was in sync. */
  'foreign-start': entry(
    { ...STOPS, member: word.optional(), leg: leg.optional(), node: node.optional(), newer: oneOf('is', 'may-be') },
    {
      message: ({ array, member, leg, node, newer, ...held }) => {
        const without = leg && node ? named({ leg, node }) : 'a leg';
        const why = member
          ? words`array ${array} has member ${member}, which is no leg of volume ${held.volume}`
          : words`array ${array} runs without ${without}, which was in sync at the last durable report and ${newer.replace('-', ' ')} newer`;
        return stops(words`${why}. Weft did not start it: it is not used, and is stopped when nobody holds it`, held);
      },
      example: { array: 'md127', ...held, ...example, newer: 'may-be' },
    },
  ),
  'later-holder': entry(
    { ...LEG, volume, holder: word, since: moment },
    {
      message: ({ volume, holder, since, ...of }) =>
        words`${named(of)} was last started by attachment …${holder} of ${at(since)}, which is later than this attachment of volume ${volume}, so nothing was changed. The database may have been restored. Detach the volume and attach it again`,
      example: { ...example, volume: orders, holder: '4a5b6c', since: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'foreign-history': entry(
    { lastArray: word, assignedArray: word },
    {
      message: ({ lastArray, assignedArray }) =>
        words`this node last ran the volume as array ${lastArray}, and is to start ${assignedArray} without an accepted loss that leads there; nothing was changed`,
      example: { lastArray: array, assignedArray: ids.drive },
    },
  ),
  'earlier-epoch': entry(
    {},
    {
      message: () =>
        words`the legs are still of the epoch before the accepted loss; attach the volume exclusively once, to begin the new one`,
      example: {},
    },
  ),
  'array-shape': entry(
    { level: word, copies: count },
    {
      message: ({ level, copies }) =>
        words`this agent makes no ${level} with ${copies} copies (docs/decisions/three-way-mirrors.md); nothing was written`,
      example: { level: 'raid10', copies: 3 },
    },
  ),
  'never-written': entry(
    {},
    {
      message: () => words`this volume was never attached for writing, so there is nothing to read; attach it exclusively once first`,
      example: {},
    },
  ),
};

export const mirrorLegReasons = {
  /** `legId` alone: the target has no such leg. At a client: why it needs the leg; `member`: the array runs without it. */
  'leg-missing': entry(
    {
      legId: word.optional(),
      leg: leg.optional(),
      node: node.optional(),
      need: oneOf('create', 'last-writes', 'epoch', 'no-redundancy', 'member'),
    },
    {
      message: ({ legId, leg, node, need }) => {
        if (!leg || !node) return words`leg ${legId ?? ''} is not there yet: its drive is missing, or its LV is still being made`;
        return need === 'member'
          ? words`waits for ${named({ leg, node })}: it comes back by itself when a path to it is live`
          : words`waits for ${named({ leg, node })}: ${NEED[need]}. It goes on by itself when that node exports the leg and a path to it is live`;
      },
      example: { ...example, need: 'last-writes' },
    },
  ),
  /** `expected`: the array that was to start; absent: the array runs without this leg. */
  'foreign-superblock': entry(
    { ...LEG, array: word, expected: word.optional() },
    {
      message: ({ array, expected, ...of }) =>
        expected
          ? words`${named(of)} carries array ${array} instead of ${expected}; nothing was changed. Find out which volume or epoch it belongs to before it is used`
          : words`${named(of)} carries array ${array}, of another volume or epoch; it was left alone`,
      example: { ...example, array },
    },
  ),
  /** `array`: the array that was to start; absent: the array runs without this leg. Without a leg: no leg carries the array. */
  'superblock-missing': entry(
    { leg: leg.optional(), node: node.optional(), array: word.optional() },
    {
      message: ({ leg, node, array }) => {
        if (!leg || !node) return words`no leg carries array ${array ?? ''}; nothing was changed`;
        return array
          ? words`${named({ leg, node })} was in sync, but carries no superblock of array ${array}; nothing was changed`
          : words`${named({ leg, node })} has left the array and carries no superblock of it; ${UNTOUCHED}`;
      },
      example,
    },
  ),
  /** With another leg: two legs of one mirror. Else: one leg, while the array runs without it. */
  'forked-history': entry(
    { ...LEG, otherLeg: leg.optional(), otherNode: node.optional() },
    {
      message: ({ otherLeg, otherNode, ...of }) =>
        otherLeg && otherNode
          ? words`${named(of)} and ${named({ leg: otherLeg, node: otherNode })} were each started without the other, so their contents differ; nothing was changed. Read both read-only to find out which is right, then accept the loss of the other`
          : words`${named(of)} was started by itself while it was out, and may hold writes of its own; ${UNTOUCHED}`,
      example: { ...example, otherLeg: leg1, otherNode: t2 },
    },
  ),
  'leg-unhealthy': entry(
    { ...LEG, successor: node },
    {
      message: ({ successor, ...of }) =>
        words`${named(of)} has bad blocks and was taken out; leg ${of.leg} on node ${successor} takes its place`,
      example: { ...example, successor: t2 },
    },
  ),
  'leg-flaps': entry(
    { ...LEG, returns: count, heldSeconds: seconds },
    {
      message: ({ returns, heldSeconds, ...of }) =>
        words`${named(of)} has come and gone ${returns} times; it is taken back in ${heldSeconds} s if it stays`,
      example: { ...example, returns: 3, heldSeconds: 20 },
    },
  ),
  /** The leg is in the array, and md rebuilds it. */
  'rebuilt-in-full': entry(LEG, {
    message: (of) =>
      words`${named(of)} is rebuilt in full, because its target has lost the writes of its last second and md's marks of them were not kept (docs/decisions/incarnations.md)`,
    example,
  }),
  'held-by-drill': entry(LEG, {
    message: (of) => words`a drill has failed ${named(of)}; the agent takes it back when the drill's fault ends`,
    example,
  }),
  'leg-failing': entry(LEG, { message: (of) => words`${named(of)} has failed, and md has not released it yet`, example }),
  'recovery-running': entry(LEG, {
    message: (of) => words`${named(of)} is copied onto when the copy that runs now is done`,
    example,
  }),
  'other-leg-missing': entry(LEG, {
    message: (of) => words`${named(of)} waits: another leg of the array is missing, and md would give it that one's place`,
    example,
  }),
  'source-unreachable': entry(LEG, {
    message: (of) => words`${named(of)} waits: no half of its mirror that is in sync can be reached now, so there is nothing to copy from`,
    example,
  }),
  'first-leg-bad': entry(
    { ...LEG, first: word, firstLeg: leg.optional(), firstNode: node.optional() },
    {
      message: (of) => words`${notAdded(of)} It goes on when that one has been replaced`,
      example: { ...example, first: 'nvme1n1', firstLeg: leg1, firstNode: t2 },
    },
  ),
  'only-side-bad': entry(
    { ...LEG, first: word, firstLeg: leg.optional(), firstNode: node.optional() },
    {
      message: (of) => words`${notAdded(of)} It is the only side left of its mirror: copy what can be read to another volume`,
      example: { ...example, first: 'nvme1n1', firstLeg: leg1, firstNode: t2 },
    },
  ),
  'both-sides-bad': entry(LEG, {
    message: (of) =>
      words`${named(of)} has bad blocks, and its partner is missing or has some too: it is not taken out. Copy what can be read to another volume`,
    example,
  }),
};

interface NotAdded {
  leg: MessageReference;
  node: MessageReference;
  /** Device of the array's first leg, and that leg if it is one of this volume. */
  first: string;
  firstLeg?: MessageReference | undefined;
  firstNode?: MessageReference | undefined;
}
function notAdded({ first, firstLeg, firstNode, ...of }: NotAdded): Words {
  const bad = firstLeg && firstNode ? named({ leg: firstLeg, node: firstNode }) : first;
  return words`${named(of)} cannot be added: ${bad} has bad blocks, and mdadm (up to 4.4) adds nothing to an array whose first leg has.`;
}
