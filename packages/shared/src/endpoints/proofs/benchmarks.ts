import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { benchmarkCreateSchema, benchmarkProfiles, benchmarkSchema, benchmarkStates } from '../../kinds/benchmarks/benchmark.js';
import { benchmarkComparisonSchema, benchmarkReportSchema } from '../../kinds/benchmarks/report.js';
import { emptySchema } from '../../kinds/common.js';
import { jobSchema } from '../../kinds/job.js';
import { endpoint, listQuery, pageOf } from '../definition/endpoint.js';
import { change, id, list, one, v1, write } from '../definition/parts.js';

const base = { tag: 'benchmarks', access: 'viewer', method: 'GET', status: 200 } as const;

export const benchmarksEndpoints = {
  listBenchmarks: endpoint({
    ...base,
    id: 'listBenchmarks',
    path: `${v1}/benchmarks`,
    summary: 'List benchmarks, newest first',
    query: listQuery(
      ['createdAt'],
      { profile: z.enum(benchmarkProfiles).optional(), state: z.enum(benchmarkStates).optional() },
      '-createdAt',
    ),
    response: pageOf(benchmarkSchema, 'BenchmarkPage'),
    errors: list,
  }),
  createBenchmark: endpoint({
    ...base,
    id: 'createBenchmark',
    method: 'POST',
    path: `${v1}/benchmarks`,
    summary: 'Measure volumes with fio at their clients. It destroys what the volumes hold',
    access: 'operator',
    status: 202,
    body: benchmarkCreateSchema,
    response: z.strictObject({ benchmark: benchmarkSchema, job: jobSchema }),
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'not-found', 'wrong-state', 'not-possible', 'name-taken'],
  }),
  getBenchmark: endpoint({
    ...base,
    id: 'getBenchmark',
    path: `${v1}/benchmarks/:id`,
    summary: 'A benchmark and its progress',
    params: id,
    response: benchmarkSchema,
    errors: one,
  }),
  benchmarkReport: endpoint({
    ...base,
    id: 'benchmarkReport',
    path: `${v1}/benchmarks/:id/report`,
    summary: 'The report of a benchmark, with its results so far',
    params: id,
    response: benchmarkReportSchema,
    errors: one,
  }),
  benchmarkTable: endpoint({
    ...base,
    id: 'benchmarkTable',
    path: `${v1}/benchmarks/:id/report.csv`,
    summary: 'The report of a benchmark as a table (CSV), a line for each step and client',
    params: id,
    file: true,
    errors: one,
  }),
  benchmarkOutput: endpoint({
    ...base,
    id: 'benchmarkOutput',
    path: `${v1}/benchmarks/:id/outputs/:orderId`,
    summary: "fio's own output (JSON) of one step at one client, as fio wrote it",
    params: z.strictObject({ id: idSchema, orderId: idSchema }),
    file: true,
    errors: one,
  }),
  compareBenchmarks: endpoint({
    ...base,
    id: 'compareBenchmarks',
    path: `${v1}/benchmarks/:id/comparison`,
    summary: 'Compare a benchmark with another one',
    params: id,
    query: z.strictObject({ with: idSchema.meta({ description: 'Id of the second benchmark.' }) }),
    response: benchmarkComparisonSchema,
    errors: one,
  }),
  cancelBenchmark: endpoint({
    ...base,
    id: 'cancelBenchmark',
    method: 'POST',
    path: `${v1}/benchmarks/:id/cancel`,
    summary: 'End a benchmark. Its clients kill fio at once; scratch volumes are removed, and the results until then are kept',
    access: 'operator',
    params: id,
    body: emptySchema.optional(),
    response: benchmarkSchema,
    errors: [...write, 'not-found', 'wrong-state'],
  }),
  deleteBenchmark: endpoint({
    ...base,
    id: 'deleteBenchmark',
    method: 'DELETE',
    path: `${v1}/benchmarks/:id`,
    summary: 'Delete an ended benchmark and its results',
    access: 'operator',
    status: 204,
    params: id,
    ifMatch: 'required',
    errors: change,
  }),
} as const;
