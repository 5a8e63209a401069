/** The lab itself: machines boot, communicate over RDMA, and return after a reboot and after power loss. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommandTimeout } from './channel.js';
import { type Cluster, startCluster } from './cluster.js';

let cluster: Cluster;
let workDirectory: string;

beforeAll(async () => {
  workDirectory = await mkdtemp(join(tmpdir(), 'weft-lab-'));
  cluster = await startCluster({
    workDirectory,
    files: (machine) => ({
      '/etc/weft/role': { content: machine.role },
      '/etc/weft/boot.d/greet': { content: '#!/bin/sh\necho "$0 on $(hostname)"\n', mode: 0o755 },
    }),
  });
}, 300_000);

afterAll(async () => {
  await cluster?.close();
  await rm(workDirectory, { recursive: true, force: true });
}, 60_000);

describe('a cluster of three targets and two clients', () => {
  it('runs commands, several at once, with both outputs and the exit code', async () => {
    const t1 = cluster.machine('t1');
    const results = await Promise.all([1, 2, 3].map((n) => t1.exec(`echo out${n}; echo err${n} >&2; exit ${n}`)));
    expect(results).toEqual([1, 2, 3].map((n) => ({ code: n, stdout: `out${n}\n`, stderr: `err${n}\n` })));
    expect(await t1.run(['echo', "it's", '$HOME'])).toBe("it's $HOME\n");
    const bytes = Buffer.from([0, 255, 10, 13]);
    await t1.writeFile('/var/tmp/a/bytes', bytes);
    expect(await t1.readFile('/var/tmp/a/bytes')).toEqual(bytes);
  });

  it('hides CMPXCHG16B from guests that the emulator runs', async () => {
    const { accelerator } = cluster.machine('t1').image;
    const flags = await cluster.machine('t1').run('grep -m1 ^flags /proc/cpuinfo');
    if (accelerator !== 'kvm') expect(flags).not.toContain(' cx16');
    else expect(flags).toContain(' cx16');
  });

  it('ends a command, with its children, at its timeout', async () => {
    const t1 = cluster.machine('t1');
    await expect(t1.exec('sleep 4711 & sleep 4711', { timeoutSeconds: 2 })).rejects.toBeInstanceOf(CommandTimeout);
    expect((await t1.exec('pgrep -f "[s]leep 4711"')).stdout).toBe('');
  });

  it('gives every machine its name, files, drives and NICs', { timeout: 60_000 }, async () => {
    await Promise.all(
      cluster.machines.map(async (machine) => {
        expect(await machine.run('hostname')).toBe(`${machine.name}\n`);
        expect((await machine.readFile('/etc/weft/role')).toString()).toBe(machine.spec.role);
        expect(await machine.run('cat /var/log/greet.log')).toBe(`/etc/weft/boot.d/greet on ${machine.name}\n`);
        expect(await machine.run('lvs')).toBe('');
        const serials = await machine.run('for s in /sys/class/nvme/nvme*/serial; do [ ! -e $s ] || cat $s; done');
        expect(
          serials
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .sort(),
        ).toEqual(machine.spec.drives.map((drive) => drive.serial));
        const links = await machine.run('rdma link');
        for (const nic of machine.spec.nics) {
          expect(await machine.run(['cat', `/sys/class/net/${nic.name}/address`])).toBe(`${nic.mac}\n`);
          expect(links).toMatch(new RegExp(`state ACTIVE .* netdev ${nic.name}`));
        }
      }),
    );
  });

  it('connects machines over every storage network', async () => {
    const targets = cluster.targets.flatMap((target) => target.spec.nics.map((nic) => nic.address));
    for (const address of targets) await cluster.machine('c1').run(['ping', '-c', '1', '-W', '5', address]);
  });

  it('carries NVMe over RDMA', { timeout: 120_000 }, async () => {
    const [t1, c1] = [cluster.machine('t1'), cluster.machine('c1')];
    await t1.run(`set -e; cd /sys/kernel/config/nvmet
      mkdir subsystems/nqn.2026-01.lab:a && echo 1 > subsystems/nqn.2026-01.lab:a/attr_allow_any_host
      mkdir subsystems/nqn.2026-01.lab:a/namespaces/1 && cd subsystems/nqn.2026-01.lab:a/namespaces/1
      echo /dev/nvme0n1 > device_path; echo 1 > enable; cd /sys/kernel/config/nvmet
      mkdir ports/1; cd ports/1; echo rdma > addr_trtype; echo ipv4 > addr_adrfam; echo 10.10.1.1 > addr_traddr; echo 4420 > addr_trsvcid
      ln -s ../../subsystems/nqn.2026-01.lab:a subsystems/`);
    await c1.run(
      'nvme connect -t rdma -a 10.10.1.1 -s 4420 -n nqn.2026-01.lab:a --hostnqn nqn.2026-01.lab:c1 --hostid 11111111-1111-1111-1111-111111111111',
    );
    await c1.run('for i in $(seq 50); do [ -b /dev/nvme0n1 ] && exit 0; sleep 0.2; done; exit 1');
    const job =
      '--name=a --filename=/dev/nvme0n1 --rw=randwrite --bs=4k --size=8M --verify=crc32c --ioengine=libaio --iodepth=8 --direct=1';
    await c1.run(`fio ${job} --output-format=json`, { timeoutSeconds: 100 });
    await c1.run('nvme disconnect -n nqn.2026-01.lab:a');
    await t1.run('cd /sys/kernel/config/nvmet; rm ports/1/subsystems/*; rmdir ports/1 subsystems/*/namespaces/1 subsystems/*');
  });

  it('unplugs and plugs links and drives', { timeout: 120_000 }, async () => {
    const [t3, c1] = [cluster.machine('t3'), cluster.machine('c1')];
    await t3.setLink(2, false);
    expect((await c1.exec('ping -c 1 -W 3 10.10.2.3')).code).toBe(1);
    await t3.setLink(2, true);
    await c1.run('for i in $(seq 20); do ping -c 1 -W 1 10.10.2.3 && exit 0; done; exit 1');
    const serials = 'sleep 1; cat /sys/class/nvme/nvme*/serial | tr -d " "';
    await t3.unplugDrive('WEFT-T3-D1');
    expect(await t3.run(serials)).toBe('WEFT-T3-D2\n');
    await t3.plugDrive('WEFT-T3-D1');
    expect((await t3.run(serials)).trim().split('\n').sort()).toEqual(['WEFT-T3-D1', 'WEFT-T3-D2']);
  });

  it('keeps stored files across a reboot and a power loss', { timeout: 240_000 }, async () => {
    const t1 = cluster.machine('t1');
    await t1.run('echo ledger > /var/lib/weft/ledger; echo changed > /etc/weft/role; sync');
    const boot = await t1.run('cat /proc/sys/kernel/random/boot_id');
    const [lost] = await Promise.all([t1.exec('sleep 100', { timeoutSeconds: 110 }).catch((error: Error) => error.message), t1.reboot()]);
    expect(lost).toMatch(/machine stopped or restarted|ended the connection/);
    expect(lost).toContain('The end of its console:');
    expect(await t1.run('cat /proc/sys/kernel/random/boot_id')).not.toBe(boot);
    expect(await t1.run('cat /var/lib/weft/ledger /etc/weft/role')).toBe('ledger\nchanged\n');
    await t1.run('echo more > /var/lib/weft/ledger; sync');
    await t1.kill();
    await t1.start();
    expect(await t1.run('cat /var/lib/weft/ledger /etc/weft/role')).toBe('more\nchanged\n');
    expect((await t1.run('wc -l < /var/log/greet.log')).trim()).toBe('3');
  });

  it('reports where a kernel crashed, and stops that machine', { timeout: 240_000 }, async () => {
    const t1 = cluster.machine('t1');
    // This crash is intended: it must not cause a second run of these tests.
    vi.stubEnv('WEFT_LAB_PANICS', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const lost = await t1.exec('echo c > /proc/sysrq-trigger', { timeoutSeconds: 60 }).catch((error: Error) => error.message);
    expect(lost).toContain('sysrq triggered crash');
    await expect(t1.exec('true')).rejects.toThrow(
      /t1 does not run: its kernel crashed: .*Kernel panic - not syncing: sysrq triggered crash/,
    );
    await t1.kill();
    await t1.start();
    await t1.run('true');
  });

  it('shuts a machine down cleanly and starts it again', { timeout: 120_000 }, async () => {
    const c2 = cluster.machine('c2');
    await c2.powerOff();
    expect(c2.isRunning).toBe(false);
    await c2.start();
    expect(await c2.run('hostname')).toBe('c2\n');
  });
});
