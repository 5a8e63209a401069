/** Machines lose power and return. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { controllers, heads } from '../client.js';
import { type FaultLab, fastIoFailSeconds, faultLab } from '../fault-lab.js';
import { coldBoot, shuffled } from '../injections.js';
import type { Mirror } from '../mirror.js';
import { Stamps } from '../stamps.js';

const lab = faultLab();

describe.sequential('machines', () => {
  test('row: client killed and restarted: it attaches the volume by itself, with every acknowledged write', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    const stamps = await Stamps.listen();
    await stamps.start(mirror.client, mirror.device, 'c1');
    await mirror.client.kill();
    const acknowledged = stamps.acknowledged.size;
    await mirror.client.start();
    await until('the volume attached again by itself', 120, async () =>
      (await mirror.client.exec(`test -b ${mirror.device}`)).code === 0 ? true : undefined,
    );
    expect(await stamps.missing(mirror.client, mirror.device)).toEqual([]);
    console.log(`${acknowledged} blocks acknowledged outside the machine, all there`);
    stamps.close();
    await now.allLive(mirror);
    await now.same(mirror);
  });

  test('row: every target cold-booted in random order, no server running: I/O resumes on the same controllers and heads', async () => {
    const { now } = lab;
    const mirror = await now.mirror();
    // The machines boot one after another. With a shorter limit the client ends a half whose partner returned first (docs/decisions/anchor-legs.md).
    await limitOfLegs(now, mirror, 300);
    const before = { heads: await heads(mirror), controllers: (await controllers(mirror)).map(({ name }) => name) };
    expect(before.heads.length).toBe(mirror.volume.legs.length);
    await now.underLoad(mirror, async (load) => {
      await now.fabric.server.kill();
      try {
        await coldBoot(shuffled(now.fabric.cluster.targets));
        await until('every controller live again', 180, async () =>
          (await controllers(mirror)).every(({ state }) => state === 'live') ? true : undefined,
        );
        await load.carriesIo(mirror.device);
        expect((await controllers(mirror)).map(({ name }) => name)).toEqual(before.controllers);
        expect(await heads(mirror)).toEqual(before.heads);
      } finally {
        await now.fabric.server.start();
      }
    });
    await now.allLive(mirror);
    await now.same(mirror);
    await limitOfLegs(now, mirror, fastIoFailSeconds);
  });

  test("row: client and B's node killed within 1 s of A's loss: A does not start alone, and with B no write is lost (S4)", async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const [a, b] = [0, 1].map((index) => now.fabric.machine(mirror.volume.legs[index]?.node.name ?? '')) as [
      typeof mirror.client,
      typeof mirror.client,
    ];
    const stamps = await Stamps.listen();
    await stamps.start(mirror.client, mirror.device, 'c1');
    const began = performance.now();
    await Promise.all([1, 2].map((network) => a.setLink(network, false)));
    await Promise.all([mirror.client.kill(), b.kill()]);
    expect(performance.now() - began).toBeLessThan(1000);

    await Promise.all([1, 2].map((network) => a.setLink(network, true)));
    await mirror.client.start();
    await now.fabric.online('c1');
    await until("A's paths live, and the attach waiting for B's node by name", 120, async () => {
      const { paths, conditions } = await now.attachment(mirror);
      const live = paths.filter((path) => path.controllerState === 'live').map((path) => path.node);
      const available = conditions.find(({ type }) => type === 'Available');
      return live.includes(a.name) && available?.status === 'false' && available.message.includes(b.name) ? true : undefined;
    });
    expect((await mirror.client.exec(`test -e ${mirror.device}`)).code).not.toBe(0);
    expect(await mirror.client.run('grep -c "^md.* active" /proc/mdstat; true')).toBe('0\n');

    await b.start();
    await until('the volume, once B is back', 120, async () =>
      (await mirror.client.exec(`test -b ${mirror.device}`)).code === 0 ? true : undefined,
    );
    expect(await stamps.missing(mirror.client, mirror.device)).toEqual([]);
    stamps.close();
    await now.allLive(mirror);
    await now.same(mirror);
  });
});

/** Sets after how many seconds without a path a leg that is no anchor fails I/O, and waits until the client's controllers have it. */
async function limitOfLegs({ fabric: { api } }: FaultLab, { client, attachment }: Mirror, seconds: number): Promise<void> {
  const { version } = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, { body: { fastIoFailSeconds: seconds }, ifMatch: version });
  const limits = `for c in /sys/class/nvme/nvme*; do case "$(cat $c/subsysnqn 2>/dev/null)" in *:${attachment.id}:*) cat $c/fast_io_fail_tmo ;; esac; done`;
  await until(`limits of ${seconds} s`, 60, async () => {
    const found = (await client.run(limits)).trim().split('\n');
    return found.includes(String(seconds)) && found.every((limit) => limit === 'off' || limit === String(seconds)) ? true : undefined;
  });
}
