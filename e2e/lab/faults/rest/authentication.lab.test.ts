/** NVMe in-band authentication between clients and targets, on real kernels (docs/authentication.md). */
import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { detach, remove } from '../../fabric/provision.js';
import type { Machine } from '../../machines/machine.js';
import { controllers } from '../client.js';
import { type FaultLab, faultLab } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

const lab = faultLab({ targets: 2 });

interface Path {
  nqn: string;
  address: string;
  serviceId: string;
  hostNqn: string;
  hostId: string;
}

/** One path of the volume, as its client's kernel shows it. */
async function pathOf({ client, attachment }: Mirror): Promise<Path> {
  const script = `for c in /sys/class/nvme/nvme*; do case "$(cat $c/subsysnqn)" in *:${attachment.id}:*) echo "$(cat $c/subsysnqn) $(cat $c/hostnqn) $(cat $c/hostid) $(cat $c/address)" ;; esac; done`;
  const [nqn = '', hostNqn = '', hostId = '', where = ''] = (await client.run(script)).trim().split(/\s+/);
  const [, address = ''] = /traddr=([^,]+)/.exec(where) ?? [];
  const [, serviceId = ''] = /trsvcid=(\d+)/.exec(where) ?? [];
  expect([nqn, address, serviceId]).not.toContain('');
  return { nqn, address, serviceId, hostNqn, hostId };
}

const connectTo = ({ nqn, address, serviceId, hostNqn, hostId }: Path): string =>
  `nvme connect --transport=rdma --traddr=${address} --trsvcid=${serviceId} --nqn=${nqn} --hostnqn=${hostNqn} --hostid=${hostId} --nr-io-queues=1`;

/** Another machine connects with the client's NQN and host id. @returns what nvme-cli and the kernel printed. */
async function spoof(machine: Machine, path: Path): Promise<string> {
  await machine.run('modprobe nvme-rdma; dmesg --clear');
  const { code, stdout } = await machine.exec(
    `${connectTo(path)} 2>&1`,
    // RDMA: a command that the target does not answer takes the kernel a minute, and a connection that nobody accepts too.
    { timeoutSeconds: 240 },
  );
  const kernel = await machine.run('dmesg');
  expect(code).not.toBe(0);
  expect(await machine.run(`for c in /sys/class/nvme/nvme*; do [ "$(cat $c/subsysnqn)" = ${path.nqn} ] && echo $c; done; true`)).toBe('');
  return `${stdout}\n${kernel}`;
}

const keysOf = async (now: FaultLab, mirror: Mirror): Promise<string[]> =>
  (await now.attachment(mirror)).paths.map(({ keys }) => `${keys?.hostKeyId} ${keys?.controllerKeyId}`);

