import { z } from 'zod';
import { nameSchema } from '../../identity.js';
import { bytesSchema, sentMessageSchema } from '../common.js';
import { failureDomains, protections } from '../volume.js';
import { deploymentDocumentSchema } from './document.js';

export const deploymentProposeSchema = z
  .strictObject({
    protection: z.enum(protections).optional().meta({ description: 'Of the first volumes. Absent: the safest one that the nodes allow.' }),
    failureDomain: z
      .enum(failureDomains)
      .optional()
      .meta({ description: 'Absent: racks or zones if there are three of them, else nodes.' }),
    fillRatio: z.number().min(0.01).max(1).default(0.5).meta({ description: 'Share of the usable bytes that the first volumes take.' }),
    clients: z.array(nameSchema).max(500).optional().meta({
      description: 'Nodes that get a first volume each. Absent: the nodes without usable drives, else all nodes. Empty: no volumes.',
    }),
  })
  .meta({ id: 'DeploymentPropose' });
export type DeploymentPropose = z.infer<typeof deploymentProposeSchema>;

export const deploymentAlternativeSchema = z
  .strictObject({
    protection: z.enum(protections),
    failureDomain: z.enum(failureDomains),
    chosen: z.boolean().meta({ description: 'The document has it.' }),
    possible: z.boolean(),
    usableBytes: bytesSchema.meta({ description: 'Bytes of all its first volumes. 0: not possible.' }),
    survives: sentMessageSchema.meta({ description: 'What its volumes survive.' }),
    reason: sentMessageSchema.nullable().meta({ description: 'Why it is not possible. Null: it is.' }),
  })
  .meta({ id: 'DeploymentAlternative' });
export type DeploymentAlternative = z.infer<typeof deploymentAlternativeSchema>;

export const deploymentProposalSchema = z
  .strictObject({
    document: deploymentDocumentSchema,
    alternatives: z.array(deploymentAlternativeSchema),
    remarks: z.array(sentMessageSchema).meta({ description: 'Guesses to check, and what was left out, with the reason.' }),
  })
  .meta({ id: 'DeploymentProposal' });
export type DeploymentProposal = z.infer<typeof deploymentProposalSchema>;
