import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { bytesSchema, sentMessageSchema } from '../common.js';
import { jobStates } from '../job.js';

/** Rotations that a backup counts for: every 5 minutes, hourly, daily; `manual`: a person took it, and no rotation removes it. */
export const backupKinds = ['frequent', 'hourly', 'daily', 'manual'] as const;
export type BackupKind = (typeof backupKinds)[number];

/**
 * Whether the backups of the database are as configured. `late`: a rotation has had no backup for 10 minutes longer than its interval. `unreadable`: the
 * server cannot read its backups.
 */
export const backupScheduleStates = ['off', 'current', 'late', 'unreadable'] as const;
export type BackupScheduleState = (typeof backupScheduleStates)[number];

export const backupSchema = z
  .strictObject({
    id: idSchema,
    fileName: z.string(),
    kinds: z
      .array(z.enum(backupKinds))
      .meta({ description: 'Rotations that it counts for. Empty: the header of the file cannot be read.' }),
    takenAt: z.iso.datetime().meta({ description: 'Point in time that a restore brings back.' }),
    sizeBytes: bytesSchema,
    encrypted: z.boolean().nullable().meta({ description: 'Null: the header of the file cannot be read.' }),
    complete: z
      .boolean()
      .meta({ description: 'The file has its end, and the key of the server fits. Only a verification checks every byte.' }),
    fault: sentMessageSchema.nullable().meta({ description: 'Why it is not complete.' }),
    writtenBy: z.string().nullable().meta({ description: 'Host name of the server that wrote it. Null: not recorded.' }),
    weftVersion: z
      .string()
      .nullable()
      .meta({ description: 'Version that wrote it, and that can restore it. Null: the header cannot be read.' }),
    verification: z
      .strictObject({ jobId: idSchema, state: z.enum(jobStates), finishedAt: z.iso.datetime().nullable() })
      .nullable()
      .meta({ description: 'The newest verification of this file that a user requested. Null: none is stored.' }),
  })
  .meta({ id: 'Backup', description: 'A file with a backup of the database.' });
export type Backup = z.infer<typeof backupSchema>;

export const backupFolderSchema = z
  .strictObject({
    server: z.string().meta({
      description:
        'Host name of the server that answers. The list is of its place; all servers are meant to have the same one, and nothing checks it.',
    }),
    path: z
      .string()
      .nullable()
      .meta({ description: 'The folder on that server, or the bucket as s3://bucket/prefix. Null: none is configured there.' }),
    state: z.enum(backupScheduleStates),
    problem: sentMessageSchema.nullable().meta({ description: 'Why the backups are late, or they cannot be read.' }),
    readAt: z.iso.datetime().nullable().meta({ description: 'When the server last read them. The list is of that moment. Null: never.' }),
    unreadableSince: z.iso.datetime().nullable().meta({ description: 'When the server first failed to read them. Null: it can.' }),
  })
  .meta({ id: 'BackupFolder', description: 'The folder of backups of one server.' });
export type BackupFolderStatus = z.infer<typeof backupFolderSchema>;