describe.sequential('authentication', () => {
  test("row: the client's NQN without its key is refused while attached, after a detach and after a forced one", {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const other = now.fabric.machine('c2');
    const path = await pathOf(mirror);
    for (const keys of await keysOf(now, mirror)) expect(keys).not.toMatch(/undefined|null|unknown/);
    expect(await spoof(other, path)).toMatch(/no key|Required key|ret=-126/);
    await now.allLive(mirror);

    await detach(now.fabric, mirror.attachment);
    await spoof(other, path);
    await remove(now.fabric, mirror.volume);

    const second = await now.mirror({ protection: 'raid1' });
    const before = await pathOf(second);
    const { job } = await now.fabric.api.call(endpoints.revokeAttachment, {
      params: { id: second.attachment.id },
      ifMatch: (await now.attachment(second)).version,
      body: { volumeName: second.volume.name, clientIsOff: false, targetsOff: [], acceptLoss: false },
    });
    await now.fabric.api.done(job.id);
    await spoof(other, before);
    await remove(now.fabric, await now.volume(second));
  });

  test('row: keys rotated under verified I/O: no error, no path lost, and every key is another', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const [before, names] = [await keysOf(now, mirror), (await controllers(mirror)).map(({ name }) => name)];
    const { items } = await now.fabric.api.call(endpoints.listNodes, { query: { name: 'c1' } });
    const began = performance.now();
    await now.underLoad(mirror, async (load) => {
      await now.fabric.api.call(endpoints.rotateNodeKeys, { params: { id: items[0]?.id ?? '' } });
      await until('new keys on every path', 180, async () => {
        const after = await keysOf(now, mirror);
        const isNew = (keys: string, at: number) =>
          keys.split(' ').every((key) => !/undefined|null|unknown/.test(key) && !before[at]?.includes(key));
        return after.length === before.length && after.every(isNew) ? true : undefined;
      });
      console.log(`rotation of both targets: ${((performance.now() - began) / 1000).toFixed(1)} s`);
      await load.carriesIo(mirror.device);
    });
    expect((await controllers(mirror)).map(({ name }) => name)).toEqual(names);
    expect(await mirror.client.run('dmesg')).not.toMatch(/authentication failed/);
    await now.allLive(mirror);
    await now.same(mirror);
  });

  test('row: a target rebooted with no server running authenticates from its own disk', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const target = now.fabric.machine('t1');
    const before = (await controllers(mirror)).map(({ name }) => name);
    await now.underLoad(mirror, async (load) => {
      await now.fabric.server.kill();
      try {
        await mirror.client.run('dmesg --clear');
        await target.kill();
        await until('the loss noticed', 120, async () =>
          (await controllers(mirror)).some(({ state }) => state !== 'live') ? true : undefined,
        );
        await target.start();
        await until('every controller live again', 300, async () => {
          const found = await controllers(mirror);
          return found.length === before.length && found.every(({ state }) => state === 'live') ? true : undefined;
        });
        expect(await mirror.client.run('dmesg')).toMatch(/controller authenticated/);
        expect(await target.run('dmesg')).toMatch(/with DH-HMAC-CHAP/);
        await load.carriesIo(mirror.device);
      } finally {
        await now.fabric.server.start();
      }
    });
    await now.allLive(mirror);
    await now.same(mirror);
  });

  // It looks for Weft's own secrets: the first row gives nvme-cli a wrong key as an argument, and the lab's channel keeps scripts in /run.
  test('row: no secret is in a log, an argument, a file of another mode than 0600, or the API', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const secrets = new Set<string>();
    for (const name of ['c1', 't1', 't2']) {
      const machine = now.fabric.machine(name);
      const own = (await machine.readFile('/var/lib/weft/keys.json')).toString().match(/DHHC-1:[^"]+/g) ?? [];
      expect(own, name).not.toEqual([]);
      for (const secret of own) secrets.add(secret);
      const patterns = "grep -oh 'DHHC-1:[^\"]*' /var/lib/weft/keys.json";
      const held = await machine.run(`${patterns} | grep -rlF -f - /var/lib/weft /etc/weft /var/log /run 2>/dev/null || true`);
      expect(held, name).toBe('/var/lib/weft/keys.json\n');
      expect(await machine.run('stat -c %a /var/lib/weft/keys.json'), name).toBe('600\n');
      expect(await machine.run(`${patterns} | grep -lF -f - /proc/[0-9]*/cmdline 2>/dev/null || true`), name).toBe('');
    }
    for (const machine of [now.fabric.machine('t1'), now.fabric.machine('t2')])
      expect(await machine.run('stat -c %a /sys/kernel/config/nvmet/hosts/*')).toMatch(/^(700\n)+$/);
    const shown = [await readFile(now.fabric.server.log, 'utf8'), JSON.stringify(await now.attachment(mirror))];
    for (const text of shown) expect([...secrets].filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('row: a wrong key is refused by the target, and no controller comes of it', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const [other, targets] = [now.fabric.machine('c2'), ['t1', 't2'].map((name) => now.fabric.machine(name))];
    const path = await pathOf(mirror);
    for (const target of targets) await target.run('dmesg --clear');
    const wrong = (await other.run(`nvme gen-dhchap-key --hmac=0 --nqn=${path.hostNqn} 2>/dev/null`)).trim();
    // Soft-RoCE does not tell the host that the target has closed the connection: the host's command ends minutes later, and nothing waits for it.
    await other.run(`setsid nohup ${connectTo(path)} --dhchap-secret=${wrong} >/dev/null 2>&1 </dev/null & true`);
    await until("the target's refusal", 120, async () => {
      const said = await Promise.all(targets.map((target) => target.run('dmesg')));
      return said.join('\n').includes('host response mismatch') || undefined;
    });
    expect(
      await other.run(`for c in /sys/class/nvme/nvme*; do [ "$(cat $c/subsysnqn)" = ${path.nqn} ] && cat $c/state; done; true`),
    ).not.toMatch('live');
    expect(await other.run('ls /dev/nvme*n* 2>/dev/null || true')).toBe('');
    await now.allLive(mirror);
  });
});
