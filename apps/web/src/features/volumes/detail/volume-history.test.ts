import { expect, test } from 'vitest';
import type { AuditEntry, Job, Volume } from '../../../api/types.js';
import { historyOf } from '../../history/history.js';
import { specAndStatus } from './spec/volume-documents.js';
import { volumeHappenings } from './volume-history.js';

const condition = (type: string, since: string) => ({ type, status: 'true' as const, since, reason: 'ok', message: 'm' });
const volume = {
  id: 'v',
  name: 'orders',
  sizeBytes: 4096,
  protection: 'raid1',
  driveClass: { id: 'class', name: 'fast' },
  createdAt: '2026-01-01T00:00:00Z',
  conditions: [condition('Healthy', '2026-01-04T00:00:00Z')],
  legs: [{ index: 0, node: { name: 't1' }, conditions: [condition('Ready', '2026-01-02T00:00:00Z')] }],
  obsoleteLegs: [],
} as unknown as Volume;

test('orders jobs, audit entries and conditions newest first, a job by its end', () => {
  const job = { id: 'j', createdAt: '2026-01-01T00:00:01Z', finishedAt: '2026-01-03T00:00:00Z' } as Job;
  const entry = { at: '2026-01-05T00:00:00Z' } as AuditEntry;
  const { happenings } = historyOf({
    jobs: { items: [job], total: 1 },
    audit: { items: [entry], total: 1 },
    notes: { items: [], total: 0 },
    events: { items: [], total: 0 },
    others: volumeHappenings(volume),
  });
  const words = happenings.map(({ what }) => ('condition' in what ? what.condition.type : Object.keys(what)[0]));
  expect(words).toEqual(['entry', 'Healthy', 'job', 'Ready', 'text']);
});

test('separates the spec, as a create request takes it, from the status of a volume', () => {
  const { spec, status } = specAndStatus(volume);
  expect(spec).toMatchObject({ name: 'orders', sizeBytes: 4096, protection: 'raid1', driveClassId: 'class' });
  expect(Object.keys(status)).toEqual(['id', 'driveClass', 'createdAt', 'conditions', 'legs', 'obsoleteLegs']);
});
