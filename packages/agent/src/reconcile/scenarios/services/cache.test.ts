import { legDevicePath, WRITE_BACK_TAG } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import { OperatorActions } from '../../../host/simulated/operator-actions.js';
import { assignAll, type Example, type ExampleAgent, exampleCluster, id, MiB, turns } from '../../../testing/example-cluster.js';
import { UP } from '../../../testing/example-world.js';

/** A concatenation: every lost byte shows, because no mirror hides it. */
const EXAMPLE: Example = { ...UP, protection: 'concatenated', cache: 'none' };
type CacheOfAll = NonNullable<Example['cache']>;
/** dm-cache commits its metadata each second. What it took since goes with the power, and no mirror is here to bring it back. */
const COMMITTED_MS = 1_500;
const PLACES = [0, MiB, 70 * MiB];

async function attached(cache: Example['cache'] = 'none') {
  const cluster = await exampleCluster({ cacheDrives: true });
  const assign = (next: Example['cache'], more: Partial<Example> = {}) =>
    assignAll(cluster.agents, { ...EXAMPLE, ...more, ...(next && { cache: next }) });
  await assign(cache);
  await turns(cluster.agents, 4);
  const [target = expect.fail('no target')] = cluster.targets;
  const operator = new OperatorActions(cluster.client.host);
  let count = 0;
  const write = () => {
    count++;
    for (const place of PLACES) operator.write('/dev/weft/orders', place, `write ${count}`);
  };
  const read = () => PLACES.map((place) => operator.read('/dev/weft/orders', place));
  const newest = () => PLACES.map(() => `write ${count}`);
  return { ...cluster, target, assign, write, read, newest, cacheOf: () => cacheOf(target) };
}

const cacheOf = ({ state }: ExampleAgent) => state?.objects.flatMap((status) => (status.kind === 'leg' ? [status.observed.cache] : []))[0];
const tagsOf = ({ host }: ExampleAgent) =>
  host.storage.volumes().flatMap(({ volume: { lv, tags } }) => (lv.startsWith('leg-') ? tags : []));
const cacheVolumes = ({ host }: ExampleAgent) => host.storage.volumes().filter(({ volume: { lv } }) => lv.startsWith('cache'));
async function deleted(agents: ExampleAgent[], assign: Awaited<ReturnType<typeof attached>>['assign']): Promise<void> {
  const steps: Partial<Example>[] = [
    { attached: false },
    { attached: false, exported: false },
    { attached: false, exported: false, legs: 'absent' },
  ];
  for (const step of steps) {
    await assign('write-back', step);
    await turns(agents, 3);
  }
}
const openProblems = (agents: ExampleAgent[]) => agents.flatMap(({ summary }) => summary.filter((line) => !line.endsWith('done')));

/** `back`: the person who ordered the change thinks better of it after the death. */
async function dies(before: CacheOfAll, after: CacheOfAll, death: 'before' | 'after' | 'power' | 'back', operations: number) {
  const { agents, target, client, fabric, assign, write, read, newest } = await attached(before);
  write();
  await assign(after);
  target.host.dieAfter(operations, { effect: death !== 'before' });
  await turns([target], 2);
  // Clients write past a cache that is not in use, and into one that is.
  write();
  target.host.revive();
  if (death === 'power') {
    fabric.clock.advance(COMMITTED_MS);
    fabric.kill('t1');
    fabric.boot('t1');
  }
  await target.restart();
  if (death === 'back') await assign(before);
  await turns(agents, 6);
  await client.live(10);
  const when = `${death} ${operations}`;
  expect(openProblems(agents), when).toEqual([]);
  const mode = death === 'back' ? before : after;
  expect(cacheOf(target), when).toEqual(mode === 'none' ? undefined : expect.objectContaining({ inUse: true, mode }));
  expect(read(), when).toEqual(newest());
  write();
  expect(read(), when).toEqual(newest());
  expect(fabric.violations, when).toEqual([]);
}

