import { formatBytes, formatNeeded } from '../../units.js';
import { entry } from '../entry.js';
import { c1, leg0, leg1, orders, t1, t2 } from '../examples.js';
import { bytes, count, type DataOf, leg, message, messages, moment, node, nodes, texts, volume, word } from '../field.js';
import type { Message } from '../message.js';
import { at, listed, type Words, words } from '../words.js';

const place: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };

/** Position in the queue of repairs, and the volume's priority there. */
const line = { place: count.optional(), priority: word.optional() };
const TURN = 'nothing: it starts when its turn comes';

const inLine = ({ place, priority }: DataOf<typeof line>): string =>
  place === undefined ? '' : `; ${ordinal(place)} in line, priority ${priority}`;
const copiesOf = ({ copies, more = 0 }: { copies: readonly Message[]; more?: number | undefined }): Words =>
  more > 0 ? words`${listed(copies, ', ')} and ${more} more` : listed(copies, ', ');

interface Region {
  className: string;
  failureDomain: string;
  otherDomains: readonly string[];
}
const regionOf = ({ className, failureDomain, otherDomains }: Region): string =>
  [
    `class ${className}`,
    ...(otherDomains.length > 0 ? [`outside of ${otherDomains.map((each) => `${failureDomain} ${each}`).join(', ')}`] : []),
  ].join(', ');

