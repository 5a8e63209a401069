import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import { expect, it } from 'vitest';
import { assignAll, CLIENT, contentFor, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const LIMITS: IoLimits = { ...NO_LIMITS, readBytesPerSecond: 2 ** 20 };
const SLICES = ['init.scope', 'system.slice', 'user.slice'];

async function attached() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const { client } = cluster;
  const order = async (limits: IoLimits | null) => {
    const content = contentFor(CLIENT, UP);
    const attachments = content.attachments.map((attachment) => ({ ...attachment, ...(limits && { limits }) }));
    await client.assign({ ...content, attachments });
    await turns([client]);
  };
  /** Slices of the host that limit anything, and what the agent reports. */
  const state = () => {
    const inForce = client.host.cgroups.view().slices.flatMap(({ name, limits }) => (limits.length > 0 ? [name] : []));
    const status = client.state?.objects.find(({ kind }) => kind === 'attachment');
    if (status?.kind !== 'attachment') throw new Error('no attachment');
    return { inForce, reported: status.observed.limits, state: status.state };
  };
  return { ...cluster, order, state };
}

it('sets limits while the volume is in use, in new slices too, and removes them', async () => {
  const { client, order, state } = await attached();
  expect(state()).toEqual({ inForce: [], reported: undefined, state: 'done' });
  await order(LIMITS);
  expect(state()).toEqual({
    inForce: SLICES,
    reported: { values: LIMITS, slices: SLICES, overwritten: null, reason: null },
    state: 'done',
  });
  client.host.cgroups.addSlice('kubepods.slice');
  await turns([client]);
  expect(state().inForce).toContain('kubepods.slice');
  await order(null);
  expect(state()).toEqual({ inForce: [], reported: undefined, state: 'done' });
});

it('sets them again after another program changed them, and after the client restarted with another device', async () => {
  const { client, agents, order, state } = await attached();
  await order(LIMITS);
  const { list } = client.host.mappings;
  const [top] = list;
  if (!top) throw new Error('no device');
  client.host.cgroups.limit({
    op: 'set-io-limits',
    name: top.name,
    uuid: top.uuid,
    slices: ['user.slice'],
    limits: { ...LIMITS, readIops: 10 },
  });
  await turns([client]);
  expect(state()).toMatchObject({ inForce: SLICES, reported: { values: LIMITS, overwritten: { slice: 'user.slice' } } });
  client.host.reboot();
  await client.restart();
  await turns(agents);
  expect(state()).toMatchObject({ inForce: SLICES, reported: { values: LIMITS, slices: SLICES } });
});

it('reports why a kernel cannot limit, and attaches all the same', async () => {
  const { client, order, state } = await attached();
  client.host.cgroups.obstacle = 'no-io-controller';
  await order(LIMITS);
  expect(state()).toMatchObject({
    inForce: [],
    reported: { values: null, reason: { params: { why: 'no-io-controller' } } },
    state: 'done',
  });
});
