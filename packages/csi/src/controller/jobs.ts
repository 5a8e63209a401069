import type { JobKind } from '@weft/shared/kinds/job';
import type { WeftApi } from '../api/weft-api.js';

/** What the newest job of an object waits for, or why it failed, for a message. */
export async function jobText(api: WeftApi, subjectId: string, kind: JobKind): Promise<string> {
  const { items } = await api.call('listJobs', { query: { subjectId, kind, limit: 1, sort: '-createdAt' } });
  const [job] = items;
  if (!job) return 'Repeat the call.';
  if (job.error) return job.error.message;
  const waits = job.waitingFor.map(({ message, unblockedBy }) => `${message} ${unblockedBy}`);
  return waits.length > 0 ? waits.join(' ') : `The job ${job.kind} is ${job.state}. Repeat the call.`;
}
