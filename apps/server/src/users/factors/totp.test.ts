import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpStepOf, totpUri } from './totp.js';

/** RFC 6238, appendix B: the secret is the text 12345678901234567890; the last six digits of its eight. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('totpStepOf', () => {
  it.each(VECTORS)('has the code of RFC 6238 at %i s', (seconds, code) => {
    expect(totpStepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('takes the codes of the step before and the step after, and of no other', () => {
    const step = Math.floor(1_234_567_890 / 30);
    for (const [shift, expected] of [
      [-60, null],
      [-30, step],
      [0, step],
      [30, step],
      [60, null],
    ] as const)
      expect(totpStepOf(SECRET, '005924', (1_234_567_890 + shift) * 1000), `${shift} s`).toBe(expected);
  });

  it('refuses any text but six digits', () => {
    for (const code of ['', '28708', '2870820', '94287082', 'abcdef', ' 287082']) expect(totpStepOf(SECRET, code, 59_000), code).toBeNull();
  });
});

it('makes secrets of 160 bits, each another', () => {
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(two).not.toBe(one);
});

it('names user and cluster in the URI', () => {
  const uri = new URL(totpUri(SECRET, 'vera', 'https://weft.example:4000'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Weft weft.example:vera');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: SECRET, algorithm: 'SHA1', digits: '6', period: '30' });
  expect(totpUri(SECRET, 'vera', null)).toContain('issuer=Weft&');
});
