import { describe, expect, it } from 'vitest';
import { readForm } from '../../../forms/read-form.js';
import { figuresOf } from './cache-figures.js';
import { cacheSchema, formOfCache, needsAcceptance } from './cache-schema.js';
import { cacheState, shareText, sizeAdvice } from './cache-words.js';

const read = (size: string, mode: 'off' | 'write-through' = 'write-through') => readForm(cacheSchema, { mode, size, acceptsLoss: false });

describe('the form of a cache', () => {
  it('reads a share or a size, and names what is wrong', () => {
    expect(read('10%').body).toEqual({ cache: { mode: 'write-through', bytesPerLeg: null, percentOfLeg: 10, acceptsLoss: false } });
    expect(read('64MiB').body).toMatchObject({ cache: { bytesPerLeg: 67_108_864, percentOfLeg: null } });
    expect(read('x', 'off').body).toEqual({ cache: null });
    expect(read('120%').errors.size).toBe('Enter a whole number from 1 to 100.');
    expect(read('1KiB').errors.size).toContain('Enter a size from 4 MiB');
  });

  it('shows a policy as it would be typed', () => {
    expect(formOfCache(null)).toEqual({ mode: 'off', size: '10%', acceptsLoss: false });
    const policy = { mode: 'write-back' as const, bytesPerLeg: 2 ** 30, percentOfLeg: null, acceptsLoss: false };
    expect(formOfCache(policy)).toMatchObject({ mode: 'write-back', size: '1 GiB' });
  });

  it('asks for the acceptance of a loss only without a mirror', () => {
    expect(needsAcceptance({ protection: 'raid0' }, { mode: 'write-back' })).toBe(true);
    expect(needsAcceptance({ protection: 'raid1' }, { mode: 'write-back' })).toBe(false);
    expect(needsAcceptance({ protection: 'raid0' }, { mode: 'write-through' })).toBe(false);
  });
});

describe('what a cache is', () => {
  const policy = { mode: 'write-back' as const, bytesPerLeg: null, percentOfLeg: 10, acceptsLoss: false };
  const observed = { inUse: true, failed: false, mode: 'write-back' as const };
  const cache = { drive: { id: 'd', serial: 's' }, dataBytes: 2, metadataBytes: 1, blockBytes: 1, isEnding: false, observed };

  it('has one word for each state', () => {
    const of = (change: object) => cacheState({ cache: { ...cache, ...change } }, policy).what;
    expect(cacheState({ cache: null }, policy).what).toBe('no room');
    expect(cacheState({ cache: null }, null).what).toBe('none');
    expect([of({}), of({ observed: null }), of({ observed: { ...observed, failed: true } })]).toEqual([
      'write-back',
      'not reported',
      'lost its drive',
    ]);
    expect(of({ isEnding: true })).toBe('being removed');
    expect(of({ observed: { ...observed, inUse: false } })).toBe('not in use');
  });

  it('has shares in bytes, if they are known', () => {
    const leg = { cache: { ...cache, dataBytes: 2 ** 30 } };
    expect([shareText(leg, 0.5), shareText(leg, 0), shareText(leg, null), shareText({ cache: null }, 0.5)]).toEqual([
      '512 MiB',
      '0 B',
      '',
      '',
    ]);
  });

  it('judges its size by the last hour', () => {
    const series = (hits: number, misses: number, used: number, demotions: number) => [
      { metric: 'cache-read-hits', values: [null, hits] },
      { metric: 'cache-read-misses', values: [null, misses] },
      { metric: 'cache-used', values: [0.1, used, null] },
      { metric: 'cache-demotions', values: [demotions] },
    ];
    expect(figuresOf(series(9, 1, 0.3, 0))).toEqual({ readHitRatio: 0.9, usedRatio: 0.3, demotionsPerSecond: 0 });
    expect(sizeAdvice(figuresOf([]))).toContain('Too little I/O');
    expect(sizeAdvice(figuresOf(series(99, 1, 0.3, 0)))).toContain('a smaller cache would do');
    expect(sizeAdvice(figuresOf(series(1, 99, 1, 5)))).toContain('Smaller than the working set');
    expect(sizeAdvice(figuresOf(series(1, 99, 0.7, 0)))).toContain('still fills');
    expect(sizeAdvice(figuresOf(series(8, 2, 1, 5)))).toContain('fits');
  });
});
