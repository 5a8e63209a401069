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

test('given a change of a drive, then that drive is read and put into the copy; one as new as the copy is not read', async () => {
  readSome.mockResolvedValue(part({ drives: [drive('d1', 't1', { revision: 2, state: 'missing' })] }));
  kept.changed([change('drive', 'd1'), change('drive', 'd2', 1), change('job', 'j')]);
  await settled();
  expect(readSome).toHaveBeenCalledExactlyOnceWith(['drive:d1']);
  expect(copy?.drives.find(({ id }) => id === 'd1')?.state).toBe('missing');
  expect(copy?.drives).toHaveLength(4);
  expect(readAll).not.toHaveBeenCalled();
});

test('given changes while one read is under way or has just ended, then they go together with the next', async () => {
  kept.changed([change('drive', 'd1')]);
  kept.changed([change('drive', 'd2')]);
  await settled();
  kept.changed([change('volume', 'orders')]);
  expect(readSome).toHaveBeenCalledTimes(1);
  rested();
  expect(readSome).toHaveBeenLastCalledWith(['drive:d2', 'volume:orders']);
});

test('given an object that is gone, then it leaves at once; one that was asked for and is not told of, too', async () => {
  kept.changed([change('volume', 'logs', 0, true)]);
  expect(copy?.volumes.map(({ id }) => id)).toEqual(['orders']);
  expect(readSome).not.toHaveBeenCalled();
  kept.changed([change('drive', 'd4')]);
  await settled();
  expect(copy?.drives.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
});

test('given a class, too many changes, or a read that fails, then everything is read again', async () => {
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

test('given changes before there is a copy, then they wait for it; after the end nothing is read', async () => {
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

test('given a part that is older than the copy, then the copy stays; given other classes, then indexes mean others, and nothing is merged', () => {
  const newer = topology({ volumes: [volume('orders', ['d1', 'd3'], { revision: 9, health: 'degraded' })] });
  expect(merge(newer, part({ volumes: [volume('orders', ['d1', 'd3'], { revision: 8 })] }), ['volume:orders'])?.volumes).toEqual(
    newer.volumes,
  );
  expect(merge(newer, part({ driveClasses: [] }), [])).toBeNull();
});
