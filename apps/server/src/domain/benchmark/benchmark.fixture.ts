import type { BenchmarkDocument } from '../documents/benchmark.document.js';
import { stepsOf } from './benchmark-steps.js';

const at = new Date('2026-11-28T12:00:00Z');

/** A running benchmark of one own load, two repeats, on one volume of each client. */
export function someBenchmark(change: Partial<BenchmarkDocument> = {}, clients: readonly string[] = ['c1']): BenchmarkDocument {
  const point = { access: 'random' as const, readPercent: 70, blockBytes: 4096, jobs: 1, depth: 1 };
  return {
    _id: 'benchmark',
    version: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    title: '',
    profile: 'own',
    state: 'running',
    endsAs: null,
    cancelledBy: null,
    steps: stepsOf({
      title: '',
      profile: 'own',
      points: [point],
      runSeconds: 10,
      repeats: 2,
      precondition: false,
      compareCollection: false,
    }),
    stepIndex: 0,
    current: null,
    runSeconds: 10,
    repeats: 2,
    latencyBound: null,
    scratch: null,
    scratchVolumes: [],
    volumes: clients.map((name) => ({
      attachmentId: `attachment of ${name}`,
      volume: { id: `volume of ${name}`, name: `v-${name}` },
      node: { id: name, name },
      sizeBytes: 2 ** 30,
      protection: 'raid1',
      transport: 'rdma',
      placement: 'remote',
      targets: [{ id: 't1', name: 't1' }],
      mayHoldData: false,
    })),
    clients: clients.map((name) => ({ id: name, name })),
    facts: null,
    targetCpu: [],
    targetCpuSteps: 0,
    times: [],
    jobId: 'job',
    requestedBy: 'olga',
    error: null,
    finishedAt: null,
    simulated: false,
    ...change,
  };
}
