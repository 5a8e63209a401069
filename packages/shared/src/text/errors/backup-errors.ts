import { message, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of backups of the database. */
export const backupErrors = {
  'backup-not-configured': error(
    'not-possible',
    { server: word },
    ({ server }) =>
      words`Server ${server} has no place for backups. Set backupDir or backupS3Url, and backupKeyFile, on every server, and restart the servers one after another.`,
    { server: 'weft-1' },
  ),
  /** `problem`: as the overview reports it. */
  'backup-folder-unreadable': error(
    'not-possible',
    { problem: message },
    ({ problem }) =>
      words`Backups are not possible now: ${problem}. Make their place readable for this server: mount, network, permissions.`,
    { problem: { code: 'backups-unreadable', params: { server: 'weft-1', folder: '/backups', error: 'ENOENT' } } },
  ),
  'backup-not-found': error(
    'not-found',
    { id: word, server: word },
    ({ id, server }) => words`Server ${server} finds no backup ${id}. List them again: a rotation may have removed it.`,
    { id: 'ID', server: 'weft-1' },
  ),
  'backup-in-progress': error(
    'wrong-state',
    { job: word },
    ({ job }) => words`Another backup is in progress: job ${job}. Wait until it has ended.`,
    { job: 'ID' },
  ),
  'backup-verification-in-progress': error(
    'wrong-state',
    { file: word, job: word },
    ({ file, job }) => words`Job ${job} verifies ${file} already. Wait until it has ended.`,
    { file: 'weft-20261125T030000Z-ID.weftbackup', job: 'ID' },
  ),
};
