/** Recreated devices and restarted machines: every I/O is counted once, and no rate is negative or absurd. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fio } from '../fabric/fio.js';
import { attach, detach } from '../fabric/provision.js';
import { faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import type { Machine } from '../machines/machine.js';
import { increase, legSeries, parseIo, type Series, scraped, volumeSeries } from './agent-metrics.js';

const lab = faultLab({ targets: 2, clients: 1 });
const WRITES = 1024;
const EVERY_MS = 2000;

/** Scrapes a machine in the background, as Prometheus does. A machine that does not answer is a gap. */
function watch(machine: Machine, series: Series) {
  const writes: (number | undefined)[] = [];
  let going = true;
  const scrapeOnce = async () => {
    const text = await scraped(machine).catch(() => '');
    writes.push(parseIo(text, series)?.writes);
  };
  const done = (async () => {
    while (going) {
      await scrapeOnce();
      await sleep(EVERY_MS);
    }
  })();
  return async () => {
    going = false;
    await done;
    await scrapeOnce();
    return writes;
  };
}

/** Writes `WRITES` blocks once each. */
const write = ({ client, device }: Mirror) =>
  fio(client, device, ['--rw=write', `--size=${(WRITES * 4) / 1024}M`, '--ioengine=psync', '--iodepth=1', '--verify=0']);

/** The legs contain md's bitmap and superblock, the volume never does. */
const expectCounted = (writes: readonly (number | undefined)[], rounds: number): void => {
  console.log(`writes as scraped: ${writes.map((value) => value ?? '-').join(' ')}`);
  expect(increase(writes)).toBeGreaterThan(0.98 * WRITES * rounds);
  expect(increase(writes)).toBeLessThan(1.02 * WRITES * rounds);
};

describe.sequential('counters that begin again', () => {
  test('row: a volume is detached and attached again: each write is counted once', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const series = volumeSeries(mirror.volume.name);
    const stop = watch(mirror.client, series);
    await sleep(2 * EVERY_MS);
    await write(mirror);
    await sleep(2 * EVERY_MS);
    await detach(now.fabric, mirror.attachment);
    expect(parseIo(await scraped(mirror.client), series)).toBeUndefined();
    const again = { ...mirror, attachment: await attach(now.fabric, mirror.volume, 'c1') };
    await now.health(again, 'healthy');
    // Write between two scrapes: otherwise the first scrape would already include the writes.
    await sleep(2 * EVERY_MS);
    await write(again);
    await sleep(2 * EVERY_MS);
    expectCounted(await stop(), 2);
    await now.discard(again);
  });

  test('row: the client restarts: each write is counted once', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const stop = watch(mirror.client, volumeSeries(mirror.volume.name));
    await sleep(2 * EVERY_MS);
    await write(mirror);
    await sleep(2 * EVERY_MS);
    await mirror.client.kill();
    await mirror.client.start();
    await now.health(mirror, 'healthy', 180);
    await sleep(2 * EVERY_MS);
    await write(mirror);
    await sleep(2 * EVERY_MS);
    expectCounted(await stop(), 2);
    await now.discard(mirror);
  });

  test("row: a target restarts: its leg's counters lose no write", async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const leg = mirror.volume.legs[0];
    if (!leg) throw new Error('a mirror has legs');
    const target = now.fabric.machine(leg.node.name);
    const stop = watch(target, legSeries(leg.id));
    await sleep(2 * EVERY_MS);
    await write(mirror);
    await sleep(2 * EVERY_MS);
    await target.kill();
    await target.start();
    await now.health(mirror, 'healthy', 300);
    await now.allLive(mirror);
    await write(mirror);
    await sleep(2 * EVERY_MS);
    const writes = await stop();
    console.log(`writes as scraped: ${writes.map((value) => value ?? '-').join(' ')}`);
    // A leg also gets md's own writes and the resync after its return: at most all intermediate writes once more, in larger pieces.
    expect(increase(writes)).toBeGreaterThan(0.98 * WRITES);
    expect(increase(writes)).toBeLessThan(4 * WRITES);
    await now.discard(mirror);
  });
});
