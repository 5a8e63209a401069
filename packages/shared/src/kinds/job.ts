import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { reasonSchema } from '../messages/report.js';
import { paramsSchema } from '../text/message.js';
import { objectFields } from './common.js';

export const jobKinds = [
  'volume.create',
  'volume.delete',
  'volume.grow',
  'volume.discard',
  'volume.repair',
  'volume.roll-back',
  'snapshot.create',
  'attachment.attach',
  'attachment.detach',
  'attachment.revoke',
  'drive.take',
  'drive.wipe',
  'drive.release',
  'drive.evict',
  'node.drain',
  'backup.take',
  'backup.verify',
  'orphan.clean',
  'benchmark.run',
  'drill.run',
] as const;
export type JobKind = (typeof jobKinds)[number];
export const jobStates = ['running', 'waiting', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/**
 * Jobs that can be cancelled, and in which states: until their first irreversible step. A cancelled eviction keeps the legs it has moved. Cancelling a
 * creation deletes the volume, cancelling an attach detaches it, and cancelling an order to a drive withdraws the order. A cancelled
 * benchmark keeps what it has measured, and a cancelled drill takes its fault back.
 */
export const jobActions: Record<'cancel', { kinds: readonly JobKind[]; states: readonly JobState[] }> = {
  cancel: {
    kinds: [
      'drive.evict',
      'node.drain',
      'drive.take',
      'drive.wipe',
      'drive.release',
      'volume.create',
      'attachment.attach',
      'benchmark.run',
      'drill.run',
    ],
    states: ['running', 'waiting'],
  },
};

/** Why a job of the other kinds cannot be cancelled, and what to do instead. */
export const notCancellable: Partial<Record<JobKind, string>> = {
  'volume.delete': 'Its targets remove the legs as soon as they get the order, and nothing brings a removed leg back.',
  'volume.grow': 'A leg that has grown cannot become smaller. Let it end.',
  'volume.discard': 'Its targets remove the legs as soon as they get the order, and nothing brings a removed leg back.',
  'volume.repair': 'It replaces a leg that is lost or is to move. To end moves, cancel the eviction or the drain.',
  'volume.roll-back': 'Its targets replace the legs as soon as they get the order. Let it end, or delete the volume.',
  'snapshot.create': 'It ends by itself within a minute or two. Delete the snapshot afterwards.',
  'attachment.detach': 'Its client removes the device as soon as it gets the order. Attach the volume again when the job has ended.',
  'attachment.revoke':
    'Its client and its targets cut the volume off as soon as they get the order. Attach the volume again when the job has ended.',
  'backup.take': 'It changes nothing but its own file. Let it end.',
  'backup.verify': 'It only reads. Let it end.',
  'orphan.clean': 'The agent removes the orphan as soon as it gets the order. Without an answer, the order ends by itself.',
};

const paramsOf = (text: string) =>
  paramsSchema
    .optional()
    .meta({ description: `Data of ${text} (docs/messages.md). Absent: an earlier version stored it, or it has no code yet.` });

export const jobReasonSchema = z
  .strictObject({
    ...reasonSchema.shape,
    messageCode: z.string().optional().meta({ description: 'Code of the message (docs/messages.md) if it differs from `code`.' }),
    params: paramsOf('the message'),
  })
  .meta({ id: 'JobReason', description: 'Why a step waits, or why it or the job failed. `code` is stable; `message` is in English.' });
export type JobReason = z.infer<typeof jobReasonSchema>;

export const jobStepSchema = z
  .strictObject({
    code: z.string().optional().meta({ description: 'Code of the name (docs/messages.md). Absent: an earlier version stored it.' }),
    params: paramsOf('the name'),
    name: z.string().meta({ description: 'The name in English.' }),
    node: nameSchema.nullable().meta({ description: 'The node that runs it; null: the server.' }),
    nodeId: idSchema.optional().meta({ description: 'Id of the node. Absent: the server runs it, or an earlier version stored it.' }),
    state: z.enum(['pending', 'running', 'waiting', 'done', 'failed']),
    reason: jobReasonSchema.nullable(),
    since: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the state last changed, by the newest report that the server has. Null: not recorded.' }),
  })
  .meta({ id: 'JobStep' });
export type JobStep = z.infer<typeof jobStepSchema>;

export const jobWaitSchema = z
  .strictObject({
    node: nameSchema.nullable(),
    code: z.string().optional().meta({
      description:
        'Code of the message (docs/messages.md): step-waits, whose params have the reason and the ways out, or that of the condition RepairWaiting.',
    }),
    params: paramsOf('the message'),
    message: z.string(),
    unblockedBy: z.string(),
  })
  .meta({ id: 'JobWait', description: 'What the job waits for, where, and what would unblock it.' });
export type JobWait = z.infer<typeof jobWaitSchema>;

export const jobSchema = z
  .strictObject({
    ...objectFields,
    kind: z.enum(jobKinds),
    subject: z.strictObject({
      kind: z.enum(['volume', 'attachment', 'drive', 'node', 'backup', 'benchmark', 'drill']),
      id: idSchema,
      name: z.string(),
    }),
    state: z.enum(jobStates),
    steps: z.array(jobStepSchema),
    waitingFor: z.array(jobWaitSchema),
    error: jobReasonSchema.nullable(),
    requestedBy: z.string(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof jobSchema>;
