import { describe, expect, it } from 'vitest';
import type { Readings } from './readings.js';
import { screen } from './top.js';

const volume = (id: string, name: string) => ({ id, name, health: 'healthy', sizeBytes: 2 ** 31, clients: [{ id: 'n1', name: 'c1' }] });
const readings = {
  overview: { at: '2026-11-29T12:00:00.000Z', counts: { volumes: { total: 2 }, nodes: { online: 1, lost: 0 } } },
  volumes: [volume('v1', 'idle'), volume('v2', 'busy\u001b[2J')],
  nodes: [{ id: 'n1', name: 'c1', connection: { state: 'online' }, capacity: { driveCount: 0, freeBytes: 0 } }],
  map: {
    nodes: [{ id: 'n1', name: 't1' }],
    drives: [
      {
        serial: 'S1',
        nodeId: 'n1',
        state: 'in-service',
        iops: 12.4,
        throughputBytesPerSecond: 2 ** 20,
        latencySeconds: 0.0021,
        freeBytes: null,
        wearRatio: 0.031,
      },
    ],
  },
  latest: (object: string, metric: string) =>
    object === 'volume:v2' ? { iops: 900, throughput: 2 ** 21, 'latency-p99': 0.0003 }[metric] : undefined,
} as unknown as Readings;

describe('screen of top', () => {
  it('shows volumes, nodes and drives, the busiest first, and unknown values as a dash', () => {
    const lines = screen(readings, false, 10).split('\n');
    expect(lines[0]).toBe('2026-11-29T12:00:00.000Z   2 volumes   1 nodes online, 0 lost');
    expect(lines[2]).toMatch(/^busy\\u001b\[2J +healthy +2GiB +900 +2MiB\/s +300us +c1$/);
    expect(lines[3]).toMatch(/^idle +healthy +2GiB +- +- +- +c1$/);
    expect(lines.at(-2)).toMatch(/^S1 +t1 +in-service +12 +1MiB\/s +2\.1ms +- +3\.1%$/);
  });

  it('has at most so many rows of each table, and lets no name control the terminal', () => {
    const text = screen(readings, false, 1);
    expect(text).not.toContain('idle');
    expect(text).not.toContain('\u001b');
  });
});
