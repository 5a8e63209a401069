import { z } from 'zod';

/** Names that people give. They never change. Objects on hosts are never named after them. */
export const nameSchema = z
  .string()
  .regex(
    /^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/,
    'must start with a letter, hold only a-z, 0-9 and "-", end with a letter or digit, and have at most 32 characters',
  )
  .meta({ description: 'Name given by people; never changes.', examples: ['orders-db'] });

/** Ids are random UUIDs in lower case. A leg's id is also its namespace's UUID. */
export const idSchema = z.uuid().meta({ description: 'Identifier, a UUID.' });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it. Spelled out, as many readers of JSON Schema know no \p{Cc}.
const NO_CONTROL = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** One line of text for people, without control characters. `text`: the string schema to build on, which may transform the text first (trim). */
export const lineSchema = (maxLength: number, text = z.string()) =>
  text.max(maxLength).regex(NO_CONTROL, 'must not have control characters');

const labelKeySchema = z
  .string()
  .regex(/^[a-z][a-z0-9_.-]{0,62}$/, 'must start with a letter, hold only a-z, 0-9, ".", "_" and "-", and have at most 63 characters');

export const labelsSchema = z
  .record(labelKeySchema, lineSchema(128))
  .refine((labels) => Object.keys(labels).length <= 64, 'must have at most 64 labels')
  .meta({ description: 'Labels: free key/value pairs. `rack` and `zone` of a node are its failure domains.' });

/*
 * Names of objects on hosts. Every name contains an id, so that a rename or two equal human names can never hit the wrong object.
 */
const NQN_PREFIX = 'nqn.2026-11.org.weft:';

/** Volume group of a drive. */
export const vgName = (driveId: string): string => `weft-${driveId}`;
export const driveIdOfVg = (vg: string): string | undefined => /^weft-([0-9a-f-]{36})$/.exec(vg)?.[1];
/** Logical volume of a leg. */
export const lvName = (legId: string): string => `leg-${legId}`;
export const legIdOfLv = (lv: string): string | undefined => /^leg-([0-9a-f-]{36})$/.exec(lv)?.[1];
/** Logical volume with the extents that a leg grows by, until they are zeroed. */
export const growthLvName = (legId: string): string => `grow-${legId}`;
/** LVM tag of a leg that grew: its exports must still learn the new size. */
export const GROWN_TAG = 'weft.grown';
/** Logical volumes of a leg's cache, on a cache drive of its target: the cached blocks, and dm-cache's metadata. */
export const cacheLvName = (legId: string): string => `cache-${legId}`;
export const cacheMetadataLvName = (legId: string): string => `cachemeta-${legId}`;
/** Leg whose cache the logical volume is part of. */
export const legIdOfCacheLv = (lv: string): string | undefined => /^cache(?:meta)?-([0-9a-f-]{36})$/.exec(lv)?.[1];
/** Logical volumes of the pool of a drive's thin legs: one per volume group. */
export const POOL_DATA_LV = 'pool-data';
export const POOL_METADATA_LV = 'pool-metadata';
/** LVM tag of a leg's volume while its newest bytes may be in a write-back cache alone. */
export const WRITE_BACK_TAG = 'weft.write-back';
/** LVM tag of a leg's volume that has dm-integrity's superblock: its bytes are reached through dm-integrity alone, and it is never formatted again. */
export const INTEGRITY_TAG = 'weft.integrity';
/** LVM tag: the whole leg is zeroed and may be exported (S2). */
export const WIPED_TAG = 'weft.wiped';
/**
 * Subsystem of one (attachment, target). The name contains the epoch, so that a client of an older epoch finds nothing to connect to.
 * NVM Express Base 2.0, 4.7: an NQN has at most 223 bytes; this one has 126.
 */
export const subsystemNqn = (attachmentId: string, nodeId: string, epoch: number): string =>
  `${NQN_PREFIX}${attachmentId}:${nodeId}:e${epoch}`;
export const isWeftNqn = (nqn: string): boolean => nqn.startsWith(NQN_PREFIX);
export const attachmentIdOfNqn = (nqn: string): string | undefined =>
  isWeftNqn(nqn) ? nqn.slice(NQN_PREFIX.length).split(':')[0] : undefined;
/** Host NQN in the UUID form of NVM Express Base 2.0, 4.7: one per node, from enrollment. */
export const hostNqn = (hostId: string): string => `nqn.2014-08.org.nvmexpress:uuid:${hostId}`;
/** Model that exported namespaces report. By this model, udev rules on clients exclude them from md autoassembly. */
export const NVMET_MODEL = 'Weft leg';
/** md array of a mirrored volume: `/dev/md/<name>`. The name in the superblock has at most 32 characters. */
export const mdName = (volumeId: string): string => `weft-${volumeId.replaceAll('-', '').slice(0, 20)}`;
/**
 * Name in the superblocks of an array that an attachment may write: names that attachment and its tenure in base 36. With the home host `any:` it fits
 * the 32 bytes of the field (md(4)).
 */
