import { expect, test } from 'vitest';
import type { VolumeScrub } from '../../../api/types.js';
import { currentText, halfText, resultText, scrubRefusal, wrongHalfText } from './scrub-words.js';

const AT = '2026-03-01T01:00:00.000Z';
const order = { action: 'check', origin: 'person', orderedBy: 'ann', orderedAt: AT, client: { id: 'c', name: 'c1' } } as const;
const progress = {
  state: 'running',
  checkedBytes: 2 ** 29,
  totalBytes: 2 ** 30,
  mismatchBytes: 0,
  bytesPerSecond: 2 ** 20,
  reason: null,
} as const;
const current = { ...order, startedAt: AT, isStopping: false, progress } as const;
const last = {
  ...order,
  ...({ outcome: 'completed', startedAt: AT, endedAt: '2026-03-01T01:03:20.000Z', checkedBytes: 2 ** 30, totalBytes: 2 ** 30 } as const),
  mismatchBytes: 65_536,
  halves: null,
};
const scrub = (change: Partial<VolumeScrub> = {}) => ({
  scrub: { current: null, last: null, lastCompletedAt: null, nextAt: null, waitsForAttachment: false, ...change },
});

test('says how far a scrub is, and what it found so far', () => {
  expect(currentText(current)).toBe('Scrub on c1 is running: 50 % of 1 GiB, 1 MiB/s, no mismatch so far.');
  expect(currentText({ ...current, progress: null })).toBe('Scrub is ordered: c1 has not reported on it yet.');
  expect(currentText({ ...current, isStopping: true })).toBe('Scrub on c1 is stopping.');
});

test('says what the last scrub found, and how much of the volume it compared', () => {
  expect(resultText(last)).toBe('Scrub completed: 1 GiB in 3 min 20 s, mismatches in ranges of 64 KiB.');
  expect(resultText({ ...last, outcome: 'interrupted', checkedBytes: 2 ** 28, mismatchBytes: 0 })).toBe(
    'Scrub interrupted: 25 % of 1 GiB in 3 min 20 s, no mismatch.',
  );
});

test('says which half was wrong, and whether the count is complete', () => {
  const half = (index: number, checksumErrors: number, count: 'counting' | 'complete' | 'restarted' | 'unknown' = 'complete') => ({
    ...{ legId: `l${index}`, index, node: { id: 'n', name: `t${index}` }, drive: { id: 'd', serial: `S${index}` }, checksumErrors, count },
  });
  expect(wrongHalfText({ halves: null })).toBeNull();
  expect(wrongHalfText({ halves: [half(0, 0), half(1, 0)] })).toBe('None found.');
  expect(wrongHalfText({ halves: [half(0, 0), half(1, 1)] })).toBe('Leg 1 on t1 (drive S1), once. Repaired from another half.');
  expect(wrongHalfText({ halves: [half(0, 0, 'counting'), half(1, 0, 'counting')] })).toMatch(/^None found. Targets still count/);
  expect(wrongHalfText({ halves: [half(0, 2), half(1, 3, 'unknown')] })).toMatch(/Leg 0 .* 2 times; leg 1 .* 3 times.*not reported/);
  expect([halfText(half(0, 2)), halfText(half(0, 2, 'counting')), halfText(half(0, 2, 'restarted'))]).toEqual(['2', '2', 'at least 2']);
});

test('refuses as the server does', () => {
  expect(scrubRefusal('start', scrub())).toBeNull();
  expect(scrubRefusal('start', { scrub: null })).toMatch('no mirror');
  expect(scrubRefusal('start', scrub({ waitsForAttachment: true }))).toMatch('attach it first');
  expect(scrubRefusal('start', scrub({ current }))).toMatch('stop it first');
  expect(scrubRefusal('stop', scrub({ current }))).toBeNull();
  expect(scrubRefusal('stop', scrub())).toMatch('No scrub');
  expect(scrubRefusal('repair', scrub({ last }))).toBeNull();
  expect(scrubRefusal('repair', scrub({ last: { ...last, mismatchBytes: 0 } }))).toMatch('found mismatches');
  expect(scrubRefusal('repair', scrub({ last: { ...last, outcome: 'stopped' } }))).toMatch('found mismatches');
});
