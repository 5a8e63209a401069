import {
  type FailureDomain,
  isMirrored,
  isStriped,
  type Protection,
  type VolumeCreate,
  type VolumeUpdate,
} from '@weft/shared/kinds/volume';
import { MOST_COPIES } from '@weft/shared/mirror-sets';
import { type Document, isDocument } from '../dialect/document.js';
import { badField, noCounterpart, Refusal } from '../dialect/reasons.js';
import { BLOCK_BYTES, protectionOf } from '../nouns/raid-levels.js';
import { rebuildPriorityOf } from '../nouns/rebuild-priorities.js';
import { bytesOf } from './capacity.js';

/** Length of a stripe when a request gives none: 32 blocks, as NVMesh has it. */
const DEFAULT_STRIPE_BLOCKS = 32;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);

const CLASS_INSTEAD = 'Make a drive class of these drives, and name it in diskClasses.';
/** Fields that only an empty value may have, because Weft has nothing like them. */
const withoutCounterpart: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  VPG: ['volume provisioning groups', 'Give RAIDLevel and diskClasses.'],
  serverClasses: ['target classes', 'Make a drive class with a selector of these nodes, and name it in diskClasses.'],
  limitByDisks: ['a limit to drives in the volume', CLASS_INSTEAD],
  limitByNodes: ['a limit to targets in the volume', CLASS_INSTEAD],
  dataBlocks: ['erasure coding', 'Use a mirrored RAID level.'],
  parityBlocks: ['erasure coding', 'Use a mirrored RAID level.'],
  VSGs: ['volume security groups', 'Give roles in Weft volume groups (docs/access.md).'],
  enableNVMf: ['NVMf targets of a client', 'Weft exports legs by NVMe-oF itself: attach the volume to its client.'],
  selectedClientsForNvmf: ['NVMf targets of a client', 'Attach the volume to its client.'],
  enableCrcCheck: ['a CRC of blocks', 'Leave it out.'],
  ignoreNodeSeparation: ['mirror halves on one target', 'Weft keeps the halves of a mirror on different nodes.'],
  isEncrypted: ["the clients' passphrases", 'Create the volume in Weft, which keeps the key (docs/encryption.md).'],
  isReadOnly: ['read-only volumes', 'Attach the volume with SHARED_READ_ONLY.'],
  sourceID: ['snapshots', 'Leave it out.'],
  sourceUUID: ['snapshots', 'Leave it out.'],
  use_debug_di: ['debug information of drives', 'Leave it out.'],
  allowAllocationOnOfflineDrives: ['allocation on offline drives', 'Leave it out.'],
};

const known = new Set([
  ...['name', '_id', 'capacity', 'RAIDLevel', 'description', 'relativeRebuildPriority', 'diskClasses', 'numberOfMirrors', 'stripeSize'],
  ...['stripeWidth', 'protectionLevel', 'domain', 'metadata', ...Object.keys(withoutCounterpart)],
]);
/** Fields of a volume that NVMesh shows, and that a client may send back: they ask for nothing. */
const shown = new Set([
  ...['uuid', 'status', 'health', 'action', 'type', 'blocks', 'blockSize', 'chunks', 'version', 'reservation', 'lockServer', 'isReserved'],
  ...['createdBy', 'modifiedBy', 'dateCreated', 'dateModified'],
]);

function requireKnown(volume: Document): void {
  for (const [field, value] of Object.entries(volume)) {
    const missing = withoutCounterpart[field];
    if (missing && !isEmpty(value)) throw noCounterpart(missing[0], missing[1]);
    if (!known.has(field) && !shown.has(field)) throw new Refusal('unknown-field', { field: field.slice(0, 64) });
  }
}

function whole(volume: Document, field: string, fallback: number): number {
  const value = volume[field];
  if (value === undefined || value === null || value === '') return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) throw badField(field, 'must be a whole number from 0 on');
  return number;
}

function line(volume: Document, field: string): string {
  const value = volume[field] ?? '';
  if (typeof value !== 'string') throw badField(field, 'must be a text');
  return value;
}

function protectionIn(volume: Document) {
  const level = line(volume, 'RAIDLevel');
  if (level === '') throw badField('RAIDLevel', 'is missing');
  const protection = protectionOf(level);
  if (protection) return protection;
  if (/erasure|elect/i.test(level)) throw noCounterpart('erasure coding', 'Use Mirrored RAID-1 or Striped & Mirrored RAID-10.');
  throw badField('RAIDLevel', 'must be Concatenated, Striped RAID-0, Mirrored RAID-1 or Striped & Mirrored RAID-10');
}

const domains: ReadonlyMap<string, FailureDomain> = new Map([
  ['', 'node'],
  ['node', 'node'],
  ['host', 'node'],
  ['rack', 'rack'],
  ['zone', 'zone'],
]);

function failureDomainIn(volume: Document): FailureDomain {
  const separation = line(volume, 'protectionLevel');
  if (separation !== '' && separation !== 'Full Separation')
    throw noCounterpart(separation.slice(0, 64), 'Weft keeps the halves of a mirror on different nodes.');
  const domain = domains.get(line(volume, 'domain').toLowerCase());
  if (!domain) throw noCounterpart('this domain', 'Use Rack or Zone: the labels rack and zone of nodes.');
  return domain;
}