/* Blockers of a leg's replacement or move: the condition RepairWaiting. */
export const repairMessages = {
  'leg-on-node': entry({ leg, node }, { message: ({ leg, node }) => words`leg ${leg} on ${node}`, example: { leg: leg0, node: t1 } }),
  'leg-at-index': entry({ legIndex: count }, { message: ({ legIndex }) => words`leg ${legIndex}`, example: { legIndex: 1 } }),
  'leg-of-volume': entry(
    { legIndex: count, volume },
    { message: ({ legIndex, volume }) => words`leg ${legIndex} of ${volume}`, example: { legIndex: 0, volume: orders } },
  ),
  'held-by-maintenance': entry(
    { leg, node, dueAt: moment },
    {
      message: ({ leg, node, dueAt }) =>
        words`leg ${leg} is lost during the maintenance of ${node}: it is not replaced before ${at(dueAt)}, the rebuildDelay after the maintenance ends`,
      waitingFor: ({ leg, node }) => words`leg ${leg} on ${node}`,
      unblockedBy: ({ node }) =>
        words`its return; or ending the maintenance of ${node}, which starts the delay; or draining ${node}, which does not wait`,
      example: { leg: leg0, node: t1, dueAt: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'move-after-growth': entry(
    { legs: messages },
    {
      message: ({ legs }) => words`the move of ${listed(legs, ', ')} starts after the volume has grown`,
      waitingFor: () => words`the growth`,
      unblockedBy: () => words`the job volume.grow`,
      example: { legs: [place] },
    },
  ),
  'move-after-redundancy': entry(
    { legs: messages, first: messages },
    {
      message: ({ legs, first }) =>
        words`the move of ${listed(legs, ', ')} starts after redundancy is restored: ${listed(first, ', ')} is not in sync`,
      waitingFor: ({ first }) => listed(first, ', '),
      unblockedBy: ({ first }) => words`a resync or replacement of ${listed(first, ', ')}`,
      example: { legs: [place], first: [{ code: 'leg-on-node', params: { leg: leg1, node: t2 } }] },
    },
  ),
  'repair-needs-attachment': entry(
    {},
    {
      message: () => words`a leg is due for replacement, but only a client with an exclusive attachment can resync a mirror`,
      waitingFor: () => words`an exclusive attachment`,
      unblockedBy: () => words`attaching the volume`,
      example: {},
    },
  ),
  'repair-needs-array': entry(
    { client: node, health: word },
    {
      message: ({ client, health }) =>
        words`a leg is due for replacement, but the volume is ${health} on ${client}: its array does not run, or its state is unknown`,
      waitingFor: ({ client }) => words`the array on ${client}`,
      unblockedBy: ({ health }) => words`removing the cause of ${health}: see the condition Healthy`,
      example: { client: c1, health: 'unavailable' },
    },
  ),
  /** `otherLegs`: the other legs of its mirror set. */
  'leg-without-source': entry(
    { legIndex: count, otherLegs: messages },
    {
      message: ({ legIndex, otherLegs }) =>
        words`leg ${legIndex} has nothing to be copied from: ${listed(otherLegs, ', ')} is not readable either`,
      waitingFor: ({ otherLegs }) => listed(otherLegs, ', '),
      unblockedBy: ({ otherLegs }) => words`${listed(otherLegs, ', ')} being in sync and within reach again`,
      example: { legIndex: 1, otherLegs: [place] },
    },
  ),
  'repair-needs-history': entry(
    { nodes },
    {
      message: ({ nodes }) =>
        words`${nodes} ${nodes.length === 1 ? 'follows' : 'follow'} another history than this database: no leg is replaced meanwhile`,
      waitingFor: ({ nodes }) => words`an administrator, who accepts this database's history for ${nodes}`,
      unblockedBy: () => words`POST /api/v1/history-acceptances, or a newer backup of the database`,
      example: { nodes: [t1] },
    },
  ),
  /** `drives`: drives outside of the other failure domains without a leg of the volume; `freeBytes`: of the emptiest of them. */
  'leg-needs-drive': entry(
    {
      ...{ legIndex: count, neededBytes: bytes, className: word, failureDomain: word, otherDomains: texts },
      ...{ drives: count, freeBytes: bytes, notCounted: messages },
    },
    {
      message: ({ legIndex, drives, freeBytes, notCounted, ...wanted }) => {
        const has =
          drives === 0 ? 'there is no drive without a leg of it' : `the emptiest of ${drives} drives has ${formatBytes(freeBytes)} free`;
        const rest = notCounted.length > 0 ? words`. Not counted: ${notCounted}` : '';
        return words`leg ${legIndex} needs a drive with ${formatNeeded(wanted.neededBytes)} free: in ${regionOf(wanted)}, ${has}${rest}`;
      },
      waitingFor: (wanted) => words`a drive with ${formatNeeded(wanted.neededBytes)} free in ${regionOf(wanted)}`,
      unblockedBy: () => words`the return of the leg, or taking drives into service or freeing space there`,
      example: {
        ...{ legIndex: 1, neededBytes: 2 ** 30, className: 'fast', failureDomain: 'node', otherDomains: ['t1'] },
        ...{ drives: 1, freeBytes: 2 ** 29, notCounted: [] },
      },
    },
  ),
  /** `source`: the drive that the leg is copied from, if that one is busy; else `drives` others are. `more`: copies beside those listed. */
  'leg-waits-for-copies': entry(
    {
      ...{ legIndex: count, copies: messages, more: count.optional(), source: message.optional(), drives: count.optional() },
      ...{ mostPerNode: count, mostPerDrive: count, ...line },
    },
    {
      message: ({ legIndex, source, drives = 0, mostPerNode, mostPerDrive, ...waits }) => {
        const busy = source ? words`drive ${source}, which it is copied from` : `the ${drives} drives that could take it`;
        return words`leg ${legIndex} waits for the copies of ${copiesOf(waits)} on ${busy} (at most ${mostPerNode} on a target, ${mostPerDrive} on a drive)${inLine(waits)}`;
      },
      waitingFor: (waits) => words`the copies of ${copiesOf(waits)}`,
      unblockedBy: () => words`${TURN}`,
      example: {
        ...{ legIndex: 1, copies: [{ code: 'leg-of-volume', params: { legIndex: 0, volume: orders } }], more: 2, drives: 2 },
        ...{ mostPerNode: 2, mostPerDrive: 1, place: 3, priority: 'normal' },
      },
    },
  ),
  'leg-yields': entry(
    { legIndex: count, volume, volumePriority: word, ...line },
    {
      message: ({ legIndex, volume, volumePriority, ...waits }) =>
        words`leg ${legIndex} waits for its turn: ${volume} (priority ${volumePriority}) goes first on what both need${inLine(waits)}`,
      waitingFor: ({ volume }) => words`the repair of ${volume}`,
      unblockedBy: () => words`${TURN}`,
      example: { legIndex: 1, volume: orders, volumePriority: 'high', place: 2, priority: 'normal' },
    },
  ),
  'leg-out-of-reach': entry(
    { legIndex: count, cause: message },
    {
      message: ({ legIndex, cause }) => words`leg ${legIndex} finds room where its client does not reach it (${cause})`,
      waitingFor: () => words`a path from the client to a target with room`,
      unblockedBy: () => words`what the message names`,
      example: { legIndex: 1, cause: { code: 'service-ids-used-up', params: { target: t2, firstId: 10_000, lastId: 32_767 } } },
    },
  ),
};

function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`;
}
