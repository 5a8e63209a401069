import { z } from 'zod';
import { idSchema } from '../identity.js';
import { listedOrphanSchema, onlyCopies, orphanKinds, orphanSides } from '../kinds/views/orphan.js';
import { endpoint, listQuery, pageOf } from './endpoint.js';
import { list, v1 } from './parts.js';

export const orphansEndpoints = {
  listOrphans: endpoint({
    id: 'listOrphans',
    method: 'GET',
    path: `${v1}/orphans`,
    summary: 'List objects of hosts that the database does not list, and objects of the database that their nodes do not find',
    tag: 'nodes',
    access: 'viewer',
    status: 200,
    query: listQuery(
      ['since', 'sizeBytes', 'kind'],
      {
        kind: z.enum(orphanKinds).optional(),
        side: z.enum(orphanSides).optional(),
        nodeId: idSchema.optional(),
        volumeId: idSchema.optional(),
        mayHoldOnlyCopy: z.enum(onlyCopies).optional(),
      },
      '-since',
    ),
    response: pageOf(listedOrphanSchema, 'OrphanPage'),
    errors: list,
  }),
} as const;
