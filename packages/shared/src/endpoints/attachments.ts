import { z } from 'zod';
import { idSchema } from '../identity.js';
import { attachmentCreateSchema, attachmentRevokeSchema, attachmentSchema, attachmentStates } from '../kinds/attachment.js';
import { jobSchema } from '../kinds/job.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { asOfQuery, at, change, create, id, list, one, search, v1 } from './definition/parts.js';

const jobAnswer = z.strictObject({ job: jobSchema });

export const attachmentsEndpoints = {
  listAttachments: endpoint({
    id: 'listAttachments',
    method: 'GET',
    path: `${v1}/attachments`,
    summary: 'List attachments',
    tag: 'attachments',
    access: 'attachment:read',
    volumeScope: 'filtered',
    status: 200,
    query: listQuery(['createdAt'], {
      at,
      volumeId: idSchema.optional(),
      nodeId: idSchema.optional(),
      search: search.meta({ description: 'Only attachments whose volume or client has a name that contains this text, in either case.' }),
      state: z.enum(attachmentStates).optional(),
    }),
    response: pageOf(attachmentSchema, 'AttachmentPage'),
    asOf: true,
    errors: [...list, 'moment-not-recorded'],
  }),
  createAttachment: endpoint({
    id: 'createAttachment',
    method: 'POST',
    path: `${v1}/attachments`,
    summary: 'Attach a volume to a client',
    tag: 'attachments',
    access: 'attachment:create',
    volumeScope: 'attach-volume',
    status: 202,
    body: attachmentCreateSchema,
    response: z.strictObject({ attachment: attachmentSchema, job: jobSchema }),
    idempotent: true,
    errors: [...create, 'not-found', 'wrong-state', 'in-use', 'no-shared-network', 'not-possible'],
  }),
  getAttachment: endpoint({
    id: 'getAttachment',
    method: 'GET',
    path: `${v1}/attachments/:id`,
    summary: 'Get an attachment',
    tag: 'attachments',
    access: 'attachment:read',
    volumeScope: 'filtered',
    status: 200,
    params: id,
    query: asOfQuery,
    asOf: true,
    response: attachmentSchema,
    errors: [...one, 'moment-not-recorded'],
  }),
  deleteAttachment: endpoint({
    id: 'deleteAttachment',
    method: 'DELETE',
    path: `${v1}/attachments/:id`,
    summary: 'Detach a volume; the job fails and names the processes while the device is open',
    tag: 'attachments',
    access: 'attachment:delete',
    volumeScope: 'attach-attachment',
    status: 202,
    params: id,
    response: jobAnswer,
    ifMatch: 'required',
    errors: [...change, 'device-busy'],
  }),
  revokeAttachment: endpoint({
    id: 'revokeAttachment',
    method: 'POST',
    path: `${v1}/attachments/:id/revoke`,
    summary: 'Force detach a volume from its client: every target fences its leg',
    tag: 'attachments',
    access: 'attachment:force',
    volumeScope: 'attach-attachment',
    status: 202,
    params: id,
    body: attachmentRevokeSchema,
    response: jobAnswer,
    ifMatch: 'required',
    errors: [...change, 'not-possible'],
  }),
} as const;
