import { describe, expect, it } from 'vitest';
import { missingText, shown } from './stats.js';

describe('shown', () => {
  it('writes a value as people read its unit, and nothing for an unknown one', () => {
    expect([shown(660_969_677, 'B/s'), shown(0.000134, 's'), shown(0.0255, 'ratio'), shown(161_369.4, '1/s'), shown(null, 's')]).toEqual([
      '630.34MiB/s',
      '134us',
      '2.5%',
      '161369',
      null,
    ]);
  });
});

describe('missingText', () => {
  const until = '2026-11-01T00:00:00.000Z';

  it('says which values are missing, and why', () => {
    expect(missingText({ until, problem: { message: 'the long memory of statistics did not answer: "ECONNREFUSED"' } })).toBe(
      'Values before 2026-11-01T00:00:00.000Z are missing: the long memory of statistics did not answer: "ECONNREFUSED".',
    );
  });

  it('says nothing when the long memory answered, or was not asked', () => {
    expect([missingText({ until, problem: null }), missingText(undefined)]).toEqual([null, null]);
  });
});
