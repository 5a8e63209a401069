import { c1, drive0, orders, t1 } from '../examples.js';
import { bytes, drive, node, nodes, volume, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';
import { all, neededText } from './phrases.js';

/* Errors of snapshots, clones and roll-backs. */
export const snapshotErrors = {
  'snapshot-not-found': error('not-found', { id: word }, ({ id }) => words`There is no snapshot ${id}.`, { id: orders.id }),
  'snapshot-needs-thin': error(
    'not-possible',
    { volume },
    ({ volume }) => words`Volume ${volume} is not thin: only thin volumes have snapshots. A volume is thin from its creation.`,
    { volume: orders },
  ),
  'snapshot-needs-state': error(
    'wrong-state',
    { volume, state: word },
    ({ volume, state }) =>
      words`Volume ${volume} is ${state}. A snapshot needs an available volume whose legs are all made, without a growth, roll-back or new epoch.`,
    { volume: orders, state: 'creating' },
  ),
  'array-short': error(
    'wrong-state',
    { volume },
    ({ volume }) =>
      words`Volume ${volume} has grown while no client had it attached, and its array still has the old size. Only a client that may write grows it: attach the volume for writing once, then take the snapshot or attach it for reading.`,
    { volume: orders },
  ),
  'snapshot-being-taken': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`A snapshot of volume ${volume} is being taken. That ends within a minute or two: try again.`,
    { volume: orders },
  ),
  'snapshot-of-several-clients': error(
    'in-use',
    { clients: nodes },
    ({ clients }) =>
      words`The volumes are attached for writing to more than one client: ${all(clients)}. One client can hold its own volumes only: take one snapshot for each client.`,
    { clients: [c1, t1] },
  ),
  'snapshot-client-busy': error(
    'wrong-state',
    { volume, client: node, state: word },
    ({ volume, client, state }) => words`Volume ${volume} is ${state} on ${client}. Take the snapshot when it is attached or detached.`,
    { volume: orders, client: c1, state: 'detaching' },
  ),
  'client-cannot-freeze': error(
    'not-possible',
    { client: node },
    ({ client }) =>
      words`Node ${client} cannot hold volumes for a snapshot: its agent is of an earlier version. Upgrade it, or detach the volume.`,
    { client: c1 },
  ),
  'pool-takes-no-copies': error(
    'insufficient-space',
    { drive, node, neededBytes: bytes, freeBytes: bytes },
    ({ drive, node, neededBytes, freeBytes }) =>
      words`The pool of drive ${drive} on ${node} can promise ${neededText(freeBytes)} more, and the copy needs ${neededText(neededBytes)}. Delete snapshots, free space on the drive, or raise the over-provisioning ratio of the drive class. A pool that is filled to poolStopPercent, or that failed, takes none.`,
    { drive: drive0, node: t1, neededBytes: 2 ** 31, freeBytes: 2 ** 30 },
  ),
  'copy-of-many': error(
    'not-possible',
    { volume },
    ({ volume }) =>
      words`${volume} is a copy of a copy of eight others, and none of them was ever attached. Attach it once, so that its legs get their own identity.`,
    { volume: orders },
  ),
  'snapshot-not-ready': error(
    'wrong-state',
    { snapshot: volume, state: word },
    ({ snapshot, state }) => words`Snapshot ${snapshot} is ${state}. Only one that is ready can be used or deleted.`,
    { snapshot: orders, state: 'pending' },
  ),
  'snapshot-is-readonly': error(
    'not-possible',
    { snapshot: volume },
    ({ snapshot }) => words`${snapshot} is a snapshot: attach it with mode readonly, or make a clone of it and attach that.`,
    { snapshot: orders },
  ),
  'snapshot-not-changeable': error(
    'not-possible',
    { snapshot: volume },
    ({ snapshot }) => words`${snapshot} is a snapshot: it does not change. Make a clone of it.`,
    { snapshot: orders },
  ),
  'copy-read-once-first': error(
    'wrong-state',
    { volume, client: node },
    ({ volume, client }) =>
      words`Client ${client} is giving the legs of ${volume} their own identity, which only one client may do. Attach it again when it is attached there.`,
    { volume: orders, client: c1 },
  ),
  'roll-back-needs-volume': error(
    'not-possible',
    { snapshot: volume },
    ({ snapshot }) => words`The volume of snapshot ${snapshot} does not exist any more. Make a clone of the snapshot.`,
    { snapshot: orders },
  ),
  'roll-back-needs-size': error(
    'not-possible',
    { volume, sizeBytes: bytes },
    ({ volume, sizeBytes }) =>
      words`Volume ${volume} had ${neededText(sizeBytes)} when the snapshot was taken, and has grown since. A volume does not shrink: make a clone of the snapshot.`,
    { volume: orders, sizeBytes: 2 ** 30 },
  ),
  'volume-rolling-back': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} is being rolled back. Its job shows what it waits for.`,
    { volume: orders },
  ),
};
