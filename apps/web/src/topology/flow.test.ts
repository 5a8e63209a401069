import { describe, expect, it } from 'vitest';
import { fabricOf } from './fabric.js';
import { byThroughput, type Flows, flowLook, flowLooks, flowOf } from './flow.js';
import { follow, overall } from './links.js';
import { attachment, topology, volume } from './topologies.fixture.js';

const MiB = 2 ** 20;
const flows = (...entries: [string, number | null, number | null][]): Flows =>
  new Map(entries.map(([id, bytesPerSecond, latencySeconds]) => [id, { bytesPerSecond, latencySeconds }]));

describe('flowOf', () => {
  it.each([
    ['sums the throughput, and takes the slowest', ['a', 'b'], flows(['a', 5, 0.001], ['b', 7, 0.004]), [12, 0.004]],
    ['counts an attachment once', ['a', 'b', 'a'], flows(['a', 5, 0.001], ['b', 7, null]), [12, 0.001]],
    ['keeps zero as zero', ['a'], flows(['a', 0, null]), [0, null]],
    ['is unknown when one attachment is not observed', ['a', 'b'], flows(['a', 5, 0.001]), [null, null]],
    ['is unknown when one has no throughput', ['a', 'b'], flows(['a', 5, 0.001], ['b', null, 0.1]), [null, null]],
    ['is unknown without an attachment', [], flows(['a', 5, 0.001]), [null, null]],
  ] as const)('%s', (_, attachments, observed, [bytesPerSecond, latencySeconds]) => {
    expect(flowOf({ attachments }, observed)).toEqual({ bytesPerSecond, latencySeconds });
  });
});

describe('flowLook', () => {
  it.each([
    [null, null, { width: 1, step: null }],
    [0, null, { width: 1.5, step: null }],
    [MiB - 1, 0.0001, { width: 1.5, step: 0 }],
    [MiB, 0.0002, { width: 2.5, step: 1 }],
    [50 * MiB, 0.0009, { width: 4, step: 2 }],
    [500 * MiB, 0.002, { width: 6, step: 3 }],
    [5000 * MiB, 1, { width: 9, step: 4 }],
  ])('draws %s B/s with %s s', (bytesPerSecond, latencySeconds, look) => {
    expect(flowLook({ bytesPerSecond, latencySeconds })).toEqual(look);
  });
});

describe('links with flow', () => {
  const fabric = fabricOf(
    topology({
      volumes: [volume('orders', ['d1', 'd3']), volume('logs', ['d2', 'd4']), volume('idle', ['d2', 'd4'])],
      attachments: [attachment('a1', 'orders', 'c1'), attachment('a2', 'logs', 'c1')],
    }),
  );
  const observed = flows(['a1', 2 * MiB, 0.006], ['a2', MiB, 0.0001]);

  it('adds up the attachments between a client and a target', () => {
    expect(byThroughput(overall(fabric), observed).map(({ link: { from, to }, flow }) => [from, to, flow.bytesPerSecond])).toEqual([
      ['node:c1', 'node:t1', 3 * MiB],
      ['node:c1', 'node:t2', 3 * MiB],
    ]);
  });

  it('shows the I/O of a followed volume only, and none for a volume without a client', () => {
    for (const link of follow(fabric, 'volume:logs').links) expect(flowOf(link, observed).bytesPerSecond).toBe(MiB);
    for (const link of follow(fabric, 'volume:idle').links) expect(flowOf(link, observed).bytesPerSecond).toBeNull();
  });

  it('draws slow links above fast ones, and unknown ones below', () => {
    const [first] = overall(fabric);
    if (!first) throw new Error('no link');
    const links = ['slow', 'fast', 'unknown'].map((id) => ({ ...first, to: id, attachments: [id] }));
    const looks = flowLooks(links, flows(['slow', 9, 0.1], ['fast', 9, 0.0001]));
    expect([...looks.keys()].map(({ to }) => to)).toEqual(['unknown', 'fast', 'slow']);
    expect(byThroughput(links, flows(['slow', 9, 0.1], ['fast', 10, 0.0001])).map(({ link }) => link.to)).toEqual([
      'fast',
      'slow',
      'unknown',
    ]);
  });
});
