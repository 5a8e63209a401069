import { INTEGRITY_TAG, isLegIntegrity, legIntegrityName, WIPED_TAG } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import { OperatorActions } from '../../../host/simulated/operator-actions.js';
import { assignAll, type Example, type ExampleAgent, exampleCluster, id, MiB, turns } from '../../../testing/example-cluster.js';
import { UP } from '../../../testing/example-world.js';

const EXAMPLE: Example = { ...UP, protection: 'raid1', integrity: true };
/** Of the array: its data begins 4 MiB into each leg. */
const PLACE = 3 * MiB;

async function attached() {
  const cluster = await exampleCluster();
  const assign = (more: Partial<Example> = {}) => assignAll(cluster.agents, { ...EXAMPLE, ...more });
  await assign();
  await turns(cluster.agents, 5);
  const [target = expect.fail('no target')] = cluster.targets;
  const client = new OperatorActions(cluster.client.host);
  const write = (text: string) => client.write('/dev/weft/orders', PLACE, text);
  const read = () => client.read('/dev/weft/orders', PLACE);
  return { ...cluster, target, assign, write, read };
}

const legOf = ({ state }: ExampleAgent) => state?.objects.find((status) => status.kind === 'leg');
const volumeOf = ({ host }: ExampleAgent) => host.storage.volumes().find(({ volume: { lv } }) => lv.startsWith('leg-'));
const damage = (agent: ExampleAgent, offset: number) =>
  new OperatorActions(agent.host).write(volumeOf(agent)?.path ?? '', offset, 'damage');
const problems = (agents: ExampleAgent[]) => agents.flatMap(({ summary }) => summary.filter((line) => !line.endsWith('done')));
const devices = ({ host }: ExampleAgent) => host.mappings.list.flatMap(({ name }) => (isLegIntegrity(name) ? [name] : []));

describe('a leg on dm-integrity', () => {
  it('is made, exported with its own size, and removed', async () => {
    const { agents, target, targets, assign, write, read, fabric } = await attached();
    expect(problems(agents)).toEqual([]);
    write('kept');
    expect(read()).toBe('kept');
    expect(volumeOf(target)?.volume.tags).toEqual(expect.arrayContaining([INTEGRITY_TAG, WIPED_TAG]));
    expect(legOf(target)).toMatchObject({
      observed: { present: true, wiped: true, backed: true, sizeBytes: 68 * MiB, integrity: { checksumErrors: 0, coveredBytes: null } },
    });
    await assign({ attached: false });
    await turns(agents, 3);
    await assign({ attached: false, exported: false });
    await turns(agents, 3);
    await assign({ attached: false, exported: false, legs: 'absent' });
    await turns(agents, 3);
    expect(targets.flatMap(({ host }) => [...host.storage.volumes(), ...host.mappings.list])).toEqual([]);
    expect(fabric.violations).toEqual([]);
  });

  it('returns the right bytes when one half has wrong ones, and its report names the half', async () => {
    const { target, targets, write, read } = await attached();
    write('right');
    damage(target, 4 * MiB + PLACE);
    expect(read()).toBe('right');
    await target.live(70);
    expect(targets.map((each) => legOf(each)?.observed)).toMatchObject([
      { integrity: { checksumErrors: 2 } },
      { integrity: { checksumErrors: 0 } },
    ]);
    expect(new OperatorActions(target.host).read(volumeOf(target)?.path ?? '', 4 * MiB + PLACE)).toBe('right');
  });

  it.each(['before', 'after', 'power'] as const)('comes whenever the agent dies: %s each step', async (death) => {
    for (let operations = 0; operations < 9; operations++) {
      const cluster = await exampleCluster();
      const [target = expect.fail('no target')] = cluster.targets;
      await assignAll(cluster.agents, EXAMPLE);
      target.host.dieAfter(operations, { effect: death !== 'before' });
      await turns([target], 4);
      target.host.revive();
      if (death === 'power') {
        cluster.fabric.kill('t1');
        cluster.fabric.boot('t1');
      }
      await target.restart();
      await turns(cluster.agents, 6);
      await cluster.client.live(10);
      const when = `${death} ${operations}`;
      expect(problems(cluster.agents), when).toEqual([]);
      expect(legOf(target), when).toMatchObject({ observed: { wiped: true, integrity: { checksumErrors: 0 } } });
      expect(cluster.fabric.violations, when).toEqual([]);
    }
  });

  it('is started again before its export when its target was restarted; bytes of before are there', async () => {
    const { agents, target, client, write, read, fabric } = await attached();
    write('before');
    fabric.kill('t1');
    fabric.boot('t1');
    await target.restart();
    await turns(agents, 6);
    await client.live(10);
    await turns(agents, 4);
    expect(problems(agents)).toEqual([]);
    expect(devices(target)).toEqual([legIntegrityName(id('leg', 0))]);
    expect(read()).toBe('before');
  });

  it('is lost, and not formatted again, when its superblock is gone', async () => {
    const { agents, target, write, fabric } = await attached();
    write('kept');
    fabric.kill('t1');
    fabric.boot('t1');
    new OperatorActions(target.host).zero(volumeOf(target)?.path ?? '');
    await target.restart();
    await turns(agents, 4);
    expect(legOf(target)).toMatchObject({ state: 'failed', reason: { code: 'integrity-lost' } });
    expect(devices(target)).toEqual([]);
    expect(target.host.target.subsystems.flatMap(({ namespaces }) => namespaces)).toEqual([]);
  });

  it('is neither exported nor changed when its tag and its assignment differ', async () => {
    const { agents, target, assign, fabric } = await attached();
    const tags = [...(volumeOf(target)?.volume.tags ?? [])];
    fabric.kill('t1');
    fabric.boot('t1');
    await target.restart();
    await assign({ integrity: false });
    await turns(agents, 3);
    expect(legOf(target)).toMatchObject({ state: 'failed', reason: { code: 'integrity-unmarked' } });
    expect(target.host.target.subsystems.flatMap(({ namespaces }) => namespaces)).toEqual([]);
    expect(volumeOf(target)?.volume.tags).toEqual(tags);
  });

  it('is used again after its drive came back as another device', async () => {
    const { agents, client, target, write, read, fabric } = await attached();
    write('before');
    fabric.removeDrive('t1', 'S1');
    await turns(agents, 3);
    expect(legOf(target)).toMatchObject({ state: 'waiting' });
    fabric.returnDrive('t1', 'S1');
    await turns(agents, 6);
    await client.live(10);
    await turns(agents, 4);
    expect(problems(agents)).toEqual([]);
    expect(read()).toBe('before');
    expect(fabric.violations).toEqual([]);
  });
});