export const mdHolder = ({ tenure, attachmentId }: Holder): string =>
  `weft-${tenure.toString(36).padStart(8, '0')}-${attachmentId.replaceAll('-', '').slice(-12)}`;
interface Holder {
  tenure: number;
  attachmentId: string;
}
/** @returns undefined for a name without an attachment, as earlier versions wrote it. */
export function parseMdHolder(name: string): { tenure: number; attachment: string } | undefined {
  const [, tenure, attachment] = /^(?:[^:]*:)?weft-([0-9a-z]{8,9})-([0-9a-f]{12})$/.exec(name) ?? [];
  return tenure && attachment ? { tenure: Number.parseInt(tenure, 36), attachment } : undefined;
}
/** Top dm device of an attached volume: exactly the requested size. */
export const dmName = (volumeId: string): string => `weft-${volumeId}`;
/** dm-striped device under the top one (raid0 only): rounded up to whole stripes. */
export const dmStripeName = (volumeId: string): string => `weft-${volumeId}-stripe`;
/** dm-crypt device under the top one (encrypted volumes only). Its name tells which key it was opened with. */
export const dmCryptName = (volumeId: string, keyId: string): string => `${cryptPrefix(volumeId)}${keyId}`;
const cryptPrefix = (volumeId: string): string => `weft-${volumeId}-crypt-`;
/** Whether the name is that of the volume's dm-crypt device, opened with any key. */
export const isDmCryptName = (name: string, volumeId: string): boolean => name.startsWith(cryptPrefix(volumeId));
/** Description of a volume's key in a kernel keyring. */
export const keyDescription = (keyId: string): string => `weft:${keyId}`;
/**
 * dm-linear device over a leg's LV: targets export this one, so that a service (a cache) can go between the two while a namespace is enabled. Its name
 * contains the id, and no volume id.
 */
export const legDeviceName = (legId: string): string => `${LEG_DEVICE}${legId}`;
const LEG_DEVICE = 'weft-leg-';
export const legIdOfDevice = (name: string): string | undefined => /^weft-leg-([0-9a-f-]{36})$/.exec(name)?.[1];
/** dm-cache device between a leg's LV and the leg's device. */
export const legCacheName = (legId: string): string => `${LEG_DEVICE}${legId}-cache`;
export const isLegCache = (name: string): boolean => /^weft-leg-[0-9a-f-]{36}-cache$/.test(name);
/** dm-integrity device between a leg's LV and the leg's device. */
export const legIntegrityName = (legId: string): string => `${LEG_DEVICE}${legId}-integrity`;
export const isLegIntegrity = (name: string): boolean => /^weft-leg-[0-9a-f-]{36}-integrity$/.test(name);
/** dm-thin pool of a drive, and a thin leg in it, under the leg's device as an LV is for other legs. */
export const poolName = (driveId: string): string => `${POOL}${driveId}`;
const POOL = 'weft-pool-';
export const thinName = (legId: string): string => `${THIN}${legId}`;
const THIN = 'weft-thin-';
export const legIdOfThin = (name: string): string | undefined => /^weft-thin-([0-9a-f-]{36})$/.exec(name)?.[1];
export const isPool = (name: string): boolean => /^weft-pool-[0-9a-f-]{36}$/.test(name);
/** Path of a leg's device. */
export const legDevicePath = (legId: string): string => `/dev/mapper/${legDeviceName(legId)}`;
/**
 * dm UUID: identifies Weft's mappings reliably. LVM and libblkid look into no device whose UUID begins with CRYPT-SUBDEV (dm_device_is_usable in LVM2's
 * lib/activate/dev_manager.c): otherwise a target's LVM would find, and could activate, the volume groups that a client keeps on its volume.
 */
export const dmUuid = (name: string): string =>
  [LEG_DEVICE, POOL, THIN].some((ours) => name.startsWith(ours)) ? `${HIDDEN}${OURS}${name}` : `${OURS}${name}`;
const OURS = 'WEFT-';
const HIDDEN = 'CRYPT-SUBDEV-';
export const isWeftDmUuid = (uuid: string): boolean => uuid.startsWith(OURS) || uuid.startsWith(`${HIDDEN}${OURS}`);
/** NGUID of a namespace: the leg's UUID without dashes. */
export const nguidOf = (legId: string): string => legId.replaceAll('-', '');
/** UUID as mdadm writes it: four groups of eight hex digits. */
export const mdUuid = (uuid: string): string => (uuid.replaceAll('-', '').match(/.{8}/g) ?? []).join(':');
/** Path of an attached volume. */
export const devicePath = (volumeName: string): string => `/dev/weft/${volumeName}`;

/** Name of a scratch volume of a benchmark. Its application is the benchmark. */
export const scratchVolumeName = (benchmarkId: string, number: number): string => `bench-${benchmarkId.slice(0, 8)}-${number}`;
export const isScratchVolume = (name: string): boolean => /^bench-[0-9a-f]{8}-\d+$/.test(name);
