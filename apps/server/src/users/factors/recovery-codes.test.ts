import { expect, it } from 'vitest';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';

it('makes ten different codes of 80 bits', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
});

it('hashes a code for its user, however it is typed', () => {
  const hash = recoveryHash('user', 'abcd-efgh-ijkl-mnop');
  expect(recoveryHash('user', ' ABCD EFGH IJKLMNOP ')).toBe(hash);
  expect(recoveryHash('other', 'abcd-efgh-ijkl-mnop')).not.toBe(hash);
  expect(hash).not.toContain('abcd');
});
