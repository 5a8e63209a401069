import { z } from 'zod';

export const backupKinds = ['frequent', 'hourly', 'daily', 'manual'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** In clear at the start of a file, and authenticated with every chunk. It holds no secret. */
export const backupHeaderSchema = z.strictObject({
  id: z.uuid(),
  clusterId: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The rotations that this backup counts for. */
  kinds: z.array(z.enum(backupKinds)).min(1),
  weftVersion: z.string(),
  /** Schema of the database (migrations). */
  schema: z.int().min(1),
  keyId: z.string(),
  /** 32 random bytes, base64. */
  salt: z.base64(),
});
export type BackupHeader = z.output<typeof backupHeaderSchema>;

const FILE_NAME = /^weft-\d{8}T\d{6}Z-[0-9a-f-]{36}\.weftbackup$/;
export const PARTIAL = '.partial';

export const fileNameOf = ({ takenAt, id }: Pick<BackupHeader, 'takenAt' | 'id'>): string =>
  `weft-${takenAt.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}-${id}.weftbackup`;
export const isFileName = (name: string): boolean => FILE_NAME.test(name);