/** Copies of each byte; null: the protection tells. NVMesh counts the mirrors beside the first copy. */
function copiesIn(volume: Document, protection: Protection): number | null {
  const mirrored = isMirrored(protection);
  const mirrors = whole(volume, 'numberOfMirrors', mirrored ? 1 : 0);
  if (!mirrored && mirrors > 0) throw badField('numberOfMirrors', 'must be 0 for this RAID level');
  if (mirrored && mirrors === 0) throw badField('numberOfMirrors', 'must be 1 or 2');
  if (mirrors >= MOST_COPIES) throw noCounterpart('a third mirror', 'Use numberOfMirrors 1 or 2.');
  return mirrored ? mirrors + 1 : null;
}

/** The name of the only class in `diskClasses`, or null for none. */
function classIn(volume: Document): string | null {
  const classes = volume.diskClasses ?? [];
  if (!Array.isArray(classes) || classes.some((each) => typeof each !== 'string')) throw badField('diskClasses', 'must be a list of names');
  if (classes.length > 1) throw noCounterpart('several drive classes in a volume', 'Make one drive class with the drives of all.');
  return (classes[0] as string | undefined) ?? null;
}

/** NVMesh's metadata of a volume are Weft's labels. */
function labelsIn(volume: Document): Record<string, string> {
  const metadata = volume.metadata ?? {};
  if (!isDocument(metadata) || Object.values(metadata).some((value) => typeof value !== 'string'))
    throw badField('metadata', 'must be an object of texts: Weft keeps them as labels');
  return metadata as Record<string, string>;
}

/** What a create asks for. The caller knows the ids of drive classes, and how large MAX is. */
export interface VolumeRequest {
  /** Null: the only one that there is. */
  driveClass: string | null;
  /** Null: as large as fits. */
  sizeBytes: number | null;
  spec: Omit<VolumeCreate, 'driveClassId' | 'sizeBytes'>;
}

/** @throws Refusal */
export function volumeRequest(volume: unknown): VolumeRequest {
  if (!isDocument(volume)) throw badField('The volume', 'must be an object');
  requireKnown(volume);
  const protection = protectionIn(volume);
  const copies = copiesIn(volume, protection);
  const striped = isStriped(protection);
  const width = whole(volume, 'stripeWidth', 0);
  if (!striped && width > 1) throw badField('stripeWidth', 'goes only with a striped RAID level');
  const stripeBlocks = whole(volume, 'stripeSize', DEFAULT_STRIPE_BLOCKS);
  return {
    driveClass: classIn(volume),
    sizeBytes: bytesOf(volume.capacity),
    spec: {
      name: line(volume, 'name') || line(volume, '_id'),
      protection,
      copies,
      failureDomain: failureDomainIn(volume),
      stripeWidth: striped && width > 0 ? width : null,
      stripeSizeBytes: (stripeBlocks === 0 ? DEFAULT_STRIPE_BLOCKS : stripeBlocks) * BLOCK_BYTES,
      description: line(volume, 'description'),
      labels: labelsIn(volume),
      rebuildPriority: rebuildPriorityOf(whole(volume, 'relativeRebuildPriority', 10)),
      rebuildDelaySeconds: 600,
      bitmapChunkBytes: null,
      encryption: 'none',
      cache: null,
      provisioning: 'thick',
      integrity: 'none',
    },
  };
}

/** Fields that never change. A client that read the volume sends them back as they are. */
const fixed = ['RAIDLevel', 'numberOfMirrors', 'stripeSize', 'stripeWidth', 'diskClasses', 'domain', 'isEncrypted'] as const;

/**
 * The change that an update or extend asks for: description, metadata, capacity and priority. Empty: none.
 * @param current as NVMesh shows it. @throws Refusal
 */
export function volumeChange(volume: unknown, current: Document): VolumeUpdate {
  if (!isDocument(volume)) throw badField('The volume', 'must be an object');
  const { isEncrypted, ...rest } = volume;
  requireKnown(rest);
  for (const field of fixed) {
    const value = field === 'isEncrypted' ? isEncrypted : volume[field];
    if (value === undefined || value === null || JSON.stringify(value) === JSON.stringify(current[field])) continue;
    if (isEmpty(value) && isEmpty(current[field])) continue;
    throw new Refusal('fixed-field', { field });
  }
  const wanted: VolumeUpdate = {};
  if (volume.description !== undefined && volume.description !== current.description) wanted.description = line(volume, 'description');
  if (volume.metadata !== undefined && JSON.stringify(volume.metadata) !== JSON.stringify(current.metadata))
    wanted.labels = labelsIn(volume);
  if (volume.relativeRebuildPriority !== undefined && volume.relativeRebuildPriority !== current.relativeRebuildPriority)
    wanted.rebuildPriority = rebuildPriorityOf(whole(volume, 'relativeRebuildPriority', 10));
  if (volume.capacity !== undefined && volume.capacity !== current.capacity) {
    const bytes = bytesOf(volume.capacity);
    if (bytes === null) throw noCounterpart('MAX for an existing volume', 'Give the capacity in bytes.');
    wanted.sizeBytes = bytes;
  }
  return wanted;
}
