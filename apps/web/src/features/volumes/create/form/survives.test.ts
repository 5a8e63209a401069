import { protections } from '@weft/shared/kinds/volume';
import { describe, expect, it } from 'vitest';
import { survivals, survivesOf, valuesFor } from './survives.js';

describe('valuesFor', () => {
  it('survives what was chosen, from every protection', () => {
    for (const protection of protections)
      for (const survives of survivals)
        expect(survivesOf(valuesFor(survives, { protection, failureDomain: 'node' })), `${survives} from ${protection}`).toBe(survives);
  });

  it('keeps stripes as stripes, and leaves the domain for a later mirror', () => {
    expect(valuesFor('nothing', { protection: 'raid10', failureDomain: 'rack' })).toEqual({ protection: 'raid0', failureDomain: 'rack' });
    expect(valuesFor('zone', { protection: 'raid0', failureDomain: 'rack' })).toEqual({ protection: 'raid10', failureDomain: 'zone' });
    expect(valuesFor('node', { protection: 'concatenated', failureDomain: 'node' })).toEqual({
      protection: 'raid1',
      failureDomain: 'node',
    });
    expect(valuesFor('rack', { protection: 'raid1', failureDomain: 'node' })).toEqual({ protection: 'raid1', failureDomain: 'rack' });
  });
});
