/** Faults of the data that agents keep on their machines: clocks, the disk under the ledger, the ledger itself. I/O continues during all of them. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { attach, createVolume, detach, remove } from '../../fabric/provision.js';
import { type FaultLab, faultLab } from '../fault-lab.js';

const lab = faultLab();

/** The condition in which the server reports problems of a node's agent. */
const agentHealthy = async ({ fabric }: FaultLab, name: string) =>
  (await fabric.node(name)).conditions.find(({ type }) => type === 'AgentHealthy');

const says = (now: FaultLab, name: string, word: RegExp) =>
  until(`node ${name} to say ${word}`, 60, async () => {
    const condition = await agentHealthy(now, name);
    return condition?.status === 'false' && word.test(condition.message) ? condition.message : undefined;
  });

describe.sequential('ledgers', () => {
  test('row: clocks an hour apart: volumes can be created, attached and deleted, and every node stays online', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const { addedMs } = await now.underLoad(mirror, async () => {
      await now.fabric.machine('t1').run('date -s "+1 hour"');
      await now.fabric.machine('c1').run('date -s "-1 hour"');
      const volume = await createVolume(now.fabric, {
        name: 'clocks',
        driveClassId: now.driveClass.id,
        sizeBytes: 16 * MiB,
        protection: 'raid0',
        stripeWidth: 3,
      });
      const attachment = await attach(now.fabric, volume, 'c1');
      await detach(now.fabric, attachment);
      await remove(now.fabric, volume);
      for (const machine of now.fabric.nodes) expect((await now.fabric.node(machine.name)).connection.state).toBe('online');
    });
    console.log(`provisioning beside the load added ${addedMs.toFixed(0)} ms`);
    await now.fabric.machine('t1').run('date -s "-1 hour"');
    await now.fabric.machine('c1').run('date -s "+1 hour"');
    await now.allLive(mirror);
    await now.same(mirror);
  });

  test('row: disk full under the ledger: the node reports it, takes no order until there is space, and I/O continues', async () => {
    const { now } = lab;
    const { api } = now.fabric;
    const mirror = await now.mirror();
    const t1 = now.fabric.machine('t1');
    const drives = (await api.call(endpoints.listDrives, { query: { limit: 200 } })).items.filter((drive) => drive.node.name === 't1');
    const own = await api.call(endpoints.createDriveClass, {
      body: { name: 'only-t1', members: { by: 'list', driveIds: drives.map((drive) => drive.id) } },
    });
    await now.underLoad(mirror, async (load) => {
      await t1.run(
        'mkdir /var/fill; for size in 1G 512M 256M 128M 64M 32M 16M 8M 4M 2M 1M 256K 64K 16K 4K; do n=0; while fallocate -l $size /var/fill/$size.$n 2>/dev/null; do n=$((n + 1)); done; rm -f /var/fill/$size.$n; done; dd if=/dev/zero of=/var/fill/rest bs=4k 2>/dev/null; true',
        { timeoutSeconds: 120 },
      );
      const { volume, job } = await api.call(endpoints.createVolume, {
        body: { name: 'late', driveClassId: own.id, sizeBytes: 16 * MiB, protection: 'concatenated' },
      });
      console.log(await says(now, 't1', /cannot store.*free space/));
      expect((await api.call(endpoints.getJob, { params: { id: job.id } })).state).not.toBe('done');
      await load.carriesIo(mirror.device);
      await t1.run('rm -r /var/fill');
      await api.done(job.id);
      await until('t1 without a complaint', 60, async () => ((await agentHealthy(now, 't1'))?.status === 'true' ? true : undefined));
      await remove(now.fabric, await api.call(endpoints.getVolume, { params: { id: volume.id } }));
    });
    await now.same(mirror);
  });

  test('row: ledger truncated: the node reports it, I/O continues, and the server sends the assignment again', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const machines = ['t1', 'c1'].map((name) => now.fabric.machine(name));
    await now.underLoad(mirror, async (load) => {
      await now.fabric.server.kill();
      for (const machine of machines) {
        await now.fabric.killAgent(machine);
        await machine.run('cd /var/lib/weft; for each in assignment facts; do [ ! -e $each.json ] || truncate -s 100 $each.json; done');
        await now.fabric.startAgent(machine);
      }
      for (const machine of machines)
        await until(`${machine.name} saying that its ledger is damaged`, 60, async () =>
          /damaged/.test(await machine.run('weft-agent status')) ? true : undefined,
        );
      await load.carriesIo(mirror.device);
      await now.fabric.server.start();
      // A fresh assignment repairs the first file. The client's record of its arrays is lost for good, and the client keeps reporting that.
      console.log(await says(now, 'c1', /damaged/));
      for (const machine of machines) {
        await until(`${machine.name} with a fresh assignment`, 60, async () => {
          const { assignment } = await now.fabric.node(machine.name);
          return assignment.acceptedGeneration === assignment.generation ? true : undefined;
        });
      }
    });
    await now.allLive(mirror);
    await now.same(mirror);
  });
});
