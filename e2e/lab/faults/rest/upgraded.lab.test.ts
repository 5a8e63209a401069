/** Server, database and agents of an older tree are upgraded to this one under load, one after the other; then the server is rolled back. */
import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { OLDER, olderTree } from '../../../support/older-tree.js';
import { builtServer } from '../../../support/server-process.js';
import type { Fabric } from '../../fabric/fabric.js';
import { agentBundle } from '../../fabric/managed-cluster.js';
import { attach, createVolume, detach } from '../../fabric/provision.js';
import type { Machine } from '../../machines/machine.js';
import { faultLab } from '../fault-lab.js';
import { Load } from '../load.js';

const older = await olderTree(OLDER);
const lab = faultLab({ programs: older });

const sumOf = async (machine: Machine, device: string): Promise<string> =>
  (await machine.run(`dd if=${device} bs=1M iflag=direct status=none | sha256sum`, { timeoutSeconds: 180 })).trim();

/** Replaces the server on the same database and port. */
async function replaceServer(fabric: Fabric, program: string): Promise<void> {
  const began = performance.now();
  expect(await fabric.server.stop()).toBe(0);
  fabric.server.program = program;
  await fabric.server.start();
  console.log(`another server is ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  for (const { name } of fabric.nodes) await fabric.online(name);
}

describe.sequential('an older cluster', () => {
  test('row: server, database and agents upgraded under load, then the server rolled back: no I/O error, same legs, same bytes', {
    timeout: 1_500_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const mirror = await now.mirror();
    const spare = await createVolume(fabric, { name: 'spare', driveClassId: now.driveClass.id, sizeBytes: 64 * MiB, protection: 'raid1' });
    const [c1, c2] = [fabric.machine('c1'), fabric.machine('c2')];
    const first = await attach(fabric, spare, 'c2');
    await c2.run('dd if=/dev/urandom of=/dev/weft/spare bs=1M oflag=direct status=none conv=fsync 2>/dev/null || test $? = 1', {
      timeoutSeconds: 180,
    });
    const sum = await sumOf(c2, '/dev/weft/spare');
    await detach(fabric, first);
    /** Work of the new versions, and of the mixed ones. */
    const works = async () => {
      const attachment = await attach(fabric, spare, 'c2');
      expect(await sumOf(c2, '/dev/weft/spare')).toBe(sum);
      await detach(fabric, attachment);
    };
    const legs = async () => (await now.volume(mirror)).legs.map(({ id, drive, role }) => [id, drive.id, role]);
    const before = await legs();
    const load = await Load.start(c1, mirror.device);
    const goesOn = async () => {
      await load.carriesIo(mirror.device);
      expect(await legs()).toEqual(before);
    };

    fabric.server.program = builtServer;
    const preflight = await fabric.server.command(['preflight-upgrade']);
    expect(preflight, preflight.output).toMatchObject({ code: 0 });
    await replaceServer(fabric, builtServer);
    await goesOn();
    await works();
    const bundle = await readFile(agentBundle);
    for (const machine of fabric.nodes) {
      await fabric.replaceAgent(machine, bundle);
      await goesOn();
    }
    await works();
    await replaceServer(fabric, older.server);
    await goesOn();
    await works();
    console.log(`longest completion ${(await load.stop()).longestMs} ms`);
    await now.allLive(mirror);
    await now.same(mirror);
    expect((await fabric.api.call(endpoints.listOrphans, { query: { limit: 200 } })).items).toEqual([]);
  });
});
