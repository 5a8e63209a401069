/**
 * The client's own NIC loses its carrier. With `reset_controller` (the agent's first method) a request that had selected the path at that moment waited in a
 * quiesced queue until the carrier returned: nvme_rdma_reset_ctrl_work, unlike the kernel's error recovery, does not unquiesce. So the agent makes the
 * kernel begin its error recovery.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { everyPathCarriesIo } from '../client.js';
import { longestTeardownMs } from '../error-recovery.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab();

describe.sequential('own NIC', () => {
  test.each([
    ["client's own NIC loses carrier", 'rdma'],
    ["client's own NIC loses carrier, over TCP", 'tcp'],
  ] as const)('row: %s: I/O moves to the other network within 1 s, and the paths return', async (_, transport) => {
    const { now } = lab;
    const mirror = await now.mirror({}, { transport });
    const began = Number((await mirror.client.run('cut -d" " -f1 /proc/uptime')).trim());
    const { addedMs } = await now.underLoad(mirror, async (load) => {
      await mirror.client.setLink(1, false);
      onTestFinished(() => mirror.client.setLink(1, true));
      await now.paths(mirror, 'the paths shown lost', (paths) =>
        paths.every((path) => (path.controllerState === 'live') === (path.storageNetwork === 'storage-2')),
      );
      await load.carriesIo(mirror.device);
      await mirror.client.setLink(1, true);
      await now.allLive(mirror);
      await everyPathCarriesIo(mirror);
    });
    // The aim of 1 s covers the time before the kernel begins its error recovery. The same run measures soft-RoCE's time after that.
    const teardownMs = transport === 'rdma' ? longestTeardownMs(await mirror.client.run('dmesg'), began) : 0;
    console.log(`${addedMs.toFixed(0)} ms more than without the fault, ${teardownMs.toFixed(0)} ms of them to take queue pairs down`);
    expect(addedMs - teardownMs).toBeLessThan(1000);
    await now.same(mirror);
  });
});
