import { expect, test } from 'vitest';
import { kindsToShow, type LegMean, latencyShares, meanOf } from './latency-shares.js';

const leg = (index: number, iops: number, seconds: number | null): LegMean => ({ index, node: `t${index}`, mean: { iops, seconds } });

test('weights the mean by I/O instead of by steps, and skips unobserved steps', () => {
  const mean = meanOf([100, 300, null, 0], [0.001, 0.003, 0.5, null]);
  expect(mean?.iops).toBeCloseTo(400 / 3);
  expect(mean?.seconds).toBeCloseTo(0.0025);
  expect(meanOf([null, null], [null, null])).toBeNull();
  expect(meanOf([0], [null])).toEqual({ iops: 0, seconds: null });
});

test('assigns the latency outside the drives to client and fabric, exactly for stripes', () => {
  const shares = latencyShares({ protection: 'raid0' }, { iops: 1000, seconds: 0.0002 }, 'c1', [leg(0, 500, 0.0001), leg(1, 500, 0.00014)]);
  expect(shares).toMatchObject({
    drives: { least: expect.closeTo(0.00012) },
    fabric: { least: expect.closeTo(0.00008), most: expect.closeTo(0.00008) },
  });
});

test('bounds the drive share of a mirror by its busier leg and by the sum of both legs', () => {
  const shares = latencyShares({ protection: 'raid1' }, { iops: 100, seconds: 0.0003 }, 'c1', [leg(0, 100, 0.0001), leg(1, 100, 0.00012)]);
  expect(shares).toMatchObject({
    drives: { least: expect.closeTo(0.00012), most: expect.closeTo(0.00022) },
    fabric: { least: expect.closeTo(0.00008), most: expect.closeTo(0.00018) },
  });
});

test('returns the reason in place of shares that cannot be computed', () => {
  const volume = { iops: 100, seconds: 0.0001 };
  expect(latencyShares({ protection: 'raid1' }, null, 'c1', [])).toMatchObject({ total: null, why: expect.stringContaining('c1') });
  expect(latencyShares({ protection: 'raid1' }, { iops: 0, seconds: null }, 'c1', [])).toEqual({
    total: null,
    why: 'the volume had no I/O',
  });
  const silent = [leg(0, 100, 0.0001), { index: 1, node: 't2', mean: null }];
  expect(latencyShares({ protection: 'raid1' }, volume, 'c1', silent)).toMatchObject({ why: expect.stringContaining('leg 1 from t2') });
  expect(latencyShares({ protection: 'raid1' }, volume, 'c1', [leg(0, 500, 0.0005), leg(1, 0, null)])).toMatchObject({
    why: expect.stringContaining('rebuild'),
  });
});

test('divides reads of a mirror exactly, because a read has one leg', () => {
  const legs = [leg(0, 40, 0.0001), leg(1, 60, 0.0002)];
  const shares = latencyShares({ protection: 'raid1', kind: 'reads' }, { iops: 100, seconds: 0.0003 }, 'c1', legs);
  expect(shares).toMatchObject({
    drives: { least: expect.closeTo(0.00016), most: expect.closeTo(0.00016) },
    fabric: { least: expect.closeTo(0.00014) },
  });
  expect(latencyShares({ protection: 'raid1', kind: 'writes' }, { iops: 0, seconds: null }, 'c1', legs)).toMatchObject({
    why: 'the volume had no writes',
  });
});

test('shows reads and writes separately only if every agent reports them', () => {
  const [some, none] = [
    { iops: 10, seconds: 0.0001 },
    { iops: 0, seconds: null },
  ];
  expect(kindsToShow({ reads: [some, some], writes: [none, some] })).toEqual(['reads', 'writes']);
  expect(kindsToShow({ reads: [some, { iops: 10, seconds: null }], writes: [some, some] })).toEqual(['all']);
  expect(kindsToShow({ reads: [some, null], writes: [some, some] })).toEqual(['all']);
});
