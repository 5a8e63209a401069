/** A host that is not the client connects with the client's NQN: every host that knows the NQN gets access. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { degraded } from '../client.js';
import { type FaultLab, faultLab, faultSettings } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

// With authentication such a connection is refused (authentication.lab): this is what remains without it.
const lab = faultLab({ settings: { ...faultSettings, authentication: 'off' } });
const OFFSET_BLOCKS = 100;

describe.sequential('foreign hosts', () => {
  test.each(['rdma', 'tcp'] as const)(
    "row: foreign host with the client's NQN is named, and fenced by setting, over %s",
    { timeout: 1_200_000 },
    async (transport) => {
      const { now } = lab;
      const mirror = await now.mirror({ protection: 'raid1', rebuildDelaySeconds: 3600 }, { transport });
      const foreign = now.fabric.machine('c2');
      // Its address on storage-1.
      const address = foreign.spec.nics[0]?.address ?? expect.fail('c2 has no NIC');
      onTestFinished(async () => {
        await fenceForeign(now, false);
      });

      // By default it is named and otherwise ignored.
      const nqn = await connectAs(mirror, foreign, transport);
      const condition = async () => (await now.volume(mirror)).conditions.find(({ type }) => type === 'ForeignHost');
      const named = await until('the foreign host named on the volume', 120, async () => {
        const found = await condition();
        return found?.status === 'true' ? found : undefined;
      });
      expect(named).toMatchObject({ reason: 'foreign-host', message: expect.stringContaining(address) });
      expect(await degraded(mirror)).toBe(0);

      // With the setting, the export is fenced, and no other: neither host has a live path to it, and the client continues on the other half.
      await fenceForeign(now, true);
      await until('the fence', 180, async () => ((await condition())?.reason === 'foreign-host-fenced' ? true : undefined));
      const live = `for c in /sys/class/nvme/nvme*; do [ "$(cat $c/subsysnqn)" = ${nqn} ] && cat $c/state; done; true`;
      await until('no live path to the fenced export', 120, async () => {
        const states = await Promise.all([mirror.client, foreign].map((machine) => machine.run(live)));
        return states.some((state) => state.includes('live')) ? undefined : true;
      });
      const put = `dd if=/dev/zero of=${mirror.device} bs=4096 seek=${OFFSET_BLOCKS} count=1 oflag=direct conv=notrunc 2>&1`;
      // md notices a lost leg from I/O: there was no write until now.
      await mirror.client.run(put, { timeoutSeconds: 180 });
      await until('the array degraded', 180, async () => ((await degraded(mirror)) === 1 ? true : undefined));

      // Recovery: a new attachment. The foreign host's connection does not return with it.
      await foreign.run(`nvme disconnect --nqn=${nqn}`);
      await now.discard(mirror);
    },
  );
});

async function fenceForeign({ fabric: { api } }: FaultLab, fenceForeignConnections: boolean): Promise<void> {
  const { version } = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, { body: { fenceForeignConnections }, ifMatch: version });
}

/** Connects `foreign` to one of the client's subsystems with the client's identity, from its own address. @returns the subsystem's NQN. */
async function connectAs({ client, attachment }: Mirror, foreign: Mirror['client'], transport: string): Promise<string> {
  const path = attachment.paths.find(({ storageNetwork }) => storageNetwork === 'storage-1') ?? expect.fail('no path on storage-1');
  const script = `for c in /sys/class/nvme/nvme*; do case "$(cat $c/address)" in *traddr=${path.address},*) case "$(cat $c/subsysnqn)" in *:${attachment.id}:*) echo "$(cat $c/subsysnqn) $(cat $c/hostnqn) $(cat $c/hostid) $(cat $c/address)" ;; esac ;; esac; done`;
  const [nqn = '', hostNqn, hostId, where = ''] = (await client.run(script)).trim().split(/\s+/);
  const serviceId = /trsvcid=(\d+)/.exec(where)?.[1] ?? expect.fail(`no service id in ${where}`);
  await foreign.run(
    `modprobe nvme-${transport}; nvme connect --transport=${transport} --traddr=${path.address} --trsvcid=${serviceId} --nqn=${nqn} --hostnqn=${hostNqn} --hostid=${hostId} --nr-io-queues=1`,
    { timeoutSeconds: 120 },
  );
  return nqn;
}
