import { z } from 'zod';
import { idSchema } from '../identity.js';
import {
  preflightAcceptanceCreateSchema,
  preflightFindingSchema,
  preflightResults,
  preflightRunSchema,
} from '../kinds/assurance/preflight.js';
import { emptySchema } from '../kinds/common.js';
import { preflightSets, preflightSeverities } from '../preflight/sets.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { change, id, list, one, v1, write } from './definition/parts.js';

export const preflightEndpoints = {
  listPreflightRuns: endpoint({
    id: 'listPreflightRuns',
    method: 'GET',
    path: `${v1}/preflight-runs`,
    summary: 'List preflight runs: checks of nodes, networks, drives and classes against published advice',
    tag: 'cluster',
    access: 'viewer',
    status: 200,
    query: listQuery(['createdAt'], { state: z.enum(['collecting', 'done']).optional() }, '-createdAt'),
    response: pageOf(preflightRunSchema, 'PreflightRunPage'),
    errors: list,
  }),
  getPreflightRun: endpoint({
    id: 'getPreflightRun',
    method: 'GET',
    path: `${v1}/preflight-runs/:id`,
    summary: 'Get a preflight run',
    tag: 'cluster',
    access: 'viewer',
    status: 200,
    params: id,
    response: preflightRunSchema,
    errors: one,
  }),
  startPreflightRun: endpoint({
    id: 'startPreflightRun',
    method: 'POST',
    path: `${v1}/preflight-runs`,
    summary: 'Start a preflight run, or get the one that collects now',
    tag: 'cluster',
    access: 'operator',
    status: 202,
    body: emptySchema,
    response: preflightRunSchema,
    errors: write,
  }),
  listPreflightFindings: endpoint({
    id: 'listPreflightFindings',
    method: 'GET',
    path: `${v1}/preflight-findings`,
    summary: 'List the findings of the latest finished preflight run, most severe first',
    tag: 'cluster',
    access: 'viewer',
    status: 200,
    query: listQuery(
      ['severity'],
      {
        set: z.enum(preflightSets).optional(),
        severity: z.enum(preflightSeverities).optional(),
        result: z.enum(preflightResults).optional(),
        nodeId: idSchema.optional(),
        accepted: z.enum(['false', 'true', 'any']).default('false'),
      },
      'severity',
    ),
    response: pageOf(preflightFindingSchema, 'PreflightFindingPage'),
    errors: list,
  }),
  acceptPreflightFinding: endpoint({
    id: 'acceptPreflightFinding',
    method: 'POST',
    path: `${v1}/preflight-findings/:id/acceptance`,
    summary: 'Accept a finding, for a reason: counts leave it out as long as it stays the same',
    tag: 'cluster',
    access: 'operator',
    status: 200,
    params: id,
    body: preflightAcceptanceCreateSchema,
    response: preflightFindingSchema,
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'not-found', 'wrong-state'],
  }),
  endPreflightAcceptance: endpoint({
    id: 'endPreflightAcceptance',
    method: 'DELETE',
    path: `${v1}/preflight-findings/:id/acceptance`,
    summary: 'End the acceptance of a finding',
    tag: 'cluster',
    access: 'operator',
    status: 204,
    params: id,
    ifMatch: 'required',
    errors: change,
  }),
} as const;
