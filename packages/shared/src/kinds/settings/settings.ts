import { z } from 'zod';
import { nameSchema } from '../../identity.js';
import { scrubHoursSchema } from '../../messages/scrub.js';
import { objectFields } from '../common.js';
import { drillScheduleSchema } from '../drills/drill.js';
import { scrubIntervalSchema } from '../scrub.js';

/** A network that carries NVMe-oF, identified by its address ranges (CIDR). A NIC belongs to the first network that contains one of its addresses. */
export const storageNetworkSchema = z
  .strictObject({
    name: nameSchema,
    cidrs: z
      .array(z.union([z.cidrv4(), z.cidrv6()], 'must be an address range, such as 10.0.0.0/24'))
      .min(1, 'must have an address range, such as 10.0.0.0/24')
      .max(16),
  })
  .meta({ id: 'StorageNetwork' });
export type StorageNetwork = z.infer<typeof storageNetworkSchema>;

/** Only scheme, host and port: agents append their own paths. */
const isOrigin = (text: string): boolean => {
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && [username, password, search, hash].every((part) => part === '');
};

/** Address of a server for agents. */
export const serverOriginSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address, such as https://weft1.example:4000' })
  .refine((text) => URL.canParse(text) && isOrigin(text), 'must end after host and port, and have no user name');

const backupCount = z.int().min(0).max(10_000);

/** Threshold of a rule for everything, for a drive class, or for volumes with a label. The most specific one counts: label, class, all. */
export const alertThresholdSchema = z
  .strictObject({
    rule: z.string(),
    driveClass: z.string().max(64).nullable().default(null).meta({ description: 'Name of a drive class. Null: every class.' }),
    volumeLabel: z
      .strictObject({ key: z.string().min(1).max(63), value: z.string().max(128) })
      .nullable()
      .default(null)
      .meta({ description: 'A label of volumes. Null: every volume.' }),
    value: z.number().meta({ description: 'In the unit of the rule (docs/alerts.md).' }),
  })
  .meta({ id: 'AlertThreshold' });
export type AlertThresholdSetting = z.infer<typeof alertThresholdSchema>;

