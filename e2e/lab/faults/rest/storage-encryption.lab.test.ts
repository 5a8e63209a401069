/** TLS on the paths of NVMe/TCP, on real kernels (docs/storage-encryption.md). */
import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { startTlsDaemons } from '../../fabric/tls-daemons.js';
import { startTlshd, stopTlshd } from '../../machines/debian-program.js';
import type { Machine } from '../../machines/machine.js';
import { controllers } from '../client.js';
import { type FaultLab, faultLab, faultSettings } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

const lab = faultLab({
  targets: 2,
  settings: { ...faultSettings, storageEncryption: 'off' },
});
const PLAIN = /^10\d{3}$/;
const TLS = /^22\d{3}$/;

const settings = async ({ fabric: { api } }: FaultLab, body: SettingsUpdate) =>
  api.call(endpoints.updateSettings, { body, ifMatch: (await api.call(endpoints.getSettings)).version });

/** Of each controller of the volume: its state, port, and the serial of its TLS key (or -). */
async function tlsOf({ client, attachment }: Mirror): Promise<string[][]> {
  const script = `for c in /sys/class/nvme/nvme*; do case "$(cat $c/subsysnqn)" in *:${attachment.id}:*) echo "$(cat $c/state) $(sed 's/.*trsvcid=\\([0-9]*\\).*/\\1/' $c/address) $(cat $c/tls_key 2>/dev/null || echo -)" ;; esac; done; true`;
  return (await client.run(script))
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
}

/** Captures what a machine sends and receives on its storage NICs (AF_PACKET), without headers of its own: the pattern's bytes are in it or not. */
async function captured(machine: Machine, meanwhile: () => Promise<void>): Promise<string> {
  await machine.run(
    `rm -f /tmp/capture*; for n in eth1 eth2; do setsid perl -e '
      use Socket; use IO::Handle; my $nic = shift; open(my $f, "<", "/sys/class/net/$nic/ifindex") or die; chomp(my $index = <$f>);
      socket(my $s, 17, 3, 0x0300) or die $!; bind($s, pack("S n i S C C a8", 17, 3, $index, 0, 0, 0, "")) or die $!;
      open(my $out, ">", "/tmp/capture-$nic") or die; $out->autoflush(1); while (1) { recv($s, my $packet, 65536, 0); print $out $packet; }
    ' $n < /dev/null >> /tmp/capture.log 2>&1 & echo $! >> /tmp/capture.pids; done; sleep 2`,
  );
  await meanwhile();
  await machine.run('sleep 2; kill $(cat /tmp/capture.pids)');
  return machine.run(`wc -c /tmp/capture-eth1 /tmp/capture-eth2 | tail -1; cat /tmp/capture.log`);
}
const PATTERN = 'weft-lab-plain-text-on-the-wire';
const writePattern = (device: string) =>
  `yes ${PATTERN} | head -c 1048576 | dd of=${device} bs=64K oflag=direct iflag=fullblock conv=notrunc 2>&1`;
const seen = async (machine: Machine): Promise<number> =>
  Number(await machine.run(`cat /tmp/capture-eth1 /tmp/capture-eth2 | grep -a -o ${PATTERN} | wc -l`));

const condition = async (now: FaultLab, mirror: Mirror) =>
  (await now.attachment(mirror)).conditions.find(({ type }) => type === 'Unencrypted');

let mirror: Mirror;

