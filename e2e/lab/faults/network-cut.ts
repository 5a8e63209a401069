import { expect } from 'vitest';
import { everyPathCarriesIo } from './client.js';
import { type FaultLab, silenceNoticedMs, teardownMs } from './fault-lab.js';
import { silence } from './injections.js';
import type { Mirror } from './mirror.js';

/** Cuts one storage network silently until clients see its paths lost, and checks that they come back. */
export async function cutOneNetwork(now: FaultLab, mirror: Mirror): Promise<void> {
  const { addedMs } = await now.underLoad(mirror, async (load) => {
    await silence(now.fabric, [1], true);
    await now.paths(mirror, 'the paths shown lost', (paths) =>
      paths.every((path) => (path.controllerState === 'live') === (path.storageNetwork === 'storage-2')),
    );
    await load.carriesIo(mirror.device);
    await silence(now.fabric, [1], false);
    await now.allLive(mirror);
    await everyPathCarriesIo(mirror);
  });
  expect(addedMs).toBeLessThan(silenceNoticedMs + 1000 + teardownMs);
  await now.same(mirror);
}
