import { benchmarkCreateSchema } from '@weft/shared/kinds/benchmarks/benchmark';
import { expect, test } from 'vitest';
import { readForm } from '../../../forms/read-form.js';
import { type BenchmarkForm, benchmarkLimits, benchmarkSchema, emptyBenchmarkForm, requiredOfBenchmark } from './benchmark-schema.js';

const id = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const named = new Map([[id, 'orders']]);
const read = (change: Partial<BenchmarkForm>) =>
  readForm(benchmarkSchema(named), { ...emptyBenchmarkForm, ...change }, requiredOfBenchmark);
const scratch: Partial<BenchmarkForm> = { nodeIds: [id], size: '100 GiB', driveClassId: id };

test('makes requests that the contract accepts, for scratch volumes and for attached ones', () => {
  for (const change of [scratch, { on: 'volumes' as const, attachmentIds: [id] }, { ...scratch, profile: 'own' as const }]) {
    const { body, errors } = read(change);
    expect(errors).toEqual({});
    expect(benchmarkCreateSchema.safeParse(body).success, JSON.stringify(body)).toBe(true);
  }
});

test('confirms only the volumes whose name was typed', () => {
  const on = { on: 'volumes' as const, attachmentIds: [id] };
  expect(read({ ...on, confirmNames: 'logs, orders' }).body?.volumes).toEqual([{ attachmentId: id, confirmName: 'orders' }]);
  expect(read({ ...on, confirmNames: 'order' }).body?.volumes).toEqual([{ attachmentId: id }]);
});

test('ignores the fields of an own load for the other profiles', () => {
  expect(read({ ...scratch, blockSize: 'wide', jobs: '' }).body).toMatchObject({ profile: 'reference' });
  expect(read({ ...scratch, profile: 'own', blockSize: '48 KiB' }).errors['blockSize']).toMatch(/power of two/);
});

test('names what is missing', () => {
  expect(read({}).refusedBecause).toBe('Choose clients, enter a size, choose a drive class first.');
  expect(read({ on: 'volumes' }).refusedBecause).toBe('Choose volumes first.');
});

test('names the limits of the contract, and refuses values beyond them', () => {
  expect(benchmarkLimits).toMatchObject({ runSeconds: '1 to 86,400', repeats: '1 to 20', jobs: '1 to 256', depth: '1 to 1,024' });
  expect(benchmarkLimits.blockSize).toBe('a power of two, 512 B to 4 MiB');
  const { errors } = read({ ...scratch, profile: 'own', runSeconds: '90000', repeats: '21', jobs: '257', depth: '1025' });
  expect(Object.keys(errors).sort()).toEqual(['depth', 'jobs', 'repeats', 'runSeconds']);
});

test('asks for the comparison of the collection, and not for a latency-bound search', () => {
  expect(read({ ...scratch, compareCollection: true }).body).toMatchObject({ compareCollection: true });
  expect(read({ ...scratch, compareCollection: true, profile: 'latency-bound' }).body).not.toHaveProperty('compareCollection');
});
