import { said } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import { backupFindings } from './backup-finding.js';

describe('backupFindings', () => {
  it('is one warning with the message of late backups, and its data for the console', () => {
    const problem = said('backups-late', { server: 's1', rotations: ['hourly'] });
    expect(backupFindings({ state: 'late', problem }, 'c')).toMatchObject([
      {
        ...{ severity: 'warn', subject: { kind: 'backup', id: 'c', name: 'schedule' }, what: 'late', affected: [], volumes: [] },
        because: 'the folder of server s1 has no backup yet; late: hourly',
        data: { because: { code: 'backups-late', part: 'message' }, unblockedBy: { code: 'backups-late', part: 'unblockedBy' } },
      },
    ]);
  });

  it('is nothing without a problem', () => {
    expect(backupFindings({ state: 'current', problem: null }, 'c')).toEqual([]);
  });
});
