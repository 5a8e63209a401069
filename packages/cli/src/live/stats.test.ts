import { describe, expect, it } from 'vitest';
import { shown } from './stats.js';

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
