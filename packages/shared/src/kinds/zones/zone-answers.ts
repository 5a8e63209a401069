import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { alertSchema } from '../alerting/alert.js';
import { settingsSchema } from '../settings/settings.js';
import { overviewSchema } from '../views/overview.js';
import { foundSchema } from '../views/search.js';
import {
  topologyAttachmentSchema,
  topologyDriveSchema,
  topologyNodeSchema,
  topologySchema,
  topologyVolumeSchema,
} from '../views/topology.js';

/*
 * What a federation reads of the answers of a zone, made of the contract's own fields. A zone may be of an earlier or a later version: fields that this
 * version does not know are ignored, and words of a list that may grow (states, healths, kinds) are any word.
 */

const word = z.string().max(256);
const { nodes, drives, volumes, attachments } = overviewSchema.shape.counts.shape;

export const readHealth = z.object({ version: z.string().max(64) });

export const readSettings = z.object({ clusterId: idSchema, simulated: settingsSchema.shape.simulated });

export const readOverview = z.object({
  at: overviewSchema.shape.at,
  counts: z.object({
    nodes: z.object(nodes.shape),
    drives: z.object(drives.shape),
    volumes: z.object({ total: volumes.shape.total, byHealth: z.array(z.object({ health: word, count: z.int().min(0) })).max(64) }),
    attachments: z.object({ total: attachments.shape.total, attached: attachments.shape.attached }),
  }),
});
export type ReadOverview = z.infer<typeof readOverview>;

const { id, rule, summary, link, startedAt, subjectCount } = alertSchema.shape;
export const readAlerts = z.object({
  items: z.array(
    z.object({
      ...{ id, rule, summary, link, startedAt, subjectCount },
      severity: word,
      state: word,
      subject: z.object({ kind: word, name: z.string() }),
      acknowledged: z.looseObject({}).nullable(),
      silencedBy: alertSchema.shape.silencedBy,
    }),
  ),
  total: z.int().min(0),
});
export type ReadAlerts = z.infer<typeof readAlerts>;

export const readSearch = z.object({
  items: z.array(z.object({ kind: word, id: foundSchema.shape.id, name: foundSchema.shape.name, detail: foundSchema.shape.detail })),
});
export type ReadSearch = z.infer<typeof readSearch>;

const node = topologyNodeSchema.shape;
const drive = topologyDriveSchema.shape;
const attachment = topologyAttachmentSchema.shape;
export const readTopology = z.object({
  storageNetworks: topologySchema.shape.storageNetworks,
  nodes: z.array(
    z.object({
      ...{ id: node.id, name: node.name, zone: node.zone, rack: node.rack, inMaintenance: node.inMaintenance, troubled: node.troubled },
      connection: word,
    }),
  ),
  drives: z.array(
    z.object({
      ...{ nodeId: drive.nodeId, troubled: drive.troubled, capacityBytes: drive.capacityBytes, allocatedBytes: drive.allocatedBytes },
    }),
  ),
  volumes: z.array(z.object({ id: topologyVolumeSchema.shape.id, health: word })),
  attachments: z.array(z.object({ paths: attachment.paths, livePaths: attachment.livePaths })),
});
export type ReadTopology = z.infer<typeof readTopology>;