describe.sequential('storage encryption', () => {
  test('row: without TLS the bytes of a volume are readable on the storage network', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const plain = await now.mirror({ protection: 'raid1' }, { transport: 'tcp' });
    for (const [, port] of await tlsOf(plain)) expect(port).toMatch(PLAIN);
    console.log(`plain: ${await captured(plain.client, async () => void (await plain.client.run(writePattern(plain.device))))}`);
    expect(await seen(plain.client)).toBeGreaterThan(1000);
    await now.discard(plain);
  });

  test('row: with TLS required every path is encrypted, verified I/O runs, and the bytes are not readable', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    await startTlsDaemons(now.fabric, ['c1', 'c2', 't1', 't2']);
    await settings(now, { storageEncryption: 'required' });
    mirror = await now.mirror({ protection: 'raid1' }, { transport: 'tcp' });
    const found = await tlsOf(mirror);
    console.log(JSON.stringify(found));
    expect(found).toHaveLength(4);
    for (const [state, port, key] of found) {
      expect([state, port]).toEqual(['live', expect.stringMatching(TLS)]);
      expect(key).toMatch(/^[0-9a-f]*[1-9a-f][0-9a-f]*$/);
    }
    for (const name of ['t1', 't2'])
      expect(
        await now.fabric.machine(name).run('cat /sys/kernel/config/nvmet/ports/*/addr_tsas /sys/kernel/config/nvmet/ports/*/addr_treq'),
      ).toBe('tls1.3\ntls1.3\nrequired\nrequired\n');
    expect((await now.attachment(mirror)).paths.map(({ tls }) => tls)).toEqual([true, true, true, true]);
    expect(await condition(now, mirror)).toBeUndefined();
    console.log(`TLS: ${await captured(mirror.client, async () => void (await mirror.client.run(writePattern(mirror.device))))}`);
    expect(await seen(mirror.client)).toBe(0);
    expect(await mirror.client.run(`dd if=${mirror.device} bs=64K count=1 iflag=direct 2>/dev/null | head -c ${PATTERN.length}`)).toBe(
      PATTERN,
    );
    await now.underLoad(mirror, async (load) => load.carriesIo(mirror.device));
    await now.same(mirror);
  });

  test('row: a host without TLS, and one without the key, is refused; RDMA is refused by the server', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const other = now.fabric.machine('c2');
    const script = `for c in /sys/class/nvme/nvme*; do case "$(cat $c/subsysnqn)" in *:${mirror.attachment.id}:*) echo "$(cat $c/subsysnqn) $(cat $c/hostnqn) $(cat $c/hostid) $(cat $c/address)" ;; esac; done`;
    const [nqn = '', hostNqn = '', hostId = '', where = ''] = (await mirror.client.run(script)).trim().split(/\s+/);
    const [, address = ''] = /traddr=([^,]+)/.exec(where) ?? [];
    const [, serviceId = ''] = /trsvcid=(\d+)/.exec(where) ?? [];
    const options = `transport=tcp,traddr=${address},trsvcid=${serviceId},nqn=${nqn},hostnqn=${hostNqn},hostid=${hostId},nr_io_queues=1`;
    const attempt = async (more: string, refusal: string) => {
      const { code, stdout } = await other.exec(`echo ${options}${more} | tee /dev/nvme-fabrics 2>&1 >/dev/null`, { timeoutSeconds: 120 });
      expect(code).not.toBe(0);
      expect(stdout).toContain(refusal);
      expect(
        await other.run(`for c in /sys/class/nvme/nvme*; do [ "$(cat $c/subsysnqn 2>/dev/null)" = ${nqn} ] && echo $c; done; true`),
      ).toBe('');
    };
    await attempt('', 'Connection reset by peer');
    await attempt(',tls', 'Required key not available');
    // A key of the right name and of other bytes.
    await other.run(
      `printf 'x%.0s' $(seq 32) | keyctl padd psk "NVMe1R01 ${hostNqn} ${nqn} AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" %:.nvme`,
    );
    await attempt(',tls', 'Connection timed out');
    const body = endpoints.createAttachment.body.parse({
      volumeId: mirror.volume.id,
      nodeId: (await now.fabric.node('c2')).id,
      mode: 'readonly',
      transport: 'rdma',
    });
    await expect(now.fabric.api.call(endpoints.createAttachment, { body })).rejects.toThrow();
    await now.allLive(mirror);
  });

  test('row: tlshd stopped: I/O goes on, a lost path waits, and the node says why', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const target = now.fabric.machine('t1');
    const before = await controllers(mirror);
    await now.underLoad(mirror, async (load) => {
      await stopTlshd(target);
      await load.carriesIo(mirror.device);
      expect((await controllers(mirror)).every(({ state }) => state === 'live')).toBe(true);
      await target.setLink(1, false);
      await until('the loss noticed', 120, async () =>
        (await controllers(mirror)).some(({ state }) => state !== 'live') ? true : undefined,
      );
      await target.setLink(1, true);
      await until('the node names tlshd', 120, async () => {
        const { conditions } = await now.fabric.node('t1');
        return JSON.stringify(conditions).includes('tlshd') || undefined;
      });
      expect((await controllers(mirror)).some(({ state }) => state !== 'live')).toBe(true);
      await load.carriesIo(mirror.device);
      await startTlshd(target);
      await until('every controller live again', 300, async () => {
        const found = await controllers(mirror);
        return found.length === before.length && found.every(({ state }) => state === 'live') ? true : undefined;
      });
    });
    await now.allLive(mirror);
    await now.same(mirror);
  });

  test('row: a target rebooted with no server running serves with TLS from its own disk', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const target = now.fabric.machine('t1');
    const before = await controllers(mirror);
    await now.underLoad(mirror, async (load) => {
      await now.fabric.server.kill();
      try {
        await target.kill();
        await until('the loss noticed', 120, async () =>
          (await controllers(mirror)).some(({ state }) => state !== 'live') ? true : undefined,
        );
        await target.start();
        await until('every controller live again', 400, async () => {
          const found = await controllers(mirror);
          return found.length === before.length && found.every(({ state }) => state === 'live') ? true : undefined;
        });
        for (const [, port, key] of await tlsOf(mirror)) {
          expect(port).toMatch(TLS);
          expect(key).toMatch(/[1-9a-f]/);
        }
        await load.carriesIo(mirror.device);
      } finally {
        await now.fabric.server.start();
      }
    });
    await now.allLive(mirror);
    await now.same(mirror);
  });

  test('row: no secret is in a log, an argument, a file of another mode than 0600, or the API; the keys go with the attachment', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const secrets = new Set<string>();
    for (const name of ['c1', 't1', 't2']) {
      const machine = now.fabric.machine(name);
      const own = (await machine.readFile('/var/lib/weft/keys.json')).toString().match(/NVMeTLSkey-1:[^"]+/g) ?? [];
      expect(own, name).not.toEqual([]);
      for (const secret of own) secrets.add(secret);
      const patterns = "grep -oh 'NVMeTLSkey-1:[^\"]*' /var/lib/weft/keys.json";
      const held = await machine.run(`${patterns} | grep -rlF -f - /var/lib/weft /etc/weft /var/log /run 2>/dev/null || true`);
      expect(held, name).toBe('/var/lib/weft/keys.json\n');
      expect(await machine.run('stat -c %a /var/lib/weft/keys.json'), name).toBe('600\n');
      expect(await machine.run(`${patterns} | grep -lF -f - /proc/[0-9]*/cmdline 2>/dev/null || true`), name).toBe('');
      expect(await machine.run(`grep -c '${mirror.attachment.id}' /proc/keys || true`)).toBe(name === 'c1' ? '2\n' : '1\n');
    }
    const shown = [await readFile(now.fabric.server.log, 'utf8'), JSON.stringify(await now.attachment(mirror))];
    for (const text of shown) expect([...secrets].filter((secret) => text.includes(secret))).toEqual([]);
    await now.discard(mirror);
    for (const name of ['c1', 't1', 't2'])
      expect(await now.fabric.machine(name).run(`grep -c '${mirror.attachment.id}' /proc/keys || true`), name).toBe('0\n');
  });
});
