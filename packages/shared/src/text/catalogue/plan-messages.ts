import { entry } from '../entry.js';
import { drive0, drive1, leg0, orders, t1, t2 } from '../examples.js';
import { count, drive, leg, message, messages, node, volume, volumes, word, yes } from '../field.js';
import type { Message } from '../message.js';
import { listed, words } from '../words.js';

const legOn0: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };

/* Plans of changes: what happens, and remarks. */
export const planMessages = {
  /** `needsAttachment`: no client has the volume attached exclusive now. */
  'leg-moves': entry(
    { leg, volume, drive, node, needsAttachment: yes },
    {
      message: ({ leg, volume, drive, node, needsAttachment }) => {
        const then = needsAttachment ? ', once a client has the volume attached exclusive: nobody else copies a mirror' : '';
        return words`leg ${leg} of ${volume} moves to drive ${drive} of ${node}${then}`;
      },
      example: { leg: leg0, volume: orders, drive: drive0, node: t2, needsAttachment: true },
    },
  ),
  'leg-without-place': entry(
    { legIndex: count },
    { message: ({ legIndex }) => words`leg ${legIndex} finds no place`, example: { legIndex: 1 } },
  ),
  /** A part of a plan: the move of one leg. */
  'move-between-drives': entry(
    { leg, volume, fromDrive: drive, fromNode: node, toDrive: drive, toNode: node },
    {
      message: ({ leg, volume, fromDrive, fromNode, toDrive, toNode }) =>
        words`Leg ${leg} of ${volume}: from drive ${fromDrive} of ${fromNode} to drive ${toDrive} of ${toNode}`,
      example: { leg: leg0, volume: orders, fromDrive: drive0, fromNode: t1, toDrive: drive1, toNode: t2 },
    },
  ),
  'agent-offline': entry({}, { message: () => words`its agent is not connected: it begins when the agent is back`, example: {} }),
  'placed-as-now': entry(
    {},
    {
      message: () =>
        words`The legs are placed as of now. The server decides on each leg in its turn: one leg of a volume at a time, few on one drive or node at once. The client decides then which leg of a mirror blocks I/O (fast_io_fail_tmo).`,
      example: {},
    },
  ),
  'move-not-planned': entry(
    { volume, reason: message },
    {
      message: ({ volume, reason }) => words`${volume}: ${reason}. The plan lists no commands for it.`,
      example: { volume: orders, reason: { code: 'leg-without-place', params: { legIndex: 1 } } },
    },
  ),
  'more-legs-wait': entry({ legs: count }, { message: ({ legs }) => words`${legs} more legs find no place now.`, example: { legs: 3 } }),
  /** `moreVolumes`: volumes beside those listed. */
  'moves-not-planned': entry(
    { legs: count, volumes, moreVolumes: count.optional() },
    {
      message: ({ legs, volumes, moreVolumes = 0 }) => {
        const more = moreVolumes > 0 ? ` and ${moreVolumes} more volumes` : '';
        return words`Not worked out here: ${legs} more ${legs === 1 ? 'leg' : 'legs'}, of ${volumes}${more}. They move by the same steps.`;
      },
      example: { legs: 5, volumes: [orders], moreVolumes: 3 },
    },
  ),
  'move-needs-available': entry({ state: word }, { message: ({ state }) => words`it is ${state}`, example: { state: 'deleting' } }),
  'move-needs-array': entry({}, { message: () => words`it was never attached, so it has no array that could be copied`, example: {} }),
  'move-after-copy': entry({}, { message: () => words`another leg of it is copied now, and comes first`, example: {} }),
  'move-after-loss': entry(
    { legs: messages },
    {
      message: ({ legs }) =>
        words`${legs.length > 0 ? listed(legs, ', ') : 'a leg of it'} is lost, and is replaced first; how depends on what md can still read`,
      example: { legs: [legOn0] },
    },
  ),
  'no-commands-for-maintenance': entry(
    { node },
    {
      message: ({ node }) =>
        words`No agent runs a command for it. The server alone keeps new legs away from ${node}, and replaces none of its legs meanwhile.`,
      example: { node: t1 },
    },
  ),
  'epoch-starts-at-attach': entry(
    { volume, epoch: count },
    {
      message: ({ volume, epoch }) =>
        words`Nobody has ${volume} attached. Epoch ${epoch} starts with the next attach; its plan lists the commands then.`,
      example: { volume: orders, epoch: 2 },
    },
  ),
  'leg-withheld-later': entry(
    { leg, node },
    {
      message: ({ leg, node }) =>
        words`${node} is offline. When it is back, its agent exports leg ${leg} to nobody and keeps its data. The commands depend on its exports at that time, so the plan lists none.`,
      example: { leg: leg0, node: t1 },
    },
  ),
  'commands-unknown': entry(
    { volume: volume.optional(), why: message },
    {
      message: ({ volume, why }) =>
        words`The commands for ${volume ?? 'this change'} cannot be planned in its present state: ${why}. The change itself may be possible.`,
      example: { volume: orders, why: { code: 'resync-does-not-end', params: {} } },
    },
  ),
  'resync-does-not-end': entry({}, { message: () => words`the resync of its new leg does not end in the rehearsal`, example: {} }),
  'starts-without-change': entry(
    {},
    { message: () => words`its client would start it without the change, as far as the server knows`, example: {} },
  ),
  'array-not-rehearsed': entry({}, { message: () => words`its array cannot be rehearsed`, example: {} }),
};
