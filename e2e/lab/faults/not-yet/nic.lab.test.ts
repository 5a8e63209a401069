/**
 * Does not pass yet. The agent's `reset_controller` fails what is in flight over the dark NIC, but leaves the path's queue quiesced until it is
 * connected again (nvme_rdma_reset_ctrl_work, unlike its error recovery, does not unquiesce): a request that chose the path in that moment waits in the path's
 * scheduler until the carrier is back. Seen: `QUIESCED` in /sys/kernel/debug/block/nvme2c2n1/state with one request queued, md's bitmap
 * write among them, and with it all I/O of the array.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { everyPathCarriesIo } from '../client.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab();

describe.sequential('own NIC', () => {
  test("row: client's own NIC loses carrier", async () => {
    const { now } = lab;
    const mirror = await now.mirror();
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
