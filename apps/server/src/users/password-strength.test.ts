import { describe, expect, it } from 'vitest';
import { weaknessOf } from './password-strength.js';

describe('weaknessOf', () => {
  it.each([
    'aaaaaaaaaaaa',
    'ababababababab',
    'abcdabcdabcd',
    '123456789012',
    'abcdefghijklmnop',
    'qwertyuiopasdf',
    'Password1234',
    'administrator!',
    'weft-admin-2026',
    'vera-vera-vera1',
    '............1',
    'x9q2mx9q2mx9q2m',
    'x9q2mx9q2mx9q2m1',
    '7 x9q2mx9q2mx9q2m',
    'ｐａｓｓｗｏｒｄ1234',
    'ＡＤＭＩＮistrator!!',
    'whosyourdaddy',
    '1Qaz2wsx3edc4rfv',
    'ｃｈｉｃｋｅｎwing101',
  ])('refuses %s', async (password) => {
    expect(await weaknessOf(password, 'vera')).toMatchObject({ code: expect.stringMatching(/^password-/) });
  });

  it.each([
    'correct horse battery',
    'a password of my own',
    'another long password',
    'Xk3#9vLq!m2Z',
    'J3kd-8sLq_0oPq2Vb7nWzRt5yHcF1aG6uE4iM9xKpTs',
    'übermäßig große Änderung',
  ])('accepts %s', async (password) => {
    expect(await weaknessOf(password, 'vera')).toBeNull();
  });
});
