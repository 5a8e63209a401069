import { DomainError } from '@weft/shared/errors/domain-error';
import type { JobWait } from '@weft/shared/kinds/job';
import { describe, expect, it } from 'vitest';
import { someBenchmark } from '../domain/benchmark/benchmark.fixture.js';
import { benchmarkJobView } from '../domain/benchmark/benchmark-job-view.js';
import { ScratchVolumes } from './scratch-volumes.service.js';

const name = 'bench-1';
const removing = someBenchmark({
  state: 'removing',
  endsAs: 'done',
  stepIndex: 3,
  scratchVolumes: [{ name, node: { id: 'c1', name: 'c1' } }],
});

/** One scratch volume, attached at c1. */
function scratch({ state = 'attached', refuse = false, waits = [] as JobWait[], isThere = true } = {}) {
  const detached: string[] = [];
  const volumes = new ScratchVolumes(
    {} as never,
    {
      remove: async (id: string) => {
        if (refuse) throw new DomainError('benchmark-volume-open', { volume: name, users: 'bash (pid 7)' });
        detached.push(id);
      },
    } as never,
    {
      volumeNamed: async () => (isThere ? { _id: 'volume', status: { state: 'available' } } : null),
      attachmentsOf: async () => [{ _id: 'attachment', status: { state } }],
    } as never,
    { openFor: async (ids: string[]) => (ids.includes('attachment') ? [{ waitingFor: waits }] : []) } as never,
  );
  return { volumes, detached };
}

describe('scratch volumes', () => {
  it('are detached first, and are gone when none is found', async () => {
    const { volumes, detached } = scratch();
    expect(await volumes.remove(removing)).toEqual([]);
    expect(detached).toEqual(['attachment']);
    expect(await scratch({ isThere: false }).volumes.remove(removing)).toBeNull();
  });

  it('name the refusal of their removal, and what their jobs wait for (S10)', async () => {
    const refused = (await scratch({ refuse: true }).volumes.remove(removing)) ?? [];
    expect(refused).toMatchObject([{ volume: name, wait: { node: null, message: expect.stringContaining('bash (pid 7)') } }]);
    expect(benchmarkJobView({ ...removing, scratchWaits: refused }).waitingFor).toEqual(refused.map(({ wait }) => wait));
    const wait = { node: 't1', message: 'remove leg 0 on t1: t1 is offline', unblockedBy: 'start weft-agent on t1' };
    const { volumes } = scratch({ state: 'detaching', waits: [wait] });
    expect(await volumes.remove(removing)).toEqual([]);
    expect(await volumes.waits(removing)).toEqual([{ volume: name, wait }]);
  });

  it('pass on an error that is no refusal', async () => {
    const { volumes } = scratch();
    Object.assign(volumes, { attachments: { remove: () => Promise.reject(new Error('no primary')) } });
    await expect(volumes.remove(removing)).rejects.toThrow('no primary');
  });
});
