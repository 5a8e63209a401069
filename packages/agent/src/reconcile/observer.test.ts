import { expect, it, vi } from 'vitest';
import { assignAll, exampleCluster, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';

it('examines legs together, and each by itself when one of them cannot be read', async () => {
  const { agents, client } = await exampleCluster();
  const examine = client.host.examineSuperblocks.bind(client.host);
  const asked: number[] = [];
  vi.spyOn(client.host, 'examineSuperblocks').mockImplementation(async (devices) => {
    asked.push(devices.length);
    if (devices.length > 1) throw new Error('one of them cannot be read');
    return examine(devices);
  });
  await assignAll(agents, { ...UP, protection: 'raid10' });
  await turns(agents);
  expect(client.summary).toEqual(['attachment done']);
  expect(asked.slice(0, 5)).toEqual([4, 1, 1, 1, 1]);
});

it('reads event counts of a new array only when its device has been reported', async () => {
  const { agents, client } = await exampleCluster();
  const examine = client.host.examineSuperblocks.bind(client.host);
  const isThere: boolean[] = [];
  vi.spyOn(client.host, 'examineSuperblocks').mockImplementation((devices) => {
    const [status] = client.state?.objects ?? [];
    if (status?.kind === 'attachment' && status.observed.array) isThere.push(status.state === 'done' && status.observed.available);
    return examine(devices);
  });
  await assignAll(agents, { ...UP, protection: 'raid10' });
  await turns(agents, 4);
  expect(client.summary).toEqual(['attachment done']);
  expect(isThere.length).toBeGreaterThan(0);
  expect(isThere).not.toContain(false);
});

it('reads LVM only after an export that it works on has been reported, however old the last look is', async () => {
  const { targets } = await exampleCluster();
  const [target] = targets;
  if (!target) throw new Error('the example has a target');
  await assignAll([target], { ...UP, attached: false, exported: false });
  await turns([target]);
  const exported = () => target.state?.objects.find(({ kind }) => kind === 'export')?.state;
  const look = target.host.observeSlow.bind(target.host);
  const before: unknown[] = [];
  vi.spyOn(target.host, 'observeSlow').mockImplementation(() => {
    before.push(exported());
    return look();
  });
  await target.turn({ afterMs: 1000 });
  before.length = 0;
  await assignAll([target], { ...UP, attached: false });
  await target.turn({ afterMs: 60_000 });
  expect([exported(), before[0]]).toEqual(['done', 'done']);
});
