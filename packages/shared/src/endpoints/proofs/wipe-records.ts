import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { wipeRecordSchema } from '../../kinds/assurance/wipe-record.js';
import { wipeStates } from '../../kinds/drive.js';
import { endpoint, listQuery, pageOf } from '../definition/endpoint.js';
import { list, read, v1 } from '../definition/parts.js';

const filters = {
  driveId: idSchema.optional(),
  nodeId: idSchema.optional(),
  serial: z.string().max(64).optional().meta({ description: 'Exact serial of the drive.' }),
  state: z.enum(wipeStates).optional(),
};

export const wipeRecordEndpoints = {
  listWipeRecords: endpoint({
    id: 'listWipeRecords',
    method: 'GET',
    path: `${v1}/wipe-records`,
    summary: 'List the records of wiped drives, also of drives that have left the cluster',
    tag: 'drives',
    access: 'drive:read',
    volumeScope: 'refused',
    status: 200,
    query: listQuery(['createdAt', 'serial'], filters, '-createdAt'),
    response: pageOf(wipeRecordSchema, 'WipeRecordPage'),
    errors: list,
  }),
  exportWipeRecords: endpoint({
    id: 'exportWipeRecords',
    method: 'GET',
    path: `${v1}/wipe-records/export`,
    summary: 'Download the records of wiped drives, oldest first, as CSV or as NDJSON (one record of the list a line)',
    tag: 'drives',
    access: 'drive:read',
    volumeScope: 'refused',
    status: 200,
    query: z.strictObject({ format: z.enum(['csv', 'ndjson']).default('csv'), ...filters }),
    file: ['text/csv', 'application/x-ndjson'],
    errors: read,
  }),
} as const;