/** Settings of the whole cluster. */
export const settingsSpecSchema = z
  .strictObject({
    storageNetworks: z.array(storageNetworkSchema).max(16),
    reservedRatio: z.number().min(0).max(0.5).meta({ description: 'Fraction of each drive that is never allocated.' }),
    reattachByDefault: z.boolean(),
    keepAliveSeconds: z.int().min(1).max(300),
    reconnectDelaySeconds: z.int().min(1).max(60),
    fastIoFailSeconds: z.int().min(1).max(600).meta({ description: 'Applies to mirror legs that are not anchors.' }),
    maxIoQueues: z.int().min(1).max(64).meta({ description: 'I/O queues per controller.' }),
    ioPolicy: z.enum(['numa', 'round-robin', 'queue-depth']),
    fenceForeignConnections: z.boolean().meta({
      description: "Whether a target fences an export after I/O from an address that is not its client's.",
    }),
    authentication: z.enum(['off', 'preferred', 'required']).meta({
      description:
        'NVMe in-band authentication (docs/authentication.md). preferred: where the kernels and agents of client and target can.',
    }),
    keyRotationDays: z
      .int()
      .min(0)
      .max(3660)
      .meta({ description: 'Age at which authentication keys are rotated, in days. 0: only on request.' }),
    storageEncryption: z.enum(['off', 'preferred', 'required']).meta({
      description:
        'TLS on the paths of NVMe/TCP (docs/storage-encryption.md). preferred: where client and target can. required: no new attachment without it, and none over RDMA.',
    }),
    nodeLostAfterSeconds: z.int().min(2).max(600),
    statisticsIntervalSeconds: z.int().min(1).max(60),
    statisticsKeptHours: z
      .strictObject({ tenSeconds: z.int().min(1).max(744), minutes: z.int().min(24).max(8784), hours: z.int().min(168).max(87_840) })
      .meta({ description: 'Retention of statistics at 10 s, 1 min and 1 h resolution, in hours.' }),
    backupKeep: z
      .strictObject({ frequent: backupCount, hourly: backupCount, daily: backupCount })
      .meta({ description: 'Number of backups that are kept: of those of every 5 minutes, of each hour, of each day. 0: none are taken.' }),
    eventsKeptDays: z.int().min(1).max(3660).meta({ description: 'Retention of events, in days since their last change.' }),
    auditKeptDays: z.int().min(0).max(36_600).meta({ description: 'Retention of audit entries, in days. 0: for good.' }),
    alertThresholds: z.array(alertThresholdSchema).max(200).meta({
      description: 'Thresholds of alert rules that differ from their defaults (docs/alerts.md).',
    }),
    momentsKeptDays: z.int().min(1).max(366).meta({ description: 'Retention of recorded moments (the cluster as it was), in days.' }),
    drillSchedule: drillScheduleSchema.nullable().meta({ description: 'Drills that begin by themselves (docs/drills.md). Null: none.' }),
    scrubIntervalDays: scrubIntervalSchema.meta({
      description: 'Days between scheduled scrubs of each mirrored volume that is attached (docs/data-services.md). 0: none.',
    }),
    scrubHours: scrubHoursSchema.nullable().meta({ description: 'Scheduled scrubs run in these hours only. Null: at any time.' }),
    scrubBytesPerSecond: z
      .int()
      .min(2 ** 20)
      .max(2 ** 36)
      .meta({ description: 'Highest speed of a scrub, in bytes of the volume per second. Each byte is read from both halves.' }),
    poolExtendPercent: z.int().min(10).max(95).meta({
      description: 'Use of a pool of thin legs, of its data or its metadata, from which on it is extended if its drive has space.',
    }),
    poolStopPercent: z.int().min(20).max(100).meta({
      description: 'Use of a pool, of its data or its metadata, from which on no new thin leg, snapshot or clone is placed in it.',
    }),
    agentServers: z
      .array(serverOriginSchema)
      .max(16)
      .meta({ description: 'Server addresses for agents. Empty: agents use the address they enrolled with.' }),
  })
  .meta({ id: 'SettingsSpec' });
export type SettingsSpec = z.infer<typeof settingsSpecSchema>;

export const defaultSettings: SettingsSpec = {
  storageNetworks: [],
  reservedRatio: 0,
  reattachByDefault: true,
  keepAliveSeconds: 5,
  reconnectDelaySeconds: 1,
  fastIoFailSeconds: 5,
  maxIoQueues: 8,
  ioPolicy: 'round-robin',
  fenceForeignConnections: false,
  authentication: 'preferred',
  keyRotationDays: 90,
  storageEncryption: 'off',
  nodeLostAfterSeconds: 10,
  statisticsIntervalSeconds: 5,
  statisticsKeptHours: { tenSeconds: 24, minutes: 744, hours: 9600 },
  backupKeep: { frequent: 36, hourly: 36, daily: 30 },
  eventsKeptDays: 400,
  auditKeptDays: 0,
  alertThresholds: [],
  momentsKeptDays: 31,
  drillSchedule: null,
  scrubIntervalDays: 30,
  scrubHours: null,
  scrubBytesPerSecond: 100 * 2 ** 20,
  poolExtendPercent: 70,
  poolStopPercent: 90,
  agentServers: [],
};

const settingNames = Object.keys(settingsSpecSchema.shape) as (keyof SettingsSpec)[];

/** Settings known to this version. Older versions stored the unused `backup` and `smtp`, and any address for agents. Missing newer settings get defaults. */
export function knownSpec(stored: SettingsSpec): SettingsSpec {
  const known = Object.fromEntries(settingNames.map((name) => [name, stored[name] ?? defaultSettings[name]])) as SettingsSpec;
  return { ...known, agentServers: stored.agentServers.filter((address) => serverOriginSchema.safeParse(address).success) };
}

export const settingsSchema = z
  .strictObject({ ...objectFields, clusterId: objectFields.id, simulated: z.boolean(), ...settingsSpecSchema.shape })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;
export const settingsUpdateSchema = settingsSpecSchema.partial().meta({ id: 'SettingsUpdate' });
export type SettingsUpdate = z.infer<typeof settingsUpdateSchema>;
