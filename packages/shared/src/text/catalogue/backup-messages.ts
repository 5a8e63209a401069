import { entry } from '../entry.js';
import { count, moment, seconds, texts, word } from '../field.js';
import { at, words } from '../words.js';

const file = 'weft-20261125T030000Z-0d9c77c8-6d0c-4f5e-9d39-1c2b3a4d5e6f.weftbackup';
const phrase = (text: string) => entry({}, { message: () => words`${text}`, example: {} });

/* Why a file is not usable as a backup. */
export const backupFaultMessages = {
  'backup-not-a-backup': phrase('The file is not a backup of Weft. Name a file that ends in .weftbackup.'),
  'backup-truncated': phrase('The file ends too early: it was not copied or stored in full. Use another copy, or another backup.'),
  /** `part`: of the file. */
  'backup-damaged': entry(
    { part: word },
    {
      message: ({ part }) => words`The file is damaged (${part}). Use another copy, or another backup.`,
      example: { part: 'chunk 3' },
    },
  ),
  'backup-of-other-format': entry(
    { found: count, known: count },
    {
      message: ({ found, known }) =>
        words`The file has format ${found}; this version of weft-server reads format ${known}. Use the version that wrote it.`,
      example: { found: 2, known: 1 },
    },
  ),
  'backup-of-other-key': entry(
    { needed: word, given: word, takenAt: moment },
    {
      message: ({ needed, given, takenAt }) =>
        words`The file needs the key ${needed}; the given key is ${given}. Set backupKeyFile to the key that was in use at ${at(takenAt)}.`,
      example: { needed: '91ac20b37f3e4d51', given: '0c7d5b1e22aa9f63', takenAt: '2026-11-21T14:16:31.725Z' },
    },
  ),
};

/* State of the backups, as overview and console show it. Each server reports its own folder. */
export const backupStateMessages = {
  'backups-late': entry(
    { server: word, rotations: texts, newestAt: moment.optional() },
    {
      message: ({ server, rotations, newestAt }) =>
        newestAt
          ? words`the newest backup of server ${server} is of ${at(newestAt)}; late: ${rotations.join(', ')}`
          : words`server ${server} sees no backup yet; late: ${rotations.join(', ')}`,
      unblockedBy: () => words`removing the cause that the log of the servers names (folder or bucket, space, database); the servers retry`,
      example: { server: 'weft-1', rotations: ['frequent'], newestAt: '2026-11-21T14:16:31.725Z' },
    },
  ),
  'backups-unreadable': entry(
    { server: word, folder: word, error: word },
    {
      message: ({ server, folder, error }) => words`server ${server} cannot read the backups in ${folder}: ${error}`,
      unblockedBy: ({ server, folder }) => words`making ${folder} readable on ${server}: mount, network, permissions`,
      example: { server: 'weft-1', folder: '/backups', error: 'ENOENT' },
    },
  ),
  /** `limit`: of the wait. */
  'backups-not-answering': entry(
    { server: word, folder: word, limit: seconds },
    {
      message: ({ server, folder, limit }) =>
        words`server ${server} gets no answer from ${folder}, the place of its backups: a read or write has not returned within ${limit} s`,
      unblockedBy: ({ server, folder }) => words`starting the server of ${folder}, or mounting it on ${server} again`,
      example: { server: 'weft-1', folder: '/backups', limit: 15 },
    },
  ),
};

/* Steps and errors of the jobs of backups. */
export const backupJobMessages = {
  'write-backup': phrase('write the backup and read it back'),
  'verify-backup': phrase('check every byte'),
  'backup-failed': entry(
    { server: word, folder: word, error: word },
    {
      message: ({ server, folder, error }) => words`Server ${server} could not write a backup into ${folder}: ${error}`,
      example: { server: 'weft-1', folder: '/backups', error: 'ENOSPC: no space left on device' },
    },
  ),
  'verification-failed': entry(
    { server: word, file: word, error: word },
    {
      message: ({ server, file, error }) => words`Server ${server} could not verify ${file}: ${error}`,
      example: { server: 'weft-1', file, error: 'The file is damaged (chunk 3).' },
    },
  ),
  'backup-file-missing': entry(
    { server: word, file: word },
    {
      message: ({ server, file }) =>
        words`Server ${server}, which takes the backups, does not find ${file}. A rotation removed it, or the servers have different folders or buckets: give all servers the same one.`,
      example: { server: 'weft-1', file },
    },
  ),
};

/* Statement of the audit. */
export const backupAuditMessages = {
  'backup-downloaded': entry(
    { file: word, server: word },
    { message: ({ file, server }) => words`Server ${server} sent the file ${file}.`, example: { file, server: 'weft-1' } },
  ),
};
