/**
 * The client's own NIC goes dark. With `reset_controller` (the agent's first way) a request that chose the path in that moment waited in a quiesced queue until
 * the carrier was back: nvme_rdma_reset_ctrl_work, unlike the kernel's error recovery, does not unquiesce. So the agent makes the kernel begin its error recovery.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { everyPathCarriesIo } from '../client.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab();

describe.sequential('own NIC', () => {
  test.each([
    ["client's own NIC loses carrier", 'rdma'],
    ["client's own NIC loses carrier, over TCP", 'tcp'],
  ] as const)('row: %s', async (_, transport) => {
    const { now } = lab;
    const mirror = await now.mirror({}, { transport });
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
    expect(addedMs).toBeLessThan(1000);
    await now.same(mirror);
  });
});
