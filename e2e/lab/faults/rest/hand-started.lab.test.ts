/** A person starts the array by hand, on the leg that misses the last writes. */
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { anchors, degraded, heads } from '../client.js';
import { faultLab } from '../fault-lab.js';
import { sysfsOf } from '../sysfs.js';

const lab = faultLab();
/** Far from the superblocks, in the data of the array. */
const OFFSET_BLOCKS = 100;

describe.sequential('arrays', () => {
  test('row: hand-started array: it is reported and not published, then stopped; the newer leg carries the volume', {
    timeout: 900_000,
  }, async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1', rebuildDelaySeconds: 3600 });
    const { client, device, volume } = mirror;
    // Controllers of a leg that is not the anchor keep reconnecting while the agent is stopped.
    const waiting = (await anchors(mirror, now.fabric.cluster.targets)).map(({ name }) => name);
    const stale = volume.legs.find(({ node }) => !waiting.includes(node.name));
    if (!stale) throw new Error('every leg is an anchor');
    const put = (path: string, text: string) =>
      client.run(`printf '%-4096s' '${text}' | dd of=${path} bs=4096 seek=${OFFSET_BLOCKS} oflag=direct conv=notrunc 2>/dev/null`, {
        timeoutSeconds: 180,
      });
    const get = async (path: string) =>
      (await client.run(`dd if=${path} bs=4096 skip=${OFFSET_BLOCKS} count=1 iflag=direct 2>/dev/null`)).trim();
    await put(device, 'before');

    // The leg misses a write: its target is off, and Weft has recorded that it is out of sync.
    const target = now.fabric.machine(stale.node.name);
    await target.kill();
    await put(device, 'newer');
    await until('the array degraded', 90, async () => ((await degraded(mirror)) === 1 ? true : undefined));
    await now.health(mirror, 'degraded');
    // A silent target alone makes the volume degraded: the record follows the client's report.
    const recorded = async () => (await now.volume(mirror)).legs.filter(({ inSync }) => !inSync).map(({ id }) => id);
    await until('the leg recorded as out of sync', 60, async () => ((await recorded()).includes(stale.id) ? true : undefined));

    // The agent is stopped, the array is stopped by hand and started on that leg alone.
    await now.fabric.killAgent(client);
    const block = sysfsOf(device);
    const md = (await client.run(`ls ${block}/slaves`)).trim();
    await client.run(`top=$(cat ${block}/dm/name); rm ${device}; dmsetup remove $top; mdadm --stop /dev/${md}`);
    await target.start();
    const head = await until('the stale leg at the client', 180, async () => {
      const line = (await heads(mirror)).find((each) => each.endsWith(` ${stale.id}`));
      const [name] = line?.split(' ') ?? [];
      const answers = name && (await client.exec(`timeout 5 dd if=/dev/${name} bs=4096 count=1 iflag=direct of=/dev/null`)).code === 0;
      return answers ? name : undefined;
    });
    await client.run(`mdadm --assemble --run /dev/md77 /dev/${head}`);
    await put('/dev/md77', 'forked');
    await client.run('setsid sleep 10000 < /dev/md77 > /dev/null 2>&1 & echo $! > /run/holder');

    // The agent names the array and does not use it; the record of in-sync legs does not change.
    await now.fabric.startAgent(client);
    const said = () => client.run('weft-agent status');
    await until('foreign-start named', 120, async () => (/was in sync at the last durable report/.test(await said()) ? true : undefined));
    expect((await client.exec(`ls ${device}`)).code).not.toBe(0);
    expect(await recorded()).toEqual([stale.id]);

    // Once no process holds it, the agent stops it, and the volume continues from the newer leg. The forked leg is not re-added.
    await client.run('kill $(cat /run/holder)');
    await until('the volume back', 180, async () => ((await client.exec(`ls ${device}`)).code === 0 ? true : undefined));
    expect(await get(device)).toBe('newer');
    await until('the forked leg named', 120, async () =>
      /started by itself/.test(JSON.stringify([await now.volume(mirror), await now.attachment(mirror)])) ? true : undefined,
    );
    expect(await degraded(mirror)).toBe(1);
    expect(await get(device)).toBe('newer');
    await now.discard(mirror);
  });
});
