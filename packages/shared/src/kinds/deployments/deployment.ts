import { z } from 'zod';
import { idSchema, labelsSchema, lineSchema } from '../../identity.js';
import { bytesSchema, messageFields, objectFields, referenceSchema, sentMessageSchema } from '../common.js';
import { jobReasonSchema } from '../job.js';
import { storageNetworkSchema } from '../settings.js';
import { deployedAttachmentSchema, deployedClassSchema, deployedVolumeSchema, deploymentDocumentSchema } from './document.js';
import { deploymentGoals, deploymentStates } from './states.js';

/** What one step does. Nodes and drives are those of this cluster, chosen when the plan was made. */
export const deploymentWorkSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('networks'), storageNetworks: z.array(storageNetworkSchema) }),
    z.strictObject({ kind: z.literal('labels'), node: referenceSchema, labels: labelsSchema }),
    z.strictObject({
      kind: z.literal('take'),
      node: referenceSchema,
      drives: z.array(z.strictObject({ id: idSchema, serial: z.string(), model: z.string(), sizeBytes: bytesSchema })),
    }),
    z.strictObject({ kind: z.literal('class'), driveClass: deployedClassSchema }),
    z.strictObject({ kind: z.literal('volume'), volume: deployedVolumeSchema }),
    z.strictObject({ kind: z.literal('attach'), node: referenceSchema, attachment: deployedAttachmentSchema }),
  ])
  .meta({ id: 'DeploymentWork' });
export type DeploymentWork = z.infer<typeof deploymentWorkSchema>;

export const plannedStepSchema = z
  .strictObject({ ...messageFields, work: deploymentWorkSchema })
  .meta({ id: 'DeploymentPlannedStep', description: 'A step, with its sentence.' });
export type PlannedStep = z.infer<typeof plannedStepSchema>;

export const deploymentItemSchema = z
  .strictObject({
    kind: z.enum(['storage-network', 'node', 'drive', 'drive-class', 'volume', 'attachment']),
    name: z.string(),
    from: z.string().nullable().meta({ description: 'As it is now. Null: it does not exist.' }),
    to: z.string().nullable().meta({ description: 'As the document has it. Null: the document does not mention it.' }),
  })
  .meta({ id: 'DeploymentItem' });
export type DeploymentItem = z.infer<typeof deploymentItemSchema>;

export const deploymentDiffSchema = z
  .strictObject({
    add: z.array(deploymentItemSchema).meta({ description: 'Applying would make these, or take them into service.' }),
    change: z.array(deploymentItemSchema).meta({ description: 'Applying would change these: labels of nodes.' }),
    conflicts: z
      .array(deploymentItemSchema)
      .meta({ description: 'They exist with other properties. A deployment does not change them, and is refused.' }),
    untouched: z.array(deploymentItemSchema).meta({ description: 'The cluster has these, and the document does not mention them.' }),
    unchanged: z.int().meta({ description: 'Number of objects that are as the document has them.' }),
  })
  .meta({ id: 'DeploymentDiff' });
export type DeploymentDiff = z.infer<typeof deploymentDiffSchema>;

export const deploymentPlanSchema = z
  .strictObject({
    steps: z.array(plannedStepSchema),
    diff: deploymentDiffSchema,
    problems: z.array(sentMessageSchema).meta({ description: 'Why it cannot be applied as it is. Empty: it can.' }),
    fingerprint: z.string().meta({ description: 'Of the steps. Send it with the request to apply exactly these.' }),
  })
  .meta({ id: 'DeploymentPlan' });
export type DeploymentPlan = z.infer<typeof deploymentPlanSchema>;

export const deploymentPlanRequestSchema = z.strictObject({ document: deploymentDocumentSchema }).meta({ id: 'DeploymentPlanRequest' });

export const deploymentCreateSchema = z
  .strictObject({
    title: lineSchema(120).default(''),
    document: deploymentDocumentSchema,
    fingerprint: z.string().max(128).optional().meta({
      description: 'Of the plan that was shown. Refused if the steps have changed since. Absent: applies whatever the steps are now.',
    }),
  })
  .meta({ id: 'DeploymentCreate' });
export type DeploymentCreate = z.infer<typeof deploymentCreateSchema>;

export const deploymentStepStates = ['pending', 'running', 'done', 'failed', 'undoing', 'undone', 'kept'] as const;
export type DeploymentStepState = (typeof deploymentStepStates)[number];

export const deploymentStepSchema = z
  .strictObject({
    ...plannedStepSchema.shape,
    state: z.enum(deploymentStepStates).meta({
      description: 'kept: an undo leaves it, because it was there before, or because other objects rely on it.',
    }),
    jobIds: z.array(idSchema).meta({ description: 'Jobs that it has started.' }),
    error: jobReasonSchema.nullable(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DeploymentStep' });
export type DeploymentStep = z.infer<typeof deploymentStepSchema>;

export const deploymentSchema = z
  .strictObject({
    ...objectFields,
    title: z.string(),
    state: z.enum(deploymentStates),
    goal: z.enum(deploymentGoals),
    document: deploymentDocumentSchema,
    steps: z.array(deploymentStepSchema),
    requestedBy: z.string(),
    undoneBy: z.string().nullable(),
    error: jobReasonSchema.nullable(),
    finishedAt: z.iso.datetime().nullable(),
    simulated: z.boolean(),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.infer<typeof deploymentSchema>;

/** In lists: without the document and the steps, which may be large. */
export const deploymentSummarySchema = deploymentSchema
  .omit({ document: true, steps: true })
  .extend({ stepCount: z.int(), endedSteps: z.int() })
  .meta({ id: 'DeploymentSummary' });
export type DeploymentSummary = z.infer<typeof deploymentSummarySchema>;

export const deploymentUndoPlanSchema = z
  .strictObject({
    steps: z.array(plannedStepSchema).meta({ description: 'What would be undone, in this order.' }),
    blockers: z.array(sentMessageSchema).meta({ description: 'Why it cannot be undone now. Empty: it can.' }),
  })
  .meta({ id: 'DeploymentUndoPlan' });
export type DeploymentUndoPlan = z.infer<typeof deploymentUndoPlanSchema>;
