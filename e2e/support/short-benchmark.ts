import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import type { ApiClient } from './api-client.js';

/** Longer than two steps of the history: one whole step has the CPU of the targets. */
const SECONDS = 25;

/** Starts a benchmark of one load on a scratch volume, so that metrics of benchmarks have values about a minute later. */
export async function startShortBenchmark(api: ApiClient, client: string): Promise<void> {
  const [node] = (await api.call(endpoints.listNodes, { query: { name: client } })).items;
  const [driveClass] = (await api.call(endpoints.listDriveClasses)).items;
  const point = { access: 'random' as const, readPercent: 70, blockBytes: 4096, jobs: 1, depth: 4 };
  const scratch = {
    nodeIds: [node?.id ?? ''],
    sizeBytes: 64 * MiB,
    driveClassId: driveClass?.id ?? '',
    protection: 'raid1' as const,
  };
  const body = { profile: 'own' as const, points: [point], runSeconds: SECONDS, repeats: 1, precondition: false, scratch };
  await api.call(endpoints.createBenchmark, { body });
}
