import { expect, it } from 'vitest';
import type { Lease } from '../core/leases/leases.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { BackupJobs } from './backup-jobs.service.js';
import type { ConfiguredStore } from './backup-place.js';

const job = { _id: 'j', kind: 'backup.take', subject: { kind: 'backup', id: 'b', name: 'database' } } as unknown as JobDocument;

/** @returns the states that the job gets while each read of the store fails. */
async function statesOf({ isStopping }: { isStopping: boolean }): Promise<string[]> {
  const states: string[] = [];
  const jobs = { openOf: async () => [job], show: async (_: JobDocument, { state }: { state: string }) => void states.push(state) };
  const backups = { isStopping, refresh: () => Promise.reject(new Error('no read')) };
  const lease = { signal: new AbortController().signal, transaction: <T>(work: (session: never) => Promise<T>) => work(null as never) };
  const parts = [jobs, {}, { server: 's1' }, backups] as unknown as ConstructorParameters<typeof BackupJobs>;
  const work = new BackupJobs(...parts).work(
    lease as Pick<Lease, 'signal' | 'transaction'>,
    { store: { place: '/backups' } } as ConfiguredStore,
  );
  await (isStopping ? expect(work).rejects.toThrow('no read') : work);
  return states;
}

it('leaves a job open when the server stops: the next holder of the lease repeats it', async () => {
  expect(await statesOf({ isStopping: false })).toEqual(['running', 'failed']);
  expect(await statesOf({ isStopping: true })).toEqual(['running']);
});
