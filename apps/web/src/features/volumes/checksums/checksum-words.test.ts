import { expect, test } from 'vitest';
import { acknowledgeRefusal, coveredText, errorsText } from './checksum-words.js';

const AT = { node: { id: 'n', name: 't1' }, drive: { id: 'd', serial: 'S' } };
const checksums = (errors: number, newErrors: number) => ({ newErrors, legs: [{ ...AT, legId: 'l', index: 0, errors, newErrors }] });

test('says how often wrong bytes were found, and how much of that is acknowledged', () => {
  expect(errorsText(checksums(0, 0))).toBe('None found.');
  expect(errorsText(checksums(1, 1))).toBe('Found and repaired once, not acknowledged.');
  expect(errorsText(checksums(5, 2))).toBe('Found and repaired 5 times, 2 times not acknowledged.');
  expect(errorsText(checksums(5, 0))).toBe('Found and repaired 5 times, all acknowledged.');
});

test('has errors to acknowledge only if some are new', () => {
  expect(acknowledgeRefusal(checksums(5, 0))).toMatch('No errors');
  expect(acknowledgeRefusal(checksums(5, 1))).toBeNull();
});

test('says how far the checksums of a new leg are computed', () => {
  expect(coveredText(undefined)).toBe('');
  expect(coveredText({ integrity: { checksumErrors: 0, coveredBytes: null } })).toBe('all');
  expect(coveredText({ integrity: { checksumErrors: 0, coveredBytes: 2 ** 30 } })).toBe('1 GiB');
});
