import type { LiveChange } from '@weft/shared/links/console-link';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Topology } from '../api/types.js';
import { drive, topology, volume } from '../topology/topologies.fixture.js';
import { merge, TopologyCopy } from './topology-copy.js';

let copy: Topology | undefined;
let timers: (() => void)[];
const readSome = vi.fn<(objects: string[]) => Promise<Topology>>();
const readAll = vi.fn(() => Promise.resolve());
let kept: TopologyCopy;

beforeEach(() => {
  copy = topology();
  timers = [];
  readSome.mockReset().mockImplementation(() => Promise.resolve(part()));
  readAll.mockClear();
  kept = new TopologyCopy({
    copy: () => copy,
    keep: (next) => {
      copy = next;
    },
    readSome,
    readAll,
    after: (_, callback) => timers.push(callback),
  });
});

const part = (more: Partial<Topology> = {}) => topology({ nodes: [], drives: [], volumes: [], attachments: [], ...more });
const change = (kind: LiveChange['kind'], id: string, revision = 2, deleted = false): LiveChange => ({ kind, id, revision, deleted });
const settled = () => vi.waitFor(() => expect(timers.length).toBeGreaterThan(0), 20_000);
const rested = () => {
  for (const callback of timers.splice(0)) callback();
};

test('reads a changed drive into the copy, but no object that is as new as the copy', async () => {
  readSome.mockResolvedValue(part({ drives: [drive('d1', 't1', { revision: 2, state: 'missing' })] }));
  kept.changed([change('drive', 'd1'), change('drive', 'd2', 1), change('job', 'j')]);
  await settled();
  expect(readSome).toHaveBeenCalledExactlyOnceWith(['drive:d1']);
  expect(copy?.drives.find(({ id }) => id === 'd1')?.state).toBe('missing');
  expect(copy?.drives).toHaveLength(4);
  expect(readAll).not.toHaveBeenCalled();
});

test('batches changes that arrive during or just after a read into the next read', async () => {
  kept.changed([change('drive', 'd1')]);
  kept.changed([change('drive', 'd2')]);
  await settled();
  kept.changed([change('volume', 'orders')]);
  expect(readSome).toHaveBeenCalledTimes(1);
  rested();
  expect(readSome).toHaveBeenLastCalledWith(['drive:d2', 'volume:orders']);
});

test('removes a deleted object at once, and a requested object that the response omits', async () => {
  kept.changed([change('volume', 'logs', 0, true)]);
  expect(copy?.volumes.map(({ id }) => id)).toEqual(['orders']);
  expect(readSome).not.toHaveBeenCalled();
  kept.changed([change('drive', 'd4')]);
  await settled();
  expect(copy?.drives.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
});

test('rereads everything after a class change, too many changes or a failed read', async () => {
  kept.changed([change('drive-class', 'k1')]);
  await settled();
  expect(readAll).toHaveBeenCalledTimes(1);
  rested();
  kept.changed(Array.from({ length: 201 }, (_, at) => change('drive', `new-${at}`)));
  await settled();
  expect(readSome).not.toHaveBeenCalled();
  expect(readAll).toHaveBeenCalledTimes(2);
  rested();
  readSome.mockRejectedValue(new Error('no answer'));
  kept.changed([change('drive', 'd1')]);
  await settled();
  expect(readAll).toHaveBeenCalledTimes(3);
});

test('defers changes until there is a copy, and reads nothing after its end', async () => {
  const later = copy;
  copy = undefined;
  kept.changed([change('drive', 'd1')]);
  expect(readSome).not.toHaveBeenCalled();
  copy = later;
  kept.go();
  expect(readSome).toHaveBeenCalledTimes(1);
  await settled();
  kept.end();
  rested();
  kept.changed([change('drive', 'd2')]);
  expect(readSome).toHaveBeenCalledTimes(1);
});

test('ignores a part older than the copy, and merges nothing when drive classes differ', () => {
  const newer = topology({ volumes: [volume('orders', ['d1', 'd3'], { revision: 9, health: 'degraded' })] });
  expect(merge(newer, part({ volumes: [volume('orders', ['d1', 'd3'], { revision: 8 })] }), ['volume:orders'])?.volumes).toEqual(
    newer.volumes,
  );
  expect(merge(newer, part({ driveClasses: [] }), [])).toBeNull();
});
