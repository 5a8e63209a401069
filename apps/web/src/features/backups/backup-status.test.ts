import { describe, expect, it } from 'vitest';
import { backupStatus, folderStatus, rotationsText } from './backup-status.js';

const fault = { code: 'backup-truncated', params: {}, message: 'The file ends too early.' };
const verification = (state: 'running' | 'done' | 'failed') => ({ jobId: 'j', state, finishedAt: null });

describe('backupStatus', () => {
  it('reports a fault of the file before any verification', () => {
    expect(backupStatus({ fault, verification: verification('done') })).toMatchObject({
      tone: 'bad',
      what: 'not usable',
      why: fault.message,
    });
  });

  it('reports the newest verification, and a complete file without one', () => {
    const what = (of: Parameters<typeof backupStatus>[0]['verification']) => backupStatus({ fault: null, verification: of }).what;
    expect([what(null), what(verification('running')), what(verification('done')), what(verification('failed'))]).toEqual([
      ...['complete', 'verifying', 'verified', 'verification failed'],
    ]);
  });
});

it('shows late backups with their reason, and an unconfigured folder as idle', () => {
  const unreadableSince = null;
  expect(folderStatus({ state: 'late', problem: fault, unreadableSince })).toMatchObject({
    tone: 'warn',
    what: 'late',
    why: fault.message,
  });
  expect(folderStatus({ state: 'unreadable', problem: fault, unreadableSince: '2026-11-25T12:00:00.000Z' }).since).toBe(
    '2026-11-25T12:00:00.000Z',
  );
  expect(folderStatus({ state: 'off', problem: null, unreadableSince }).tone).toBe('idle');
  expect(folderStatus({ state: 'current', problem: null, unreadableSince })).toEqual({ tone: 'good', what: 'current' });
});

it('names every rotation that a backup counts for', () => {
  expect(rotationsText({ kinds: ['frequent', 'hourly'] })).toBe('every 5 min, hourly');
});
