/** A target whose storage does not answer, and one that returns with a new root and blank drives: Weft mistakes neither for another fault. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { type FaultLab, faultLab } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

const lab = faultLab();

const legOn = async (now: FaultLab, mirror: Mirror, name: string) => {
  const leg = (await now.volume(mirror)).legs.find(({ node }) => node.name === name);
  if (!leg) throw new Error(`volume ${mirror.volume.name} has no leg on ${name}`);
  return leg;
};

const hasCondition = async (now: FaultLab, name: string, type: string) =>
  (await now.fabric.node(name)).conditions.some((each) => each.type === type && each.status === 'true');

describe.sequential('targets', () => {
  test('row: hung LVM command: the leg is unknown, the volume stays healthy, and no leg is replaced', async () => {
    const { now } = lab;
    const rebuildDelaySeconds = 20;
    const mirror = await now.mirror({ protection: 'raid1', rebuildDelaySeconds });
    const [leg] = mirror.volume.legs;
    if (!leg) throw new Error('a volume without legs');
    const target = now.fabric.machine(leg.node.name);
    const before = (await now.volume(mirror)).legs.map(({ id }) => id);
    await now.underLoad(mirror, async (load) => {
      await target.run(`cd /usr/sbin && mv lvs lvs.kept && printf '#!/bin/sh\\nexec sleep 100000\\n' > lvs && chmod 755 lvs`);
      // Makes the agent read everything at once instead of within five minutes.
      await now.fabric.killAgent(target);
      await now.fabric.startAgent(target);
      await until(`${target.name} called unreadable`, 240, async () =>
        (await hasCondition(now, target.name, 'NodeUnreadable')) ? true : undefined,
      );
      // Twice the time after which a missing leg is replaced.
      await sleep(2000 * rebuildDelaySeconds);
      const volume = await now.volume(mirror);
      expect(volume.legs.map(({ id }) => id)).toEqual(before);
      expect(volume.health).toBe('healthy');
      const unread = await legOn(now, mirror, target.name);
      console.log(JSON.stringify({ health: unread.health, observations: unread.observations }));
      expect(unread.health).toBe('unknown');
      await load.carriesIo(mirror.device);
      await target.run('cd /usr/sbin && rm lvs && mv lvs.kept lvs; pkill -KILL -x sleep; true');
      await until(`${target.name} readable again`, 180, async () =>
        (await hasCondition(now, target.name, 'NodeUnreadable')) ? undefined : true,
      );
    });
    await now.allLive(mirror);
    await now.same(mirror);
    expect((await now.volume(mirror)).legs.map(({ id }) => id)).toEqual(before);
    await now.discard(mirror);
  });

  test('row: target reinstalled with blank drives: its legs are reported lost, and none is created again (S2)', async () => {
    const { now } = lab;
    const striped = await now.mirror({ protection: 'raid0', stripeWidth: 3 });
    const mirror = await now.mirror({ protection: 'raid1' });
    const [leg] = mirror.volume.legs;
    if (!leg) throw new Error('a volume without legs');
    const target = now.fabric.machine(leg.node.name);
    const { device, client } = striped;
    await client.run(`dd if=/dev/urandom of=${device} bs=1M count=16 oflag=direct 2>/dev/null`, { timeoutSeconds: 120 });
    // Restores its identity, as a person who reinstalls it does; the agent's own state is lost with the disk.
    const identity = await target.readFile('/etc/weft/agent.json');
    await target.kill();
    await rm(target.paths.root);
    for (const drive of target.spec.drives) await rm(drive.path);
    await target.start();
    await target.writeFile('/etc/weft/agent.json', identity, 0o600);
    await now.fabric.startAgent(target);
    const lost = await until('the striped volume called lost', 240, async () => {
      const { health, conditions } = await now.volume(striped);
      const why = conditions.find(({ type, reason }) => type === 'Healthy' && reason === 'data-lost');
      return why ? { health, why } : undefined;
    });
    console.log(JSON.stringify(lost));
    expect(lost.health).toBe('unavailable');
    expect(lost.why.message).toContain(target.name);
    const half = await until('the leg of the mirror called lost', 120, async () => {
      const { observations } = await legOn(now, mirror, target.name);
      return observations?.target.reason?.code === 'leg-lost' ? observations : undefined;
    });
    expect(half.target.present).toBe(false);
    await now.health(mirror, 'degraded', 120);
    // Long enough for the agent to create objects, if it were to.
    await sleep(60_000);
    expect(await target.run('vgs --noheadings -o vg_name 2>/dev/null; lvs --noheadings -o lv_name 2>/dev/null; true')).toBe('');
    expect(await target.run('cat /sys/kernel/config/nvmet/subsystems/*/namespaces/*/enable 2>/dev/null; true')).not.toContain('1');
    const { items } = await now.fabric.api.call(endpoints.listDrives, { query: { limit: 200 } });
    const own = items.filter((drive) => drive.node.name === target.name);
    expect(own.map(({ conditions }) => conditions.map(({ type }) => type))).toEqual(own.map(() => ['VolumeGroupLost']));
    const attachment = await now.attachment(striped);
    const ofLost = (await legOn(now, striped, target.name)).id;
    expect(attachment.paths.filter((path) => path.legId === ofLost).map(({ controllerState }) => controllerState)).not.toContain('live');
  });
});
