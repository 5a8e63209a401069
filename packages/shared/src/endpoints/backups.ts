import { z } from 'zod';
import { emptySchema } from '../kinds/common.js';
import { jobSchema } from '../kinds/job.js';
import { backupFolderSchema, backupKinds, backupSchema } from '../kinds/views/backup.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { id, list, one, v1, write } from './definition/parts.js';

const jobAnswer = z.strictObject({ job: jobSchema });

export const backupsEndpoints = {
  listBackups: endpoint({
    id: 'listBackups',
    method: 'GET',
    path: `${v1}/backups`,
    summary: 'List the backups of the database in the folder of the server that answers',
    tag: 'backups',
    access: 'backup:read',
    volumeScope: 'refused',
    status: 200,
    query: listQuery(['takenAt', 'sizeBytes'], { kind: z.enum(backupKinds).optional() }, '-takenAt'),
    response: pageOf(backupSchema, 'BackupPage').extend({ folder: backupFolderSchema }).meta({ id: 'BackupPage' }),
    errors: list,
  }),
  takeBackup: endpoint({
    id: 'takeBackup',
    method: 'POST',
    path: `${v1}/backups`,
    summary: 'Take a backup of the database now. It stays until a person removes its file',
    tag: 'backups',
    access: 'backup:create',
    volumeScope: 'refused',
    status: 202,
    body: emptySchema.optional(),
    response: jobAnswer,
    errors: [...write, 'wrong-state', 'not-possible'],
  }),
  verifyBackup: endpoint({
    id: 'verifyBackup',
    method: 'POST',
    path: `${v1}/backups/:id/verify`,
    summary: 'Check every byte of a backup with the key of the server',
    tag: 'backups',
    access: 'backup:verify',
    volumeScope: 'refused',
    status: 202,
    params: id,
    body: emptySchema.optional(),
    response: jobAnswer,
    errors: [...write, 'not-found', 'wrong-state', 'not-possible'],
  }),
  downloadBackup: endpoint({
    id: 'downloadBackup',
    method: 'GET',
    path: `${v1}/backups/:id/file`,
    summary: 'Download the file of a backup, encrypted as it is. Each download leaves an audit entry',
    tag: 'backups',
    access: 'backup:download',
    volumeScope: 'refused',
    status: 200,
    params: id,
    file: ['application/octet-stream'],
    errors: [...one, 'not-possible'],
  }),
} as const;
