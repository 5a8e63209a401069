import { isDeepStrictEqual } from 'node:util';
import { allLegs } from './documents/volume.document.js';
import type { Slice } from './store/slice.js';

/** Requests write `spec`; reconcilers (repair too) write `status`. */
export type Writer = 'request' | 'reconciler';

/**
 * The fields that the other writer changes too, and why. Everything else has one writer. Inserted and removed parts do not count: who inserts a part
 * writes all of it. (WorldStore alone writes `orderGeneration`: the number exists only after the assignments were computed.)
 */
const sharedFields: Record<Writer, Record<string, string>> = {
  reconciler: {
    'volume.spec.sizeBytes': 'a growth is finished',
    'volume.spec.scrub': 'the schedule orders a scrub, and an ended one is no order any more',
    'volume.spec.snapshot': 'a snapshot was taken, or failed',
    'volume.spec.snapshotSetId': 'the snapshot of the volume is over',
    'volume.spec.rollBack': 'the legs of the snapshot are copied',
    'leg.spec.thin': 'the client holds the volume now: the leg is copied',
    'leg.spec.dataBytes': 'a growth is finished',
    'leg.spec.role': 'a repair marks the leg to replace, and the replacement joined or was given up',
    'leg.spec.desired': 'a replaced leg, or one whose fence is confirmed, has to go',
    'leg.spec.since': 'a leg was replaced',
    'leg.spec.why': 'a leg was replaced',
    'leg.spec.cache': 'caches are placed, ended and freed',
    'leg.spec.failureDomain': 'it follows the labels of the node',
    'attachment.spec.desired': 'the client restarted without re-attach, or refuses to detach',
    'export.spec.desired': 'fences in turn, the end of a detach, an export without legs',
    'export.spec.leftOut': 'an export without legs is not waited for',
    'export.spec.namespaces': 'legs join and leave',
    'export.spec.lastNsid': 'legs join and leave',
  },
  request: {
    'volume.status.state': 'a delete starts',
    'leg.status.state': 'a delete or a discard starts',
    'leg.status.inSync': 'an accepted loss decides which legs have the data',
    'leg.status.fencedFrom': 'a leg that leaves with an epoch waits for a fence',
    'array.status.previousUuid': 'a new epoch has a new array UUID',
    'array.status.created': 'a volume that is rolled back has the array of the snapshot',
    'array.status.copiedFrom': 'a volume that is rolled back has the array of the snapshot',
    'volume.status.vacancies': 'a volume that is rolled back has the legs of the snapshot',
    'attachment.status.state': 'a detach or a forced move starts',
  },
};

interface Part {
  spec: object;
  status: object;
}

function partsOf({ volume, attachments }: Slice): Map<string, Part> {
  const parts = new Map<string, Part>();
  if (volume) {
    parts.set(`volume ${volume._id}`, volume);
    if (volume.array) parts.set('array', volume.array);
    if (volume.growth) parts.set('growth', volume.growth);
    for (const leg of allLegs(volume)) parts.set(`leg ${leg.id}`, leg);
  }
  for (const attachment of attachments) {
    parts.set(`attachment ${attachment._id}`, attachment);
    for (const each of attachment.exports) parts.set(`export ${attachment._id} ${each.nodeId}`, each);
  }
  return parts;
}

/** @returns the changed fields that belong to another writer, such as `leg.status.state`; empty: none. */
export function foreignChanges(writer: Writer, before: Slice, after: Slice): string[] {
  const group = writer === 'request' ? 'status' : 'spec';
  const earlier = partsOf(before);
  const foreign = new Set<string>();
  for (const [key, part] of partsOf(after)) {
    const old = earlier.get(key);
    if (!old || old[group] === part[group]) continue;
    const [was, is] = [new Map(Object.entries(old[group])), new Map(Object.entries(part[group]))];
    for (const field of new Set([...was.keys(), ...is.keys()])) {
      const path = `${key.split(' ')[0]}.${group}.${field}`;
      if (!(path in sharedFields[writer]) && !isDeepStrictEqual(was.get(field), is.get(field))) foreign.add(path);
    }
  }
  return [...foreign].sort();
}
