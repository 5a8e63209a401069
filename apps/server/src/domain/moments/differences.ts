import type { EventSeverity } from '@weft/shared/kinds/views/event';
import type { MomentChange } from '@weft/shared/kinds/views/moment';
import { withText } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import type { WatchedObject } from '../documents/event.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import { roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { type Change, changesBetween } from '../events/changes-between.js';
import { changeMessage } from '../events/event-message.js';
import { ofAttachment, ofDrive, ofDriveClass, ofNode, ofSettings, ofVolume } from '../events/watched-object.js';
import type { Recorded, RecordedName } from './recorded.js';

const MOST_FIELDS = 50;
const MOST_CHARACTERS = 200;
const ranks: readonly EventSeverity[] = ['info', 'warning', 'critical'];

interface Compared {
  kind: MomentChange['kind'];
  // biome-ignore lint/suspicious/noExplicitAny: each collection has documents of its own.
  watched: (document: any, at: Date) => WatchedObject;
  /** Fields that no event tells about. */
  // biome-ignore lint/suspicious/noExplicitAny: each collection has documents of its own.
  fields: (document: any) => object;
}

const ofLeg = (leg: VolumeDocument['legs'][number]) => ({
  ...{ drive: leg.driveSerial, node: leg.nodeName, sizeBytes: leg.spec.sizeBytes, epoch: leg.spec.epoch, role: roleOf(leg) },
  ...{ desired: leg.spec.desired, state: leg.status.state, health: leg.status.health, inSync: leg.status.inSync },
});

/** The compared collections. */
export const compared = {
  volumes: {
    kind: 'volume',
    watched: ofVolume,
    fields: ({ spec: { lastTenure, ...spec }, legs, obsoleteLegs }: VolumeDocument) => ({
      ...spec,
      legs: Object.fromEntries(legs.map((leg) => [leg.index, ofLeg(leg)])),
      obsoleteLegs: obsoleteLegs?.length ?? 0,
    }),
  },
  attachments: {
    kind: 'attachment',
    watched: ofAttachment,
    fields: ({ spec: { orderGeneration, tenure, bootId, ...spec }, exports, status: { fenced } }: AttachmentDocument) => ({
      ...spec,
      fenced,
      exports: Object.fromEntries(
        exports.map((each) => [each.nodeName, { desired: each.spec.desired, portals: each.spec.portals.length }]),
      ),
    }),
  },
  nodes: {
    kind: 'node',
    watched: ofNode,
    fields: ({ spec: { labels }, status: { inventory, orphans } }: NodeDocument) => ({
      labels,
      ...inventory,
      nics: Object.fromEntries((inventory?.nics ?? []).map((nic) => [nic.name, nic])),
      orphans: orphans.length,
    }),
  },
  drives: {
    kind: 'drive',
    watched: ofDrive,
    fields: ({ nodeName, spec: { desired }, status: { inventory, capacityBytes, allocatedBytes } }: DriveDocument) => ({
      ...{ node: nodeName, desired, ...inventory, smart: inventory.smart && { mediaErrors: inventory.smart.mediaErrors } },
      ...{ capacityBytes, allocatedBytes },
    }),
  },
  driveClasses: { kind: 'drive-class', watched: ofDriveClass, fields: ({ spec }: DriveClassDocument) => spec },
  settings: { kind: 'settings', watched: ofSettings, fields: () => ({}) },
} as const satisfies Partial<Record<RecordedName, Compared>>;

export type ComparedName = keyof typeof compared;
export const comparedNames = Object.keys(compared) as ComparedName[];

export interface Moment {
  at: Date;
  documents: readonly Recorded[];
}

/** The objects of one collection that differ between two moments. */
export function differences(name: ComparedName, before: Moment, after: Moment): MomentChange[] {
  const { kind, watched, fields }: Compared = compared[name];
  const was = new Map(before.documents.map((document) => [document._id, document]));
  const is = new Map(after.documents.map((document) => [document._id, document]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): MomentChange[] => {
    const [a, b] = [was.get(id), is.get(id)];
    const [from, to] = [a ? watched(a, before.at) : null, b ? watched(b, after.at) : null];
    const changes = changesBetween(from, to);
    const differing = a && b ? fieldsBetween(fields(a), fields(b)) : [];
    if (changes.length + differing.length === 0) return [];
    return [
      {
        ...{ kind, id, name: (to ?? from)?.name ?? id, change: a ? (b ? 'changed' : 'removed') : 'added' },
        severity: ranks[Math.max(0, ...changes.map(({ severity }) => ranks.indexOf(severity)))] ?? 'info',
        changes: changes.map(toChange),
        fields: differing,
      },
    ];
  });
}

const toChange = (change: Change): MomentChange['changes'][number] => {
  const { topic, from, to } = change;
  return { topic, from, to, ...withText(changeMessage(change)) };
};

function fieldsBetween(before: object, after: object): MomentChange['fields'] {
  const [was, is] = [new Map<string, string>(), new Map<string, string>()];
  flatten(before, '', was);
  flatten(after, '', is);
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
  return names.slice(0, MOST_FIELDS).map((field) => ({ field, from: shortened(was.get(field)), to: shortened(is.get(field)) }));
}

/** Values by dotted path. Lists are values. */
function flatten(value: unknown, path: string, into: Map<string, string>): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) {
    into.set(path, JSON.stringify(value));
    return;
  }
  for (const [key, each] of Object.entries(value)) flatten(each, path === '' ? key : `${path}.${key}`, into);
}

const shortened = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
};
