import { lvName, vgName } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import { SUPERBLOCK_OFFSET } from '../../host/simulated/drive/superblock.js';
import { inSyncSlots } from '../../host/simulated/members.js';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const CHUNK = 64 * 1024;
const DATA_OFFSET = 4 * 2 ** 20;
const THREE: Example = { ...UP, copies: 3, bitmapChunkBytes: CHUNK };

async function mirror() {
  const cluster = await exampleCluster({ copies: 3 });
  await assignAll(cluster.agents, THREE);
  await turns(cluster.agents);
  const { host } = cluster.client;
  const operator = new OperatorActions(host);
  const array = () => host.arrays.list[0] ?? expect.fail('there is no array');
  const target = (leg: number) => cluster.targets[leg] ?? expect.fail(`there is no target of leg ${leg}`);
  const path = (leg: number) => `/dev/${vgName(id('drive', leg + 1))}/${lvName(id('leg', leg))}`;
  return {
    ...cluster,
    host,
    operator,
    array,
    target,
    inSync: () => [...inSyncSlots(array())].sort(),
    anchors: () => {
      const [status] = cluster.client.state?.objects ?? [];
      const legs = status?.kind === 'attachment' ? status.observed.legs : [];
      return legs.flatMap(({ legId, anchor }, at) => (anchor ? [legId === id('leg', at) ? at : -1] : []));
    },
    /** What each leg has at the beginning of the volume. */
    bytes: () => [0, 1, 2].map((leg) => new OperatorActions(target(leg).host).read(path(leg), DATA_OFFSET)),
    write: (text: string) => operator.write('/dev/weft/orders', 0, text),
    lose: async (leg: number, text: string) => {
      cluster.fabric.kill(`t${leg + 1}`);
      await cluster.client.live(20);
      operator.write('/dev/weft/orders', 0, text);
      await cluster.client.live(4);
    },
    bringBack: async (leg: number) => {
      cluster.fabric.boot(`t${leg + 1}`);
      await target(leg).restart();
      await turns([target(leg)]);
      await cluster.client.live(30);
    },
    /** The server's list: it has the client's report that these legs are not in sync. */
    outOfSync: async (...legs: number[]) => {
      const content = contentFor(CLIENT, THREE);
      for (const leg of content.attachments[0]?.legs ?? []) if (legs.includes(leg.index)) leg.inSync = false;
      await cluster.client.assign(content);
    },
    /** The client's machine restarts; its agent finds only its ledger. */
    reboot: async () => {
      cluster.fabric.kill('client');
      cluster.fabric.boot('client');
      await cluster.client.restart();
      await cluster.client.live(20);
    },
  };
}

describe('a mirror of three halves', () => {
  it('is one md raid1 over three legs, with one anchor', async () => {
    const own = await mirror();
    own.write('first');
    expect([own.array().level, own.array().raidDisks, own.inSync()]).toEqual(['raid1', 3, [0, 1, 2]]);
    expect(own.anchors()).toHaveLength(1);
    expect(own.bytes()).toEqual(['first', 'first', 'first']);
  });

  it.each([
    [
      [1, 2],
      [1, 2],
    ],
    [
      [1, 2],
      [2, 1],
    ],
    [
      [0, 1],
      [0, 1],
    ],
    [
      [0, 1],
      [1, 0],
    ],
    [
      [2, 0],
      [0, 2],
    ],
  ])('goes on when legs %j are lost, and is whole when %j return in this order', async (lost, returning) => {
    const own = await mirror();
    own.write('first');
    for (const leg of lost) await own.lose(leg, `without ${leg}`);
    expect(own.inSync()).toHaveLength(1);
    expect(own.anchors()).toEqual(own.inSync());
    for (const leg of returning) await own.bringBack(leg);
    expect(own.inSync()).toEqual([0, 1, 2]);
    expect(own.anchors()).toHaveLength(1);
    expect(new Set(own.bytes())).toEqual(new Set([`without ${lost[1]}`]));
    expect(own.client.allDone).toBe(true);
    expect(own.fabric.violations).toEqual([]);
  });

  it('starts from the one half in the in-sync list, although two stale halves agree (S4, S11)', async () => {
    const own = await mirror();
    await own.lose(1, 'without 1');
    await own.lose(2, 'without 2');
    own.fabric.kill('t1');
    for (const leg of [1, 2]) {
      own.fabric.boot(`t${leg + 1}`);
      await own.target(leg).restart();
      await turns([own.target(leg)]);
    }
    await own.reboot();
    expect(own.client.summary).toEqual(['attachment waiting: leg-missing']);
    expect(own.host.arrays.list).toEqual([]);
    await own.bringBack(0);
    await own.client.live(60);
    expect(own.inSync()).toEqual([0, 1, 2]);
    expect(new Set(own.bytes())).toEqual(new Set(['without 2']));
    expect(own.fabric.violations).toEqual([]);
  });

  it('starts with one half after a restart, if the list has no other', async () => {
    const own = await mirror();
    await own.lose(1, 'without 1');
    await own.lose(2, 'without 2');
    await own.outOfSync(1, 2);
    await own.reboot();
    expect(own.inSync()).toEqual([0]);
    expect(own.operator.read('/dev/weft/orders', 0)).toBe('without 2');
    await own.bringBack(2);
    await own.bringBack(1);
    expect(own.inSync()).toEqual([0, 1, 2]);
    expect(new Set(own.bytes())).toEqual(new Set(['without 2']));
  });

  it('does not take back a half that somebody started alone meanwhile (S4)', async () => {
    const own = await mirror();
    await own.lose(1, 'without 1');
    await own.lose(2, 'without 2');
    const { drive, volume } = own.target(2).host.storage.volumes()[0] ?? expect.fail('leg 2 is not there');
    const at = drive.physical(volume, SUPERBLOCK_OFFSET);
    const block = drive.content.read(at)?.superblock ?? expect.fail('leg 2 has no superblock');
    drive.content.write(at, { superblock: { ...block, roles: '..A', events: block.events + 9 } });
    await own.bringBack(2);
    expect(own.inSync()).toEqual([0]);
    await own.bringBack(1);
    expect(own.inSync()).toEqual([0, 1]);
  });
});
