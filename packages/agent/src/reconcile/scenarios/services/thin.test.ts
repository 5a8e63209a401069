import { describe, expect, it } from 'vitest';
import { id, MiB, turns } from '../../../testing/example-cluster.js';
import { COPY, LEG_BYTES, legOf, openProblems, poolsOf, type ThinExample, thinCluster } from '../../../testing/thin-example.js';

const COPIED: ThinExample = { copy: 'take' };
const CLONED: ThinExample = { ...COPIED, clone: {} };

describe('thin legs', () => {
  it('take space as they are written, and give it back when they are deleted; the pool goes after them', async () => {
    const { agents, targets, assign, write, read, fabric } = await thinCluster();
    expect(openProblems(agents)).toEqual([]);
    write('first', undefined, 20 * MiB);
    expect(read(undefined, 20 * MiB)).toEqual(['first', 'first']);
    await turns(agents);
    const [used] = poolsOf(targets);
    expect(used).toMatchObject({ present: true, mode: 'rw', legs: 1, dataBytes: 128 * MiB });
    expect(used?.dataUsedBytes).toBeGreaterThan(0);
    expect(targets.map((target) => legOf(target, target.node - 1)?.observed)).toMatchObject([
      { present: true, wiped: true, backed: true, thin: { state: 'made', mappedBytes: used?.dataUsedBytes } },
      { present: true, wiped: true, backed: true, thin: { state: 'made' } },
    ]);
    await assign({ attached: false });
    await turns(agents, 3);
    await assign({ attached: false, exported: false });
    await turns(agents, 3);
    await assign({ attached: false, exported: false, legs: 'absent' });
    await turns(agents, 3);
    expect(poolsOf(targets)).toMatchObject([
      { legs: 0, dataUsedBytes: 0 },
      { legs: 0, dataUsedBytes: 0 },
    ]);
    await assign({ attached: false, exported: false, legs: 'absent', pool: { desired: 'absent' } });
    await turns(agents, 3);
    expect(agents.flatMap(({ host }) => host.storage.volumes())).toEqual([]);
    expect(agents.flatMap(({ host }) => host.mappings.list)).toEqual([]);
    expect(fabric.violations).toEqual([]);
  });

  it('keep the bytes of a copy while the origin is written, and free a shared block with its last user', async () => {
    const { agents, targets, assign, write, read } = await thinCluster();
    write('before');
    await assign(COPIED);
    await turns(agents, 3);
    write('after');
    await assign(CLONED);
    await turns(agents, 4);
    expect(openProblems(agents)).toEqual([]);
    expect([read(), read('/dev/weft/clone')]).toEqual([
      ['after', 'after'],
      ['before', 'before'],
    ]);
    write('of the clone', '/dev/weft/clone');
    expect(read()).toEqual(['after', 'after']);
    const used = poolsOf(targets)[0]?.dataUsedBytes ?? 0;
    await assign({ ...COPIED, clone: { desired: 'detached' } });
    await turns(agents, 4);
    await assign({ ...COPIED, isCopyGone: true });
    await turns(agents, 4);
    expect(poolsOf(targets)[0]?.dataUsedBytes).toBeLessThan(used);
    expect(targets.map(({ state }) => state?.objects.filter(({ kind }) => kind === 'leg').length)).toEqual([2, 2]);
    expect(read()).toEqual(['after', 'after']);
  });

  it.each(['before', 'after', 'power'] as const)('come, are copied and go, whenever the agent dies: %s each step (S9)', async (death) => {
    for (let operations = 0; operations < 7; operations++) {
      const { agents, target, targets, client, assign, write, read, fabric } = await thinCluster();
      write('kept');
      const when = `${death} ${operations}`;
      const dies = async (next: ThinExample, count: number) => {
        await assign(next);
        target.host.dieAfter(count, { effect: death !== 'before' });
        await turns([target], 2);
        target.host.revive();
        if (death === 'power') {
          fabric.kill('t1');
          fabric.boot('t1');
        }
        await target.restart();
        await turns(agents, 6);
        await client.live(10);
      };
      await dies(COPIED, operations % 4);
      expect(openProblems(agents), when).toEqual([]);
      expect(
        targets.map((each) => legOf(each, COPY + each.node - 1)?.observed.thin?.state),
        when,
      ).toEqual(['made', 'made']);
      write('later');
      await dies({ ...COPIED, isCopyGone: true }, operations);
      expect(openProblems(agents), when).toEqual([]);
      expect(
        poolsOf(targets).map((pool) => pool?.legs),
        when,
      ).toEqual([1, 1]);
      expect(read(), when).toEqual(['later', 'later']);
      expect(target.host.pools.thins().length, when).toBe(1);
      expect(fabric.violations, when).toEqual([]);
    }
  });

  it.each(['before', 'after', 'power'] as const)('are made with their pool, whenever the agent dies: %s each step', async (death) => {
    for (let operations = 0; operations < 10; operations++) {
      const { agents, target, fabric, assign, client, write, read } = await thinCluster({
        drives: 'released',
        exported: false,
        attached: false,
      });
      await assign({});
      target.host.dieAfter(operations, { effect: death !== 'before' });
      await turns([target], 2);
      target.host.revive();
      if (death === 'power') {
        fabric.kill('t1');
        fabric.boot('t1');
      }
      await target.restart();
      await turns(agents, 6);
      await client.live(10);
      expect(openProblems(agents), `${death} ${operations}`).toEqual([]);
      write('there');
      expect(read(), `${death} ${operations}`).toEqual(['there', 'there']);
    }
  });

  it('that were made are never made again: the leg is lost when its record, its id or its pool is gone', async () => {
    const lostBy: [string, string, (host: Awaited<ReturnType<typeof thinCluster>>['target']['host']) => void][] = [
      [
        'record',
        'thin-lost',
        ({ storage }) => Object.assign(dataIn(storage), { tags: dataIn(storage).tags.filter((tag) => !tag.startsWith('weft.thin.')) }),
      ],
      ['id', 'thin-unknown', ({ storage }) => Object.assign(dataIn(storage).pool ?? {}, { thins: [] })],
      [
        'pool',
        'thin-lost',
        ({ storage }) => {
          const { group } = dataOf(storage);
          group.volumes = group.volumes.filter(({ lv }) => !lv.startsWith('pool'));
        },
      ],
    ];
    for (const [what, code, lose] of lostBy) {
      const { target, fabric } = await thinCluster();
      fabric.kill('t1');
      lose(target.host);
      fabric.boot('t1');
      await target.restart();
      await turns([target], 4);
      expect(legOf(target, 0)?.reason?.code, what).toBe(code);
      expect(target.host.performed.filter(({ op }) => op === 'create-thin').length, what).toBe(1);
    }
  });

  it('in a pool that failed are not backed, and nothing is made or repaired', async () => {
    const { target } = await thinCluster();
    Object.assign(dataIn(target.host.storage).pool ?? {}, { isBroken: true });
    target.host.changed();
    const performed = target.host.performed.length;
    await turns([target], 3);
    expect(target.summary).toContain('drive failed: pool-failed');
    expect(legOf(target, 0)).toMatchObject({
      state: 'failed',
      reason: { code: 'pool-failed' },
      observed: { backed: false, present: true },
    });
    expect(target.host.performed.slice(performed)).toEqual([]);
  });

  it('in a full pool refuse new blocks alone, until the pool is extended', async () => {
    const { agents, targets, assign, write, read } = await thinCluster({ pool: { dataBytes: 4 * MiB } });
    write('kept');
    const places = Array.from({ length: 70 }, (_, at) => at * 64 * 1024);
    const isRefused = (at: number): boolean => {
      try {
        write(`at ${at}`, undefined, at);
        return false;
      } catch (error) {
        expect(String(error)).toContain('No space left on device');
        return true;
      }
    };
    const [bad, ...rest] = places.filter(isRefused);
    expect(rest.length).toBeGreaterThan(3);
    await turns(agents);
    expect(poolsOf(targets)[0]).toMatchObject({ mode: 'out-of-data-space', dataUsedBytes: 4 * MiB });
    expect(read()).toEqual(['at 0', 'at 0']);
    await assign({ pool: { dataBytes: 16 * MiB, metadataBytes: 8 * MiB } });
    await turns(agents, 3);
    expect(poolsOf(targets)[0]).toMatchObject({ mode: 'rw', dataBytes: 16 * MiB, metadataBytes: 8 * MiB });
    for (const at of places.slice(0, 60)) write(`at ${at}`, undefined, at);
    write('there is room', undefined, 80 * 64 * 1024);
    // md has marked the place as bad on both halves.
    expect(() => write('late', undefined, bad)).toThrow('no half of the place is good');
  });

  it('whose pool is full before that of the other half are unhealthy, and the mirror goes on', async () => {
    const { agents, targets, client, assign, write, read } = await thinCluster();
    const fill = targets[0]?.host.storage.volumes().find(({ volume }) => volume.pool)?.volume.pool ?? expect.fail('no pool');
    const free = fill.totalBlocks - fill.thins.flatMap(({ blocks }) => blocks).length;
    fill.thins.push({ thinId: 99, blocks: Array.from({ length: free }, (_, at) => [at, 1_000_000 + at]) });
    write('on one half');
    await turns(agents);
    expect(read().includes('on one half')).toBe(true);
    const status = client.state?.objects[0];
    expect(status?.kind === 'attachment' && status.observed.array?.members.map(({ badBlocks }) => badBlocks > 0)).toEqual([true, false]);
    expect(poolsOf(targets).map((pool) => pool?.mode)).toEqual(['out-of-data-space', 'rw']);
    await assign({ pool: { dataBytes: 256 * MiB } });
    await turns(agents);
    expect(poolsOf(targets).map((pool) => pool?.mode)).toEqual(['rw', 'rw']);
  });

  it('grow while clients use them, whenever the agent dies', async () => {
    for (let operations = 0; operations < 6; operations++) {
      const { agents, target, assign, write, read } = await thinCluster();
      write('kept');
      await assign({ legBytes: LEG_BYTES + 32 * MiB, readyBytes: LEG_BYTES });
      target.host.dieAfter(operations, { effect: operations % 2 === 0 });
      await turns([target], 2);
      target.host.revive();
      await target.restart();
      await turns(agents, 6);
      expect(openProblems(agents), `${operations}`).toEqual([]);
      write('new', undefined, 80 * MiB);
      expect([read(), read(undefined, 80 * MiB)]).toEqual([
        ['kept', 'kept'],
        ['new', 'new'],
      ]);
    }
  });

  it('come back with their drive, under another name', async () => {
    const { agents, target, fabric, client, write, read } = await thinCluster();
    write('kept');
    fabric.removeDrive('t1', 'S1');
    await turns(agents, 2);
    fabric.returnDrive('t1', 'S1');
    await turns(agents, 6);
    await client.live(20);
    expect(openProblems([target])).toEqual([]);
    expect(read()).toEqual(['kept', 'kept']);
  });
});

