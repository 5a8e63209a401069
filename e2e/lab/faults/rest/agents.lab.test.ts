/** Agents die at any moment of a volume's life. The unit tests kill them between any two steps on purpose; here they die at random, on real kernels. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { ProblemError, until } from '../../../support/api-client.js';
import { writeAndVerify } from '../../fabric/fio.js';
import { leftovers } from '../../fabric/leftovers.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab();
/** An agent takes two to four seconds to start on these machines: each is killed several times in each of the steps below. */
const betweenKillsMs = 1500;
/** Time limit of each step; all steps together took 440 to 723 s. */
const patienceSeconds = 300;

describe.sequential('agents', () => {
  test('row: agents killed during create, attach, grow, replace, detach, delete: every job finishes, nothing is left', {
    timeout: 1_800_000,
  }, async () => {
    const { api, nodes } = lab.now.fabric;
    const { fabric, driveClass } = lab.now;
    let over = false;
    let kills = 0;
    const killing = (async () => {
      while (!over) {
        await sleep(Math.random() * 2 * betweenKillsMs);
        const machine = nodes[Math.floor(Math.random() * nodes.length)];
        if (!machine) continue;
        // An agent that is still starting does not count: a second one beside it would end by itself.
        if ((await machine.exec('pkill -KILL -f "[w]eft-agent.mjs run"')).code !== 0) continue;
        kills++;
        await fabric.startAgent(machine);
      }
    })();
    try {
      const { volume, job } = await api.call(endpoints.createVolume, {
        body: { name: 'killed', driveClassId: driveClass.id, sizeBytes: 64 * MiB, protection: 'raid10', stripeWidth: 2 },
      });
      await api.done(job.id, patienceSeconds);
      const nodeId = (await fabric.node('c1')).id;
      const attached = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId } });
      await api.done(attached.job.id, patienceSeconds);
      const c1 = fabric.machine('c1');
      expect((await writeAndVerify(c1, '/dev/weft/killed', '8M')).errors).toBe(0);

      const params = { id: volume.id };
      // The server refuses it while the client's agent is offline, because the volume's state is unknown then.
      await until('the volume growing', patienceSeconds, async () => {
        const { version, health } = await api.call(endpoints.getVolume, { params });
        if (health !== 'healthy') return undefined;
        return api.call(endpoints.updateVolume, { params, ifMatch: version, body: { sizeBytes: 96 * MiB } }).catch((error: unknown) => {
          if (error instanceof ProblemError && [409, 412].includes(error.problem.status)) return undefined;
          throw error;
        });
      });
      const { items } = await api.call(endpoints.listJobs, { query: { limit: 200 } });
      const growing = items.find(({ kind }) => kind === 'volume.grow');
      if (!growing) throw new Error('no job grows the volume');
      await api.done(growing.id, patienceSeconds);
      expect(Number(await c1.run('blockdev --getsize64 /dev/weft/killed'))).toBe(96 * MiB);

      const drive = (await api.call(endpoints.getVolume, { params })).legs[0]?.drive;
      const emptied = { params: { id: drive?.id ?? '' } };
      const evicting = await api.call(endpoints.evictDrive, {
        ...emptied,
        ifMatch: (await api.call(endpoints.getDrive, emptied)).version,
      });
      await api.done(evicting.job.id, 2 * patienceSeconds);
      expect((await api.call(endpoints.getVolume, { params })).legs.map((leg) => leg.drive.id)).not.toContain(drive?.id);
      expect((await writeAndVerify(c1, '/dev/weft/killed', '8M')).errors).toBe(0);

      const attachment = await api.call(endpoints.getAttachment, { params: { id: attached.attachment.id } });
      const detaching = await api.call(endpoints.deleteAttachment, { params: { id: attachment.id }, ifMatch: attachment.version });
      await api.done(detaching.job.id, patienceSeconds);
      const deleting = await api.call(endpoints.deleteVolume, {
        params,
        ifMatch: (await api.call(endpoints.getVolume, { params })).version,
      });
      await api.done(deleting.job.id, patienceSeconds);
    } finally {
      over = true;
      await killing;
    }
    console.log(`${kills} agents killed`);
    for (const machine of nodes) {
      await fabric.online(machine.name);
      expect(await leftovers(machine), machine.name).toEqual([]);
    }
  });
});
