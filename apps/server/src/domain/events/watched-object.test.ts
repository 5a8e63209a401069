import { defaultSettings, type SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { expect, test } from 'vitest';
import { storedVolume } from '../../../test-support/stored-volume.js';
import { ofJob, ofSettings, ofVolume } from './watched-object.js';

test('settings have no part of an earlier version, and no address with a password', () => {
  const stored = {
    ...defaultSettings,
    ...{ smtp: { password: 'hunter2-secret' }, agentServers: ['https://admin:hunter2-secret@weft1:4000', 'https://weft2:4000'] },
  } as SettingsSpec;
  const { parts } = ofSettings({ _id: 'cluster', spec: stored });
  expect(JSON.stringify(parts)).not.toContain('hunter2-secret');
  expect(parts['agentServers']).toEqual({ value: '["https://weft2:4000"]' });
  expect(parts['keepAliveSeconds']).toEqual({ value: '5' });
});

test('a volume has the problems that last, not conditions that follow from its state', () => {
  const volume = storedVolume('db', []);
  const condition = { since: '2026-11-28T00:00:00.000Z', message: 'x', params: {} };
  volume.status.conditions = [
    { ...condition, type: 'ForeignHost', status: 'true', reason: 'foreign-host' },
    { ...condition, type: 'RepairWaiting', status: 'false', reason: 'none' },
    { ...condition, type: 'Healthy', status: 'false', reason: 'degraded' },
  ];
  expect(Object.keys(ofVolume(volume).parts).sort()).toEqual(['ForeignHost', 'existence', 'health', 'state']);
  expect(ofVolume(volume).parts['ForeignHost']).toEqual({ value: 'true', cause: { code: 'foreign-host', params: {} } });
});

test('a job that waits counts as running, and is of the time line of its subject', () => {
  const job = { _id: 'j1', kind: 'volume.create', subject: { kind: 'volume', id: 'v1', name: 'db' }, state: 'waiting', error: null };
  expect(ofJob(job as never)).toEqual({
    ...{ _id: 'jobs/j1', kind: 'job', name: 'volume.create of db', related: ['v1'] },
    parts: { state: { value: 'running' } },
  });
});
