import { describe, expect, it } from 'vitest';
import { alertValue } from './rule.js';

describe('alertValue', () => {
  it('writes days with the right number, and short times with a smaller unit', () => {
    expect([86_400, 129_600, 0].map((seconds) => alertValue(seconds, 'days'))).toEqual(['1 day', '1.5 days', '0 days']);
    expect([60, 3600, 172_800].map((seconds) => alertValue(seconds, 'duration'))).toEqual(['60 s', '60 min', '2 days']);
  });

  it('writes bytes with the unit that leaves a number: 64 KiB are not 0 GiB', () => {
    expect([65_536, 3 * 2 ** 30, 1.5 * 2 ** 40].map((bytes) => alertValue(bytes, 'bytes'))).toEqual(['64 KiB', '3 GiB', '1.5 TiB']);
  });
});
