import { z } from 'zod';
import { idSchema, nameSchema } from '../../identity.js';
import { alertSeverities } from '../alerting/alert.js';
import { bytesSchema, sentMessageSchema } from '../common.js';
import { foundKinds } from '../views/search.js';

/*
 * What a federation (`weft-server federate`) serves: many Weft clusters seen as one. A zone is one Weft cluster. It is not the label `zone` of a node, which
 * names a failure domain inside one cluster.
 */

/**
 * reachable: its last answer is current. unreachable: no server of the zone gave a usable answer. unauthorised: it refuses the token of the federation.
 * other-cluster: the address answers for another cluster than before, or for that of another zone. too-new: a later version, whose answers lack what this
 * version needs.
 */
export const zoneStates = ['reachable', 'unreachable', 'unauthorised', 'other-cluster', 'too-new'] as const;
export type ZoneState = (typeof zoneStates)[number];

/** Paths below `/api/v1/zones`: no zone has one of these names. */
export const reservedZoneNames = ['overview', 'alerts', 'search'] as const;

/** Most zones of one federation. */
export const MAX_ZONES = 1000;
/** Most open alerts of one zone that a federation keeps and lists. */
export const MAX_ALERTS_OF_ZONE = 200;
/** Most results of a search that the federation lists, over all zones. */
export const MAX_FOUND = 500;
/** Most racks of one zone in its topology, and most troubled nodes of one rack by name. */
export const MAX_RACKS = 500;
export const MAX_TROUBLED_NODES = 20;

const count = z.int().min(0);
const asOf = z.iso
  .datetime()
  .nullable()
  .meta({ description: 'When the zone gave these values. Null: never since the federation started.' });
const ageSeconds = z.number().min(0).nullable().meta({ description: 'Age of these values when this answer was made.' });
const healthCounts = z
  .array(z.strictObject({ health: z.string().meta({ description: 'Health of a volume, as the zone names it.' }), count }))
  .meta({ description: 'Volumes by health.' });

export const zoneCountsSchema = z
  .strictObject({
    nodes: z.strictObject({ online: count, lost: count, never: count }),
    drives: z.strictObject({ total: count, inService: count }),
    capacityBytes: bytesSchema.meta({ description: 'Of drives in service, for legs.' }),
    usedBytes: bytesSchema.meta({ description: 'Allocated to legs.' }),
    volumes: z.strictObject({
      total: count,
      unhealthy: count.meta({ description: 'Volumes that are neither healthy nor detached.' }),
      byHealth: healthCounts,
    }),
    attachments: z.strictObject({ total: count, attached: count }),
    alerts: z.strictObject({ open: count, critical: count.meta({ description: `Of the newest ${MAX_ALERTS_OF_ZONE} open alerts.` }) }),
  })
  .meta({ id: 'ZoneCounts' });
export type ZoneCounts = z.infer<typeof zoneCountsSchema>;

export const zoneSchema = z
  .strictObject({
    name: nameSchema,
    consoleUrl: z.string().meta({ description: "Address of the zone's own console." }),
    state: z.enum(zoneStates),
    since: z.iso.datetime().meta({ description: 'When the zone came into this state, as the federation saw it.' }),
    reason: sentMessageSchema
      .nullable()
      .meta({ description: 'Why the state is not `reachable`, or what its answers lack. Null: nothing.' }),
    asOf,
    ageSeconds,
    clusterId: idSchema.nullable().meta({ description: 'Cluster that the values are of. Null: not known yet.' }),
    simulated: z.boolean().nullable(),
    version: z.string().nullable().meta({ description: 'Version of the server that answered last.' }),
    counts: zoneCountsSchema.nullable().meta({ description: 'The last values that the zone gave. Null: none, or they lack something.' }),
  })
  .meta({ id: 'Zone', description: 'One Weft cluster of a federation, with the last values that it gave.' });
export type Zone = z.infer<typeof zoneSchema>;

export const zoneGapSchema = z
  .strictObject({ zone: nameSchema, state: z.enum(zoneStates), reason: sentMessageSchema, asOf })
  .meta({ id: 'ZoneGap', description: 'A zone whose values are missing in an answer, or not current, and why.' });
export type ZoneGap = z.infer<typeof zoneGapSchema>;

