/** Limits per client on real kernels (docs/data-services.md). */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import type { Machine } from '../../machines/machine.js';
import { type FaultLab, faultLab } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

const lab = faultLab({ targets: 2 });

const LIMIT = MiB;
const LIMITS: IoLimits = { ...NO_LIMITS, readBytesPerSecond: LIMIT };
/** Enough that the first budget, which the kernel grants at once, does not count. */
const READ_MIB = 16;
const SLICES = ['weft-a.slice', 'weft-b.slice'];

/** Lab machines have no systemd: nobody else mounts cgroup v2 or makes slices. */
const makeSlices = (client: Machine): Promise<string> =>
  client.run(
    `[ -e /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 none /sys/fs/cgroup; for s in ${SLICES.join(' ')}; do mkdir -p /sys/fs/cgroup/$s; done`,
  );

/** Bytes per second of direct reads by a process in the slice, by the guest's clock; null: in the root cgroup. */
async function readRate({ client, device }: Mirror, slice: string | null): Promise<number> {
  const procs = `/sys/fs/cgroup/${slice === null ? '' : `${slice}/`}cgroup.procs`;
  const script = `echo $$ > ${procs}; from=$(cut -d' ' -f1 /proc/uptime); dd if=${device} of=/dev/null bs=64k count=${(READ_MIB * MiB) / 65_536} iflag=direct 2>/dev/null; echo $from $(cut -d' ' -f1 /proc/uptime)`;
  const [from = 0, to = 0] = (await client.run(`sh -c '${script.replaceAll("'", `'\\''`)}'`, { timeoutSeconds: 600 }))
    .split(' ')
    .map(Number);
  return (READ_MIB * MiB) / Math.max(to - from, 0.01);
}

async function order(now: FaultLab, mirror: Mirror, limits: IoLimits | null): Promise<void> {
  const { version } = await now.attachment(mirror);
  await now.fabric.api.call(endpoints.updateAttachment, { params: { id: mirror.attachment.id }, ifMatch: version, body: { limits } });
}
const inForce = (now: FaultLab, mirror: Mirror, limits: IoLimits | null): Promise<unknown> =>
  until(`limits ${JSON.stringify(limits)} in ${SLICES.join(' and ')}`, 300, async () => {
    const { limitsInForce } = await now.attachment(mirror);
    if (limits === null) return limitsInForce === null || limitsInForce.values === null ? true : undefined;
    return JSON.stringify(limitsInForce?.values) === JSON.stringify(limits) &&
      SLICES.every((slice) => limitsInForce?.slices.includes(slice))
      ? true
      : undefined;
  });

describe.sequential('limits per client', () => {
  test('row: set while in use, each slice has its own budget, root has none; again after another program and a reboot; removed', {
    timeout: 1_800_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const { client } = mirror;
    await makeSlices(client);
    const free = await readRate(mirror, 'weft-a.slice');
    await order(now, mirror, LIMITS);
    await inForce(now, mirror, LIMITS);
    const held = await readRate(mirror, 'weft-a.slice');
    const both = await Promise.all([readRate(mirror, 'weft-a.slice'), readRate(mirror, 'weft-b.slice')]);
    const root = await readRate(mirror, null);
    const shown = [free, held, ...both, root].map((rate) => `${(rate / MiB).toFixed(2)} MiB/s`);
    console.log(`free, limited to 1 MiB/s, both slices at the same time, root: ${shown.join(', ')}`);
    // The emulated machine itself may be slow, so the limit is an upper bound only.
    for (const rate of [held, ...both]) expect(rate).toBeLessThan(1.2 * LIMIT);
    // Each slice gets more than half of the limit: they do not share one budget.
    expect(both[0] + both[1]).toBeGreaterThan(1.2 * LIMIT);
    expect(root).toBeGreaterThan(2 * LIMIT);
    expect(free).toBeGreaterThan(2 * LIMIT);

    // Without udev the path is a node of its own, and no link to dm-N.
    const number = (await client.run(`dmsetup info -c --noheadings -o major,minor --separator : ${mirror.device}`)).trim();
    await client.run(`echo '${number} rbps=99999999' > /sys/fs/cgroup/weft-b.slice/io.max`);
    await until('the report about the other program', 120, async () =>
      (await now.attachment(mirror)).limitsInForce?.overwritten?.slice === 'weft-b.slice' ? true : undefined,
    );
    await inForce(now, mirror, LIMITS);

    await client.kill();
    await client.start();
    await makeSlices(client);
    await now.health(mirror, 'healthy', 300);
    await inForce(now, mirror, LIMITS);
    expect(await readRate(mirror, 'weft-a.slice')).toBeLessThan(1.2 * LIMIT);

    await order(now, mirror, null);
    await inForce(now, mirror, null);
    expect(await client.run('cat /sys/fs/cgroup/*/io.max')).toBe('');
    expect(await readRate(mirror, 'weft-a.slice')).toBeGreaterThan(2 * LIMIT);
    await now.discard(mirror);
  });
});
