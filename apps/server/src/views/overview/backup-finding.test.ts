import { said } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import { backupFindings } from './backup-finding.js';

describe('backupFindings', () => {
  it('is one warning with the message of late backups, and its data for the console', () => {
    const problem = said('backups-late', { server: 's1', rotations: ['hourly'] });
    expect(backupFindings({ state: 'late', problem, unreadableSince: null }, 'c')).toMatchObject([
      {
        ...{ severity: 'warn', subject: { kind: 'backup', id: 'c', name: 'schedule' }, what: 'late', affected: [], volumes: [] },
        because: 'server s1 sees no backup yet; late: hourly',
        data: { because: { code: 'backups-late', part: 'message' }, unblockedBy: { code: 'backups-late', part: 'unblockedBy' } },
      },
    ]);
  });

  it('states since when the folder does not answer', () => {
    const problem = said('backups-not-answering', { server: 's1', folder: '/backups', limit: 15 });
    const unreadableSince = new Date('2026-11-25T12:00:00.000Z');
    expect(backupFindings({ state: 'unreadable', problem, unreadableSince }, 'c')).toMatchObject([
      {
        ...{ subject: { name: 'folder' }, what: 'unreadable', since: '2026-11-25T12:00:00.000Z' },
        data: { because: { code: 'backups-not-answering', params: { limit: 15 } } },
      },
    ]);
  });

  it('is nothing without a problem', () => {
    expect(backupFindings({ state: 'current', problem: null, unreadableSince: null }, 'c')).toEqual([]);
  });
});
