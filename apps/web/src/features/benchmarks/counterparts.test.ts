import { expect, test } from 'vitest';
import type { Benchmark } from '../../api/types.js';
import { counterparts } from './counterparts.js';

const benchmark = (id: string, transport: 'rdma' | 'tcp', placement: 'local' | 'remote', more: Partial<Benchmark> = {}) =>
  ({ id, profile: 'reference', state: 'done', volumes: [{ transport, placement }], ...more }) as Benchmark;

const one = benchmark('one', 'rdma', 'remote');

test('offers local against remote first, then RDMA against TCP, then benchmarks of the same kind', () => {
  const others = [one, benchmark('same', 'rdma', 'remote'), benchmark('tcp', 'tcp', 'remote'), benchmark('local', 'rdma', 'local')];
  expect(counterparts(one, others).map(({ benchmark: { id }, what }) => [id, what])).toEqual([
    ['local', 'local against remote'],
    ['tcp', 'RDMA against TCP'],
    ['same', 'same kind'],
  ]);
});

test('leaves out other profiles, benchmarks that did not end well, and those that differ in both', () => {
  const others = [
    benchmark('sweep', 'rdma', 'remote', { profile: 'depth-sweep' }),
    benchmark('failed', 'rdma', 'remote', { state: 'failed' }),
    benchmark('both', 'tcp', 'local'),
  ];
  expect(counterparts(one, others)).toEqual([]);
});