export const zonesOverviewSchema = z
  .strictObject({
    at: z.iso.datetime(),
    zones: z.strictObject({
      total: count,
      counted: count,
      byState: z.array(z.strictObject({ state: z.enum(zoneStates), count })),
    }),
    sums: zoneCountsSchema.meta({ description: 'Over the counted zones: all that are reachable and have complete values.' }),
    oldestAsOf: asOf.meta({ description: 'The oldest values in the sums. Null: no zone is counted.' }),
    notCounted: z.array(zoneGapSchema).meta({ description: 'Every zone that is not in the sums.' }),
  })
  .meta({ id: 'ZonesOverview', description: 'Sums over zones. Zones that are not in them are named.' });
export type ZonesOverview = z.infer<typeof zonesOverviewSchema>;

export const zoneAlertSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Name of the zone and id of the alert there, separated by `/`.' }),
    zone: nameSchema,
    rule: z.string(),
    severity: z.enum(alertSeverities).or(z.string()),
    state: z.string(),
    subject: z.strictObject({ kind: z.string(), name: z.string() }),
    subjectCount: z.int().min(1),
    summary: z.string(),
    startedAt: z.iso.datetime(),
    acknowledged: z.boolean(),
    silenced: z.boolean(),
    url: z.string().meta({ description: "Page of the alert in the zone's own console." }),
    current: z.boolean().meta({ description: 'False: the zone does not answer now; the alert was open at `asOf`.' }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: 'ZoneAlert' });
export type ZoneAlert = z.infer<typeof zoneAlertSchema>;

export const zoneFoundSchema = z
  .strictObject({
    zone: nameSchema,
    kind: z.enum(foundKinds).or(z.string()),
    id: z.string(),
    name: z.string(),
    detail: z.string(),
    url: z.string().meta({ description: "Page of the object in the zone's own console." }),
  })
  .meta({ id: 'ZoneFound' });
export type ZoneFound = z.infer<typeof zoneFoundSchema>;

export const zonesSearchAnswerSchema = z
  .strictObject({
    items: z.array(zoneFoundSchema).meta({ description: `At most ${MAX_FOUND}, in the order of the zones.` }),
    truncated: z.boolean().meta({ description: 'There are more results.' }),
    answered: count.meta({ description: 'Zones that answered.' }),
    unanswered: z.array(zoneGapSchema).meta({ description: 'Zones whose objects were not searched.' }),
    limitMs: z.int().meta({ description: 'Longest time that the federation waits for zones.' }),
  })
  .meta({ id: 'ZonesSearchAnswer' });
export type ZonesSearchAnswer = z.infer<typeof zonesSearchAnswerSchema>;

export const zoneRackSchema = z
  .strictObject({
    zoneLabel: z.string().nullable().meta({ description: 'Label `zone` of its nodes: a failure domain inside the cluster.' }),
    rack: z.string().nullable(),
    nodes: z.strictObject({ online: count, lost: count, never: count, inMaintenance: count }),
    troubled: z.array(z.strictObject({ id: idSchema, name: z.string() })).meta({
      description: `Nodes that are lost or have trouble, at most ${MAX_TROUBLED_NODES}.`,
    }),
    troubledCount: count,
    drives: z.strictObject({ total: count, troubled: count }),
    capacityBytes: bytesSchema,
    usedBytes: bytesSchema,
  })
  .meta({ id: 'ZoneRack' });
export type ZoneRack = z.infer<typeof zoneRackSchema>;

export const zoneTopologySchema = z
  .strictObject({
    zone: nameSchema,
    state: z.enum(zoneStates),
    reason: sentMessageSchema.nullable(),
    consoleUrl: z.string(),
    asOf,
    ageSeconds,
    racks: z.array(zoneRackSchema).meta({ description: `By label \`zone\` and rack, at most ${MAX_RACKS}.` }),
    rackCount: count,
    storageNetworks: z.array(z.string()),
    volumes: z.strictObject({ total: count, byHealth: healthCounts }),
    attachments: z.strictObject({ total: count, fewerPaths: count.meta({ description: 'Attachments with paths that are not live.' }) }),
  })
  .meta({ id: 'ZoneTopology', description: 'Racks of one zone, with sums of their nodes and drives.' });
export type ZoneTopology = z.infer<typeof zoneTopologySchema>;
