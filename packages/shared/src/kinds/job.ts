import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { reasonSchema } from '../messages/report.js';
import { objectFields } from './common.js';

export const jobKinds = [
  'volume.create',
  'volume.delete',
  'volume.grow',
  'volume.discard',
  'volume.repair',
  'attachment.attach',
  'attachment.detach',
  'attachment.revoke',
  'drive.take',
  'drive.wipe',
  'drive.release',
  'drive.evict',
  'node.drain',
] as const;
export type JobKind = (typeof jobKinds)[number];
export const jobStates = ['running', 'waiting', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** Jobs that can be stopped half-way, what they have done so far standing, and in which states. The others are undone by the opposite request. */
export const jobActions: Record<'cancel', { kinds: readonly JobKind[]; states: readonly JobState[] }> = {
  cancel: { kinds: ['drive.evict', 'node.drain'], states: ['running', 'waiting'] },
};

export const jobStepSchema = z
  .strictObject({
    name: z.string(),
    node: nameSchema.nullable(),
    state: z.enum(['pending', 'running', 'waiting', 'done', 'failed']),
    reason: reasonSchema.nullable(),
    since: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when its state is what it is, as far as the server heard of it; null: it was not kept.' }),
  })
  .meta({ id: 'JobStep' });
export type JobStep = z.infer<typeof jobStepSchema>;

export const jobWaitSchema = z
  .strictObject({ node: nameSchema.nullable(), message: z.string(), unblockedBy: z.string() })
  .meta({ id: 'JobWait', description: 'What it waits for, where, and what would unblock it.' });
export type JobWait = z.infer<typeof jobWaitSchema>;

export const jobSchema = z
  .strictObject({
    ...objectFields,
    kind: z.enum(jobKinds),
    subject: z.strictObject({ kind: z.enum(['volume', 'attachment', 'drive', 'node']), id: idSchema, name: z.string() }),
    state: z.enum(jobStates),
    steps: z.array(jobStepSchema),
    waitingFor: z.array(jobWaitSchema),
    error: reasonSchema.nullable(),
    requestedBy: z.string(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof jobSchema>;
