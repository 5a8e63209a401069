import { expect, test } from 'vitest';
import type { EnrollmentToken } from '../../api/types.js';
import { tokenRefusal, tokenStatus } from './enrollment-token-status.js';

const token = { expiresAt: '2026-01-02T00:00:00Z', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T06:00:00Z', usedBy: null };
const before = Date.parse('2026-01-01T12:00:00Z');
const after = Date.parse('2026-01-03T00:00:00Z');
const open = token as unknown as EnrollmentToken;
const used = { ...open, usedBy: { id: 'n', name: 'n1' } };

test('reports a token as open, expired or used, and allows only an open one to be revoked', () => {
  expect(tokenStatus(open, before).what).toBe('open');
  expect(tokenRefusal(open, before)).toBeNull();
  expect(tokenStatus(open, after)).toMatchObject({ what: 'expired', since: token.expiresAt });
  expect(tokenRefusal(open, after)).toContain('Already expired');
  // A used token stays used after it expires.
  expect(tokenStatus(used, after)).toMatchObject({ what: 'used', why: [{ kind: 'node', id: 'n', name: 'n1' }, ' has joined with it'] });
  expect(tokenRefusal(used, before)).toContain('Remove node n1');
});
