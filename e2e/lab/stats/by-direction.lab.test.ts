/** Latency by direction, collected by bpftrace on a real kernel: it counts what dm-stats counts, tells writes from reads, and is missed by nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { LATENCY_BY_DIRECTION_MISSING } from '@weft/shared/kinds/condition-types';
import { EXPORTED_LATENCY_BOUNDS_SECONDS } from '@weft/shared/stats/exported/latency-bounds';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { fio } from '../fabric/fio.js';
import { faultLab } from '../faults/fault-lab.js';
import type { Mirror } from '../faults/mirror.js';
import { delayWrites } from '../faults/target.js';
import { installBpftrace } from '../machines/debian-program.js';
import { ioOf, since, volumeSeries } from './agent-metrics.js';
import { collectByDirection, countOf, type Directions, directionsOf, directionsSince, shareOver } from './by-direction.js';

const lab = faultLab({ targets: 2, clients: 1 });

const MIX = ['--rw=randrw', '--rwmixread=70', '--ioengine=psync', '--iodepth=1', '--size=32M', '--time_based', '--verify=0'];
const SECONDS = 20;
const SETTLED_MS = 5000;
const DELAY_MS = 40;
/** The largest exported bound below the delay less a jiffy of 4 ms, by which dm-delay may release a write early. */
const BOUND = EXPORTED_LATENCY_BOUNDS_SECONDS.filter((bound) => bound < (DELAY_MS - 4) / 1000).at(-1) ?? 0;
/** On emulated machines the collector takes its time up to some microseconds before dm-stats: an I/O near a bound counts on the other side. */
const NEAR_A_BOUND = 0.05;

async function underLoad({ client, device, volume }: Mirror): Promise<Directions> {
  const series = volumeSeries(volume.name);
  const [before, ioBefore] = [await directionsOf(client, series), await ioOf(client, series)];
  await fio(client, device, [...MIX, `--runtime=${SECONDS}`]);
  // A reading that began before the end of fio reads dm-stats first, and is answered to the scrapes of its time.
  await sleep(SETTLED_MS);
  const [now, io] = [directionsSince(await directionsOf(client, series), before), since(await ioOf(client, series), ioBefore)];
  console.log(`  reads ${countOf(now.read)} of ${io.reads}, writes ${countOf(now.write)} of ${io.writes}`);
  // The device is idle while both are read: each I/O of dm-stats is in one of the two.
  expect(countOf(now.read)).toBe(io.reads);
  expect(countOf(now.write)).toBe(io.writes);
  for (const [at, both] of now.both.entries())
    expect(Math.abs((now.read[at] ?? 0) + (now.write[at] ?? 0) - both) / countOf(now.both), `bound ${at}`).toBeLessThan(NEAR_A_BOUND);
  return now;
}

describe.sequential('latency by direction', () => {
  test('row: without bpftrace a notice says why and all other statistics go on; with it, slow writes show in writes only', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const { client, volume } = mirror;
    const series = volumeSeries(volume.name);
    const notice = async () => (await now.fabric.node(client.name)).conditions.find(({ type }) => type === LATENCY_BY_DIRECTION_MISSING);

    await collectByDirection(now.fabric, client);
    const missing = await until('the notice that bpftrace is missing', 120, notice);
    expect(missing.message).toContain('bpftrace or setpriv is not installed');
    const before = await ioOf(client, series);
    await fio(client, mirror.device, [...MIX, '--runtime=3']);
    expect(since(await ioOf(client, series), before).reads).toBeGreaterThan(0);

    await installBpftrace(client);
    // A new agent starts bpftrace at once: the back-off after the failures above may be minutes long.
    await collectByDirection(now.fabric, client);
    await directionsOf(client, series, 300);
    await until('no notice any more', 60, async () => ((await notice()) === undefined ? true : undefined));

    const usual = await underLoad(mirror);
    const slow = volume.legs[0];
    if (!slow) throw new Error('the mirror has no leg');
    const undo = await delayWrites(now.fabric.machine(slow.node.name), slow.id, DELAY_MS);
    const delayedFrom = new Date().toISOString();
    const delayed = await underLoad(mirror).finally(undo);
    const delayedTo = new Date().toISOString();
    const shares = [usual, delayed].map(({ read, write }) => ({ read: shareOver(read, BOUND), write: shareOver(write, BOUND) }));
    console.log(`  share over ${BOUND * 1000} ms, without and with the delay: ${JSON.stringify(shares)}`);
    expect(shares[1]?.write).toBeGreaterThan(0.95);
    expect(shares[1]?.read).toBeLessThan((shares[0]?.read ?? 0) + 0.08);

    // The API's percentiles come from the samples of the delayed run.
    const p50 = await until('percentiles of reads and of writes in the API', 60, async () => {
      const { series: answered } = await now.fabric.api.call(endpoints.queryStatistics, {
        query: {
          objects: `volume:${volume.id}`,
          metrics: 'read-latency-p50,write-latency-p50',
          from: delayedFrom,
          to: delayedTo,
          step: 10,
        },
      });
      const [read, write] = (['read-latency-p50', 'write-latency-p50'] as const).map((metric) =>
        answered.find((each) => each.metric === metric)?.values?.findLast((value) => typeof value === 'number'),
      );
      return typeof read === 'number' && typeof write === 'number' ? { read, write } : undefined;
    });
    console.log(`  the API's medians: reads ${p50.read * 1000} ms, writes ${p50.write * 1000} ms`);
    expect(p50.write).toBeGreaterThan(BOUND);
    expect(p50.read).toBeLessThan(p50.write / 2);
  });

  test('row: a killed bpftrace is started again and counts from zero; a killed agent leaves none', async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const { client, volume } = mirror;
    const series = volumeSeries(volume.name);
    const processes = async () => (await client.exec('pgrep -f "[b]pftrace -f json"')).stdout.trim().split('\n').filter(Boolean);
    await installBpftrace(client);
    await collectByDirection(now.fabric, client);
    await directionsOf(client, series, 300);
    await underLoad(mirror);
    const [first] = await processes();
    await client.run(`kill -KILL ${first}`);
    await until('another bpftrace', 120, async () => ((await processes()).some((pid) => pid !== first) ? true : undefined));
    expect(countOf((await directionsOf(client, series)).read)).toBe(0);
    await underLoad(mirror);

    await now.fabric.killAgent(client);
    await until('no bpftrace', 30, async () => ((await processes()).length === 0 ? true : undefined));
    await now.fabric.startAgent(client);
    await underLoad(mirror);
  });
});
