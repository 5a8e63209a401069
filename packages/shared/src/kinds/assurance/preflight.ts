import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { preflightCodes } from '../../preflight/checks.js';
import { preflightSets, preflightSeverities } from '../../preflight/sets.js';
import { objectFields, plainTextSchema, referenceSchema, sentMessageSchema } from '../common.js';

/** failed: the check found something. unknown: facts are missing, so it was not checked. */
export const preflightResults = ['failed', 'unknown'] as const;

const checkFields = {
  check: z.enum(preflightCodes).meta({ description: 'Code of the check (docs/preflight.md).' }),
  title: z.string(),
  sets: z.array(z.enum(preflightSets)).meta({ description: 'Whose advice it is: micron-2018 (the reference architecture), weft.' }),
  severity: z.enum(preflightSeverities),
};

const amount = z.int().min(0);

export const preflightRunSchema = z
  .strictObject({
    ...objectFields,
    state: z.enum(['collecting', 'done']),
    requestedBy: z.string().nullable().meta({ description: 'Name of the user. Null: the daily run.' }),
    finishedAt: z.iso.datetime().nullable(),
    nodes: z.strictObject({ asked: amount, answered: amount }).meta({ description: 'Nodes whose agents were asked, and have answered.' }),
    probes: z.strictObject({ sent: amount, ofPairs: amount }).meta({
      description:
        'Pairs of addresses between which large packets were sent, and all pairs of the storage networks. A large network is sampled.',
    }),
    checks: z
      .array(z.strictObject({ ...checkFields, passed: amount, failed: amount, unknown: amount }))
      .meta({ description: 'Checked objects by result (of nodes, networks, classes). Empty until the run is done.' }),
    newFindings: amount.meta({ description: 'Findings that the run before did not have.' }),
    omittedFindings: amount.meta({ description: 'Findings beyond the most that a run stores.' }),
  })
  .meta({ id: 'PreflightRun' });
export type PreflightRun = z.infer<typeof preflightRunSchema>;

export const preflightAcceptanceCreateSchema = z.strictObject({ reason: plainTextSchema(500) }).meta({ id: 'PreflightAcceptanceCreate' });

const acceptanceSchema = z
  .strictObject({
    version: z.int().meta({ description: 'Send it, quoted, in If-Match to end the acceptance.' }),
    reason: z.string(),
    by: z.string().meta({ description: 'Name of the user.' }),
    at: z.iso.datetime(),
  })
  .meta({ id: 'PreflightAcceptance' });
export type PreflightAcceptance = z.infer<typeof acceptanceSchema>;

export const preflightFindingSchema = z
  .strictObject({
    id: idSchema.meta({
      description: 'Follows from the check, its object and the found value: the same in every run as long as they stay.',
    }),
    ...checkFields,
    result: z.enum(preflightResults),
    node: referenceSchema.nullable().meta({ description: 'Null: of the cluster, a network or a class.' }),
    subject: z.string().meta({ description: 'Name of the node, network or class; empty: the cluster.' }),
    what: sentMessageSchema.meta({ description: 'What was found, or what is unknown.' }),
    why: z.string().meta({ description: 'Why it matters.' }),
    fix: z.string().nullable().meta({ description: 'How to fix it. Null: nothing to fix, because nothing was checked.' }),
    command: z.string().nullable().meta({ description: 'Commands to run on the node, one a line. Null: no command fixes it.' }),
    since: z.iso.datetime().meta({ description: 'Start of the first run that found it without a gap since.' }),
    acceptance: acceptanceSchema.nullable(),
  })
  .meta({ id: 'PreflightFinding' });
export type PreflightFinding = z.infer<typeof preflightFindingSchema>;
