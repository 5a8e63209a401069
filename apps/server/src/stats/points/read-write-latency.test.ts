import { fromSparse } from '@weft/shared/stats/histograms';
import { describe, expect, it } from 'vitest';
import { ioSample, sample, timesOf } from '../../../test-support/samples.js';
import { fromDocument, toDocument } from '../history/point.document.js';
import { fromPeer, toPeer } from '../live/peer-observations.js';
import { type Catalog, contributions } from './contributions.js';
import { MergedPoints } from './merged-points.js';
import { metricValue } from './metric-value.js';
import { type Observed, pieceOf, scaled } from './observed.js';
import type { Series } from './series.js';

const catalog: Catalog = {
  attachment: () => ({ volumeId: 'v', driveClassId: undefined }),
  leg: () => undefined,
  driveIds: () => [],
};
const series = (id: string): Series => ({ kind: 'attachment', id, volume: 'v', node: id });

/** What the server makes of a sample in which 100 reads took 300 µs each, and 50 writes 80 µs each. */
const observed = contributions('n', sample(1, { attachments: [reported(timesOf(100 * 300_000, 50 * 80_000))] }), catalog).list[0]?.observed;
/** The same of an agent that reports the time of both together. */
const older = contributions('n', sample(1, { attachments: [reported({ timeNs: 900 * 1e6 })] }), catalog).list[0]?.observed;

function reported(times: { timeNs: number; readTimeNs?: number; writeTimeNs?: number }) {
  const { readTimeNs, writeTimeNs, ...counts } = ioSample({ reads: 100, writes: 50, histogram: [[12, 150]] });
  return { attachmentId: 'a', volumeId: 'v', io: { ...counts, ...times } };
}
const averages = (of: Observed | undefined) =>
  (['read-latency-average', 'write-latency-average'] as const).map((metric) => metricValue(metric, of ?? { coveredMs: 0, numbers: {} }));

/** Points of the finest tier in the order given, as MongoDB returns them. */
function merged(...all: (Observed | undefined)[]): Observed {
  const points = new MergedPoints({ stepMs: 10_000, points: 'parts' });
  for (const [at, each] of all.entries())
    if (each) points.add(fromDocument(toDocument({ series: series('a'), at: at * 10_000, observed: each })));
  return points.result();
}
const EXPECTED = [expect.closeTo(300e-6, 12), expect.closeTo(80e-6, 12)];

describe('latency of reads and of writes', () => {
  it('is the time of the direction divided by its I/O, over any window', () => {
    expect(averages(observed)).toEqual(EXPECTED);
    expect(averages(merged(observed, observed, observed))).toEqual(EXPECTED);
    const slow = { coveredMs: 5000, numbers: { reads: 300, writes: 0, ...timesOf(300 * 700_000, 0) } };
    // 100 reads of 300 µs and 300 of 700 µs: the mean of both averages would be 500 µs.
    expect(averages(merged(observed, slow))).toEqual([expect.closeTo(600e-6, 12), expect.closeTo(80e-6, 12)]);
  });

  it('is unknown, not zero, with agents that do not report it, and without I/O', () => {
    expect(averages(older)).toEqual([null, null]);
    expect(metricValue('latency-average', older ?? { coveredMs: 0, numbers: {} })).toBeCloseTo(6e-3, 12);
    expect(averages(merged(older))).toEqual([null, null]);
    expect(averages({ coveredMs: 5000, numbers: { reads: 0, writes: 0, ...timesOf(0, 0) } })).toEqual([null, null]);
  });

  it('leaves out I/O without a time by direction, in either order, and stores that it did', () => {
    expect(averages(merged(older, observed))).toEqual(EXPECTED);
    expect(averages(merged(observed, older, observed))).toEqual(EXPECTED);
    // A point that was merged before it was stored: of a drive class, or rolled up.
    expect(averages(merged(merged(observed, older), older))).toEqual(EXPECTED);
  });

  it('reads a point stored by an older server as unknown', () => {
    const { readTimeNs, writeTimeNs, ...stored } = toDocument({
      series: series('a'),
      at: 0,
      observed: observed ?? { coveredMs: 0, numbers: {} },
    });
    expect(averages(fromDocument(stored).observed)).toEqual([null, null]);
    expect(averages(merged(fromDocument(stored).observed, observed))).toEqual(EXPECTED);
  });

  it('stores nothing more than the two times when all are known', () => {
    const stored = toDocument({ series: series('a'), at: 0, observed: merged(observed, observed) });
    expect(stored).toMatchObject({ readTimeNs: 2 * 100 * 300_000, writeTimeNs: 2 * 50 * 80_000 });
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining([expect.stringMatching(/untimed/)]));
  });

  it('is the same in live values, also those of another server, and of an older one unknown', () => {
    const second = scaled(observed ?? { coveredMs: 0, numbers: {} }, 0.2);
    expect(averages(second)).toEqual(EXPECTED);
    const news = { object: 'volume:v', second, at: 0, isNew: true, nodes: [], expected: 1, watchers: new Set<string>() };
    const sent = toPeer(news, 0);
    expect(averages(fromPeer(sent, 0).second)).toEqual(EXPECTED);
    const { readTimeNs, writeTimeNs, ...numbers } = sent.numbers;
    expect(averages(fromPeer({ ...sent, numbers }, 0).second)).toEqual([null, null]);
  });

  it('loses no time and no I/O when a sample lies across points', () => {
    const whole: Observed = { coveredMs: 5000, numbers: { reads: 7, writes: 3, ...timesOf(7001, 3002) }, histogram: fromSparse([[0, 10]]) };
    const pieces = [0, 0.3, 0.7].map((from, at) => pieceOf(whole, { from, to: [0.3, 0.7, 1][at] ?? 1 }));
    expect(merged(...pieces).numbers).toMatchObject({ reads: 7, writes: 3, readTimeNs: 7001, writeTimeNs: 3002 });
  });
});