type Storage = Awaited<ReturnType<typeof thinCluster>>['target']['host']['storage'];
const dataOf = (storage: Storage) => storage.volumes().find(({ volume }) => volume.lv === 'pool-data') ?? expect.fail('no pool');
const dataIn = (storage: Storage) =>
  (storage.drives[0]?.group?.volumes ?? []).find(({ lv }) => lv === 'pool-data') ?? expect.fail('no pool');

describe('a copy of a mirror', () => {
  it('gets its own UUID beside its running origin, whenever the agent dies; a third UUID is refused', async () => {
    for (const effect of [false, true])
      for (let operations = 3; operations < 8; operations++) {
        const { agents, client, assign, write, read } = await thinCluster();
        write('before');
        await assign(COPIED);
        await turns(agents, 3);
        await assign(CLONED);
        await turns(agents.slice(0, 2), 3);
        client.host.dieAfter(operations, { effect });
        await turns([client], 3);
        client.host.revive();
        await client.restart();
        await turns(agents, 5);
        expect(openProblems(agents), `${effect} ${operations}`).toEqual([]);
        expect([read(), read('/dev/weft/clone')], `${effect} ${operations}`).toEqual([
          ['before', 'before'],
          ['before', 'before'],
        ]);
      }
    const { agents, client, assign } = await thinCluster();
    await assign({ ...COPIED, clone: { copiedFrom: [id('array', 7)] } });
    await turns(agents, 4);
    expect(client.summary).toContain('attachment failed: foreign-superblock');
  });

  it('is read without being written, after its UUID was changed once', async () => {
    const { agents, client, assign, write, read } = await thinCluster();
    write('before');
    await assign({ ...COPIED, clone: { mode: 'readonly' } });
    await turns(agents, 5);
    expect(openProblems(agents)).toEqual([]);
    expect(read('/dev/weft/clone')).toEqual(['before', 'before']);
    expect((await client.host.observeFast()).arrays.map(({ readOnly }) => readOnly)).toEqual([false, true]);
  });
});
