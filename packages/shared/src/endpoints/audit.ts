import { z } from 'zod';
import { idSchema } from '../identity.js';
import { auditActions, auditEntrySchema } from '../kinds/audit.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { list, read, v1 } from './definition/parts.js';

const filters = {
  action: z.enum(auditActions).optional(),
  subjectId: idSchema.optional(),
  by: z.string().max(64).optional(),
  from: z.iso.datetime().optional().meta({ description: 'Only entries of this time or later.' }),
  to: z.iso.datetime().optional().meta({ description: 'Only entries before this time.' }),
};

export const auditEndpoints = {
  listAudit: endpoint({
    id: 'listAudit',
    method: 'GET',
    path: `${v1}/audit`,
    summary: 'List changes, refused requests, and statements that destroy data, give it up or force a detach',
    tag: 'audit',
    access: 'audit:read',
    volumeScope: 'refused',
    status: 200,
    query: listQuery(['at'], filters),
    response: pageOf(auditEntrySchema, 'AuditPage'),
    errors: list,
  }),
  exportAudit: endpoint({
    id: 'exportAudit',
    method: 'GET',
    path: `${v1}/audit/export`,
    summary: 'Download the audit, oldest first, as NDJSON: one entry of the list a line',
    tag: 'audit',
    access: 'audit:read',
    volumeScope: 'refused',
    status: 200,
    query: z.strictObject(filters),
    file: ['application/x-ndjson'],
    errors: read,
  }),
} as const;
