import type { Backup } from '@weft/shared/kinds/views/backup';
import type { Said } from '@weft/shared/text/rendering/render';
import type { JobDocument } from '../domain/documents/job.document.js';
import { partsOfName } from './format/backup-header.js';
import type { InspectedFile } from './store/backup-store.js';

/** A message as the API sends it. */
export const sent = ({ reason, code = reason, params, message }: Omit<Said, 'code'> & { code?: string }) => ({ code, params, message });

/** Id of the backup in a file; undefined: the name is not that of a backup. */
export const idOfFile = ({ name, header }: InspectedFile): string | undefined => header?.id ?? partsOfName(name)?.id;

/** @param verification the newest verification of this file. */
export function listedBackup(file: InspectedFile, verification: JobDocument | undefined): Backup[] {
  const parts = partsOfName(file.name);
  if (!parts) return [];
  const { name, sizeBytes, header, fault } = file;
  return [
    {
      id: parts.id,
      fileName: name,
      kinds: header?.kinds ?? [],
      takenAt: header?.takenAt ?? parts.takenAt,
      sizeBytes,
      encrypted: header ? true : null,
      complete: fault === null,
      fault: fault && sent(fault),
      writtenBy: header?.writtenBy ?? null,
      weftVersion: header?.weftVersion ?? null,
      verification: verification
        ? { jobId: verification._id, state: verification.state, finishedAt: verification.finishedAt?.toISOString() ?? null }
        : null,
    },
  ];
}
