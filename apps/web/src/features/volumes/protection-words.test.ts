import { expect, test } from 'vitest';
import { survivesNow } from './protection-words.js';

const mirror = { protection: 'raid1' as const, copies: 2, failureDomain: 'rack' as const };
const violated = (status: 'true' | 'false') => [
  { type: 'FailureDomainViolated', status, since: '2026-01-01T00:00:00.000Z', reason: '', message: '' },
];

test('does not claim that a volume survives a loss while its failure domain is violated', () => {
  expect(survivesNow({ ...mirror, conditions: violated('true') })).toMatch(/^Does not survive the loss of the rack/);
  expect(survivesNow({ ...mirror, conditions: violated('false') })).toBe('Survives the loss of any one rack.');
  expect(survivesNow({ ...mirror, conditions: [] })).toBe('Survives the loss of any one rack.');
  expect(survivesNow({ ...mirror, copies: 3, conditions: [] })).toBe('Survives the loss of any two racks.');
});