describe('a cache', () => {
  it('comes, changes its mode and goes while the volume is written', async () => {
    const { agents, target, fabric, assign, write, read, newest, cacheOf: cache } = await attached();
    write();
    for (const mode of ['write-through', 'write-back', 'pass-through', 'write-back', 'write-through', 'write-back', 'none'] as const) {
      await assign(mode);
      await turns(agents, 4);
      expect(openProblems(agents)).toEqual([]);
      if (mode === 'none') expect(cache()).toBeUndefined();
      else expect(cache()).toMatchObject({ inUse: true, failed: false, mode });
      expect(tagsOf(target).includes(WRITE_BACK_TAG)).toBe(mode === 'write-back');
      expect(read()).toEqual(newest());
      write();
      if (mode === 'write-back') expect((await target.host.observeSlow()).caches).toMatchObject([{ dirty: 2 }]);
      expect(read()).toEqual(newest());
    }
    expect(agents.flatMap(cacheVolumes)).toEqual([]);
    const legPath = target.host.storage.volumes()[0]?.path ?? '';
    expect(new OperatorActions(target.host).read(legPath, MiB)).toBe(newest()[0]);
    expect(fabric.violations).toEqual([]);
  });

  const changes = [
    ['none', 'write-back'],
    ['write-back', 'write-through'],
    ['write-back', 'none'],
    ['write-through', 'pass-through'],
  ] as const;
  it.each(changes)(
    'loses no write when the agent dies at any step from %s to %s, or the machine loses its power then (S9)',
    async (before, after) => {
      for (const death of ['before', 'after', 'power', 'back'] as const)
        for (let operations = 0; operations < 7; operations++) await dies(before, after, death, operations);
    },
  );

  it('begins empty after a reboot, unless it may hold bytes that the leg lacks', async () => {
    for (const mode of ['write-through', 'write-back'] as const) {
      const { agents, target, client, fabric, write, read, newest } = await attached(mode);
      write();
      fabric.clock.advance(COMMITTED_MS);
      fabric.kill('t1');
      fabric.boot('t1');
      await target.restart();
      const performed = target.host.performed.length;
      await turns(agents, 4);
      await client.live(10);
      const zeroed = target.host.performed.slice(performed).some(({ op }) => op === 'zero-cache-metadata');
      expect(zeroed, mode).toBe(mode === 'write-through');
      expect(read(), mode).toEqual(newest());
    }
  });

  it('is not passed by while it may hold the newest bytes: the leg is not exported, and counts as lost', async () => {
    const { target, fabric, write } = await attached('write-back');
    write();
    fabric.kill('t1');
    fabric.removeDrive('t1', 'C1');
    fabric.boot('t1');
    await target.restart();
    await turns([target], 4);
    expect(target.summary).toContain('leg waiting: leg-cache-missing');
    expect(target.summary).toContain('export waiting: leg-cache-missing');
    expect(target.state?.objects.find(({ kind }) => kind === 'leg')).toMatchObject({ observed: { backed: false } });
    expect(target.host.mappings.at(legDevicePath(id('leg', 0)))).toBeUndefined();
    fabric.returnDrive('t1', 'C1');
    await turns([target], 4);
    expect(openProblems([target])).toEqual([]);
  });

  it('that failed with its drive stays under a leg that may lack its bytes, and is left by one that has them all', async () => {
    for (const mode of ['write-through', 'write-back'] as const) {
      const { target, client, fabric, write, read, newest, cacheOf: cache } = await attached(mode);
      write();
      fabric.removeDrive('t1', 'C1');
      await turns([target], 3);
      if (mode === 'write-back') {
        expect(cache(), mode).toMatchObject({ inUse: true, failed: true });
        expect(target.summary).toContain('leg waiting: leg-cache-missing');
        expect(() => read()).toThrow();
        continue;
      }
      expect(cache(), mode).toBeUndefined();
      expect(target.summary).toContain('leg done');
      await client.live(4);
      expect(read()).toEqual(newest());
      fabric.returnDrive('t1', 'C1');
      await turns([target], 4);
      expect(cache()).toMatchObject({ inUse: true, mode });
      expect(read()).toEqual(newest());
    }
  });

  it('goes with its leg', async () => {
    const { agents, assign, write } = await attached('write-back');
    write();
    await deleted(agents, assign);
    expect(agents.flatMap(({ host }) => host.storage.volumes())).toEqual([]);
    expect(agents.flatMap(({ host }) => host.mappings.list)).toEqual([]);
  });

  it('goes when its drive is back, if its leg goes while that is out: the leg waits for it', async () => {
    for (const mode of ['write-back', 'write-through'] as const) {
      const { agents, target, fabric, assign, write } = await attached(mode);
      write();
      fabric.removeDrive('t1', 'C1');
      await deleted(agents, assign);
      expect(target.summary, mode).toContain('leg waiting: drive-missing');
      expect(target.host.storage.volumes().filter(({ volume: { lv } }) => lv.startsWith('leg-'))).toEqual([]);
      fabric.returnDrive('t1', 'C1');
      await turns(agents, 3);
      expect(openProblems(agents), mode).toEqual([]);
      expect(agents.flatMap(cacheVolumes), mode).toEqual([]);
    }
  });
});
