import { isId } from '@weft/shared/is-id';
import { backupKinds } from '@weft/shared/kinds/views/backup';
import { z } from 'zod';

/** In clear at the start of a file, and authenticated with every chunk. It holds no secret. */
export const backupHeaderSchema = z.strictObject({
  id: z.uuid(),
  clusterId: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The rotations that this backup counts for. */
  kinds: z.array(z.enum(backupKinds)).min(1),
  weftVersion: z.string(),
  /** Host name of the server that wrote it. Absent: not recorded. */
  writtenBy: z.string().optional(),
  /** Schema of the database (migrations). */
  schema: z.int().min(1),
  keyId: z.string(),
  /** 32 random bytes, base64. */
  salt: z.base64(),
});
export type BackupHeader = z.output<typeof backupHeaderSchema>;

const FILE_NAME = /^weft-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f-]{36})\.weftbackup$/;
const PARTIAL = '.partial';

export const fileNameOf = ({ takenAt, id }: Pick<BackupHeader, 'takenAt' | 'id'>): string =>
  `weft-${takenAt.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}-${id}.weftbackup`;
export const isFileName = (name: string): boolean => FILE_NAME.test(name);

/** Name of a file while it is written; files with a name of their own are complete. */
export const partialNameOf = (name: string): string => `.${name}${PARTIAL}`;

/** The name that a partial file is to get; undefined: it is no partial file of a backup. */
export function nameOfPartial(file: string): string | undefined {
  const name = file.slice(1, -PARTIAL.length);
  return isFileName(name) && file === partialNameOf(name) ? name : undefined;
}

/** Time and id in a name of a file; undefined: it is not the name of a backup. */
export function partsOfName(name: string): Pick<BackupHeader, 'takenAt' | 'id'> | undefined {
  const [, year, month, day, hours, minutes, seconds, id = ''] = FILE_NAME.exec(name) ?? [];
  const takenAt = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`;
  return isId(id) && Number.isFinite(Date.parse(takenAt)) ? { id, takenAt } : undefined;
}
