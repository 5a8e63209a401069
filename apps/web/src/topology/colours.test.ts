import { expect, test } from 'vitest';
import { classFill, fillOf, scaleOf, stepOf } from './colours.js';
import { fabricOf } from './fabric.js';
import { drive, node, topology } from './topologies.fixture.js';

const box = (kind: 'drive' | 'node' | 'volume', id: string) => ({ kind, key: `${kind}:${id}` });

test('shows a drive in service on a lost node as bad in the colours by health', () => {
  const before = topology();
  const fill = fillOf(fabricOf(topology({ nodes: [node('t1', { connection: 'lost' }), ...before.nodes.slice(1)] })), 'health', new Map());
  expect(fill(box('node', 't1'))).toEqual({ tone: 'bad' });
  expect(fill(box('drive', 'd1'))).toEqual({ tone: 'bad' });
  expect(fill(box('drive', 'd3'))).toEqual({ tone: 'good' });
  expect(fill(box('volume', 'logs'))).toEqual({ tone: 'idle' });
});

test('divides wear and space into five steps, and gives an unknown value no colour', () => {
  const drives = [
    drive('new', 't1', { wearRatio: 0 }),
    drive('worn', 't1', { wearRatio: 1.2, allocatedBytes: 80 }),
    drive('silent', 't1', { wearRatio: null, capacityBytes: 0 }),
  ];
  const fabric = fabricOf(topology({ drives }));
  const [wear, space] = [fillOf(fabric, 'wear', new Map()), fillOf(fabric, 'space', new Map())];
  expect([wear(box('drive', 'new')), wear(box('drive', 'worn')), wear(box('drive', 'silent'))]).toEqual([
    { step: 0 },
    { step: 4 },
    'nothing',
  ]);
  expect([space(box('drive', 'new')), space(box('drive', 'worn')), space(box('drive', 'silent'))]).toEqual([
    { step: 1 },
    { step: 4 },
    'nothing',
  ]);
});

test('colours drives and volumes by class, with own colours for the first ten classes', () => {
  const fill = fillOf(fabricOf(topology()), 'class', new Map());
  expect(fill(box('drive', 'd1'))).toEqual({ series: 0, weak: false });
  expect(fill(box('volume', 'orders'))).toEqual(fill(box('drive', 'd1')));
  expect(new Set(Array.from({ length: 10 }, (_, index) => JSON.stringify(classFill(index)))).size).toBe(10);
  expect(classFill(10)).toEqual({ tone: 'idle' });
});

test('scales load to the highest of each kind, and separates unobserved from zero', () => {
  const values = new Map([
    ['node:t1', 9300],
    ['node:c1', 0],
    ['drive:d1', 500],
    ['drive:d3', 250],
  ]);
  const fill = fillOf(fabricOf(topology()), 'load', values);
  expect([fill(box('node', 't1')), fill(box('node', 'c1')), fill(box('node', 't2'))]).toEqual([{ step: 4 }, { step: 0 }, 'nothing']);
  expect([fill(box('drive', 'd1')), fill(box('drive', 'd3'))]).toEqual([{ step: 4 }, { step: 2 }]);
});

test('gives the lowest step when everything is idle', () => {
  expect(fillOf(fabricOf(topology()), 'load', new Map([['drive:d1', 0]]))(box('drive', 'd1'))).toEqual({ step: 0 });
});

test('returns "none" for a kind that a colouring does not apply to', () => {
  const fabric = fabricOf(topology());
  expect(fillOf(fabric, 'load', new Map())({ kind: 'nic', key: 'nic:t1/eth1' })).toBe('none');
  expect(fillOf(fabric, 'wear', new Map())(box('node', 't1'))).toBe('none');
});

test('puts a value at the end of a step into the next step', () => {
  const scale = scaleOf('latency', new Map());
  if (!scale) throw new Error('no scale');
  expect([0.0001, 0.0002, 0.02].map((value) => stepOf(scale, value, 'drive'))).toEqual([0, 1, 4]);
});
