import { z } from 'zod';
import { idSchema } from '../identity.js';
import { auditActions, auditEntrySchema } from '../kinds/audit.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { list, v1 } from './definition/parts.js';

export const auditEndpoints = {
  listAudit: endpoint({
    id: 'listAudit',
    method: 'GET',
    path: `${v1}/audit`,
    summary: 'List changes, refused requests, and statements that destroy data, give it up or force a detach',
    tag: 'audit',
    access: 'administrator',
    status: 200,
    query: listQuery(['at'], {
      action: z.enum(auditActions).optional(),
      subjectId: idSchema.optional(),
      by: z.string().max(64).optional(),
    }),
    response: pageOf(auditEntrySchema, 'AuditPage'),
    errors: list,
  }),
} as const;
