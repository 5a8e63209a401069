/** Paths fail and return while verified I/O runs; the management plane fails too. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { everyPathCarriesIo } from '../client.js';
import { faultLab } from '../fault-lab.js';
import { closePorts, silence } from '../injections.js';

const lab = faultLab();

describe.sequential('paths', () => {
  test('row: target closes one port (polite): I/O stops for less than 1 s, and the path returns', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const target = now.fabric.machine(mirror.volume.legs[0]?.node.name ?? '');
    // Stop its agent, which would link the port again before anyone sees it.
    await now.fabric.killAgent(target);
    const { addedMs } = await now.underLoad(mirror, async (load) => {
      expect(await closePorts(target, 1)).toBe(1);
      await now.paths(mirror, 'the path shown lost', (paths) =>
        paths.some((path) => path.node === target.name && path.storageNetwork === 'storage-1' && path.controllerState !== 'live'),
      );
      await load.carriesIo(mirror.device);
      await now.fabric.startAgent(target);
      await now.allLive(mirror);
      await everyPathCarriesIo(mirror);
    });
    expect(addedMs).toBeLessThan(1000);
    await now.same(mirror);
  });

  test('row: server killed for 60 s: I/O continues, and the status is current within 10 s of the restart (S7)', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const { addedMs } = await now.underLoad(mirror, async (load) => {
      await now.fabric.server.kill();
      await sleep(60_000);
      await load.carriesIo(mirror.device);
      await now.fabric.server.start();
      // The server is ready: within ten seconds everything that it reports must be current.
      await Promise.all(now.fabric.nodes.map((machine) => now.fabric.online(machine.name, 10)));
      await now.health(mirror, 'healthy', 10);
    });
    expect(addedMs).toBeLessThan(1000);
    await now.same(mirror);
  });

  test('row: all storage networks silent for 30 s: I/O resumes without an error, and the mirror is healthy by itself', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    await now.underLoad(mirror, async (load) => {
      await silence(now.fabric, [1, 2], true);
      await sleep(30_000);
      await silence(now.fabric, [1, 2], false);
      await load.carriesIo(mirror.device);
      await now.allLive(mirror);
      await now.health(mirror, 'healthy');
    });
    await now.same(mirror);
  });
});
