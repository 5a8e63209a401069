import { z } from 'zod';
import { idSchema } from '../identity.js';
import { jobSchema } from '../kinds/job.js';
import {
  listedOrphanSchema,
  onlyCopies,
  orphanCleanSchema,
  orphanIgnoreCreateSchema,
  orphanKinds,
  orphanSides,
} from '../kinds/views/orphan.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { change, id, list, v1, write } from './definition/parts.js';

export const orphansEndpoints = {
  listOrphans: endpoint({
    id: 'listOrphans',
    method: 'GET',
    path: `${v1}/orphans`,
    summary: 'List objects of hosts that the database does not list, and objects of the database that their nodes do not find',
    tag: 'nodes',
    access: 'orphan:read',
    volumeScope: 'refused',
    status: 200,
    query: listQuery(
      ['since', 'sizeBytes', 'kind'],
      {
        kind: z.enum(orphanKinds).optional(),
        side: z.enum(orphanSides).optional(),
        nodeId: idSchema.optional(),
        volumeId: idSchema.optional(),
        mayHoldOnlyCopy: z.enum(onlyCopies).optional(),
        ignored: z.enum(['false', 'true', 'any']).default('false'),
      },
      '-since',
    ),
    response: pageOf(listedOrphanSchema, 'OrphanPage'),
    errors: list,
  }),
  ignoreOrphan: endpoint({
    id: 'ignoreOrphan',
    method: 'POST',
    path: `${v1}/orphans/:id/ignore`,
    summary: 'Leave an orphan out of counts and findings, for a reason; nothing changes on its host',
    tag: 'nodes',
    access: 'orphan:change',
    volumeScope: 'refused',
    status: 200,
    params: id,
    body: orphanIgnoreCreateSchema,
    response: listedOrphanSchema,
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'not-found', 'wrong-state', 'not-possible'],
  }),
  cleanOrphan: endpoint({
    id: 'cleanOrphan',
    method: 'POST',
    path: `${v1}/orphans/:id/clean`,
    summary: 'Remove an orphan from its host; its content is lost',
    tag: 'nodes',
    access: 'orphan:clean',
    volumeScope: 'refused',
    status: 202,
    params: id,
    body: orphanCleanSchema,
    response: z.strictObject({ job: jobSchema }),
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'not-found', 'wrong-state', 'not-possible', 'unavailable'],
  }),
  endOrphanIgnore: endpoint({
    id: 'endOrphanIgnore',
    method: 'DELETE',
    path: `${v1}/orphans/:id/ignore`,
    summary: 'Count an ignored orphan again',
    tag: 'nodes',
    access: 'orphan:change',
    volumeScope: 'refused',
    status: 204,
    params: id,
    ifMatch: 'required',
    errors: change,
  }),
} as const;
