import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { expect, test } from 'vitest';
import { inSyncSlots } from '../../host/simulated/members.js';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { CLIENT, contentFor, exampleCluster, id, MiB, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** Leg 5, on target 1, replaces leg 1 on target 2 (no server would choose this placement: it saves a third target). */
function withJoining(content: AssignmentContent, { old = 'leaving' as 'leaving' | 'gone', index = 1 } = {}): AssignmentContent {
  const [exported] = content.exports;
  if (exported?.subsystemNqn.includes(id('node', 1))) {
    content.legs.push({
      legId: id('leg', 5),
      volumeId: id('volume', 1),
      driveId: id('drive', 1),
      sizeBytes: 64 * MiB,
      desired: 'present',
      readyBytes: 0,
    });
    exported.namespaces.push({ nsid: 5, legId: id('leg', 5) });
  }
  for (const attachment of content.attachments) {
    const [first] = attachment.legs;
    const replaced = attachment.legs[index];
    if (!first || !replaced) throw new Error('the example is a mirror');
    attachment.legs.push({ ...first, legId: id('leg', 5), index, nsid: 5, role: 'joining', inSync: false, anchor: false });
    replaced.role = 'leaving';
    if (old === 'gone') attachment.legs = attachment.legs.filter((leg) => leg !== replaced);
  }
  return content;
}

async function attached() {
  const cluster = await exampleCluster();
  for (const agent of cluster.agents) await agent.assign(contentFor(agent.node, UP));
  await turns(cluster.agents);
  const { host } = cluster.client;
  const array = () => host.arrays.list[0] ?? expect.fail('no array');
  new OperatorActions(host).write('/dev/weft/orders', 0, 'precious');
  const legs = () =>
    array().members.map(({ device, status, slot }) => [
      host.initiator.heads.find((head) => head.device === device)?.uuid.slice(-1),
      slot,
      status,
    ]);
  const order = async (options = {}) => {
    for (const agent of cluster.agents) await agent.assign(withJoining(contentFor(agent.node, { ...UP, create: false }), options));
  };
  return { ...cluster, host, array, legs, order };
}

test('replaces a readable leg with full redundancy, then removes the old one from md', async () => {
  const { agents, client, host, array, legs, order, fabric } = await attached();
  array().speed = { min: 1, max: MiB };
  await order();
  await turns(agents.slice(0, 2));
  await client.live(4);
  expect((await host.observeFast()).arrays[0]).toMatchObject({ degraded: 0, syncAction: 'recover' });
  expect(legs()).toEqual([
    ['0', 0, 'in_sync'],
    ['1', 1, 'in_sync'],
    ['5', 1, 'spare'],
  ]);
  await client.live(120);
  expect(legs()).toEqual([
    ['0', 0, 'in_sync'],
    ['5', 1, 'in_sync'],
  ]);
  expect(host.performed.filter(({ op }) => op === 're-add-member')).toEqual([]);
  const joined = array().members.find(({ slot }) => slot === 1)?.device ?? '';
  expect(new OperatorActions(host).read(`/dev/${joined}`, 4 * MiB)).toBe('precious');
  await order({ old: 'gone' });
  await turns(agents);
  expect(client.summary).toEqual(['attachment done']);
  expect(host.initiator.controllers).toHaveLength(2);
  expect(fabric.violations).toEqual([]);
});

test('replaces a lost leg by a resync from its partner, and ignores its late return', async () => {
  const { agents, targets, client, host, legs, order, fabric } = await attached();
  fabric.kill('t2');
  await client.live(20);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'newer');
  await order();
  await turns(targets.slice(0, 1));
  await client.live(30);
  expect(legs()).toEqual([
    ['0', 0, 'in_sync'],
    ['5', 1, 'in_sync'],
  ]);
  // The old leg returns too late: its slot is taken.
  fabric.boot('t2');
  await targets[1]?.restart();
  await turns(agents.slice(0, 2));
  await client.live(60);
  expect(host.performed.filter(({ op }) => op === 're-add-member')).toEqual([]);
  expect(legs()).toHaveLength(2);
  expect(fabric.violations).toEqual([]);
});

test('joins the new leg first, and grows the mirror once the lost leg is out (S2)', async () => {
  const { targets, client, host, legs, array, fabric } = await attached();
  const order = async (old: 'leaving' | 'gone') => {
    for (const agent of [...targets.slice(0, 1), client]) {
      const content = withJoining(contentFor(agent.node, { ...UP, create: false }), { old });
      for (const leg of content.legs) leg.sizeBytes += 32 * MiB;
      for (const attachment of content.attachments) {
        attachment.sizeBytes += 32 * MiB;
        for (const leg of attachment.legs) Object.assign(leg, { sizeBytes: leg.sizeBytes + 32 * MiB, dataBytes: leg.dataBytes + 32 * MiB });
      }
      await agent.assign(content);
    }
    await turns(targets.slice(0, 1));
    await client.live(60);
  };
  fabric.kill('t2');
  await client.live(20);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'newer');
  await order('leaving');
  expect(legs()).toEqual([
    ['0', 0, 'in_sync'],
    ['5', 1, 'in_sync'],
  ]);
  expect(client.summary).toEqual(['attachment waiting: leg-not-grown']);
  const before = array().sizeBytes;
  await order('gone');
  expect(client.summary).toEqual(['attachment done']);
  expect(array().sizeBytes).toBe(before + 32 * MiB);
  expect(new OperatorActions(host).read('/dev/weft/orders', 0)).toBe('newer');
  expect(fabric.violations).toEqual([]);
});

test('reports the legs in sync in the final report of a detach (S11)', async () => {
  const { agents, client, host, order, legs } = await attached();
  await order();
  await turns(agents.slice(0, 2));
  await client.turn({ afterMs: 2_000 });
  host.fabric.clock.advance(60_000);
  expect(legs()).toContainEqual(['5', 1, 'in_sync']);
  const content = withJoining(contentFor(client.node, { ...UP, attached: false, create: false }));
  await client.assign(content);
  await turns([client]);
  expect(client.summary).toEqual(['attachment done']);
  expect(client.state?.objects[0]).toMatchObject({
    observed: {
      present: false,
      array: { uuid: id('array', 1), state: 'clear', degraded: 0, members: [{ legId: id('leg', 0) }, { legId: id('leg', 5) }] },
    },
  });
});

test('reports bad blocks of an in-sync leg after failed writes, and replaces it (S8)', async () => {
  const { agents, client, legs, order, fabric, host } = await attached();
  fabric.failWrites('t2', 'S2', true);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  expect(client.state?.objects[0]).toMatchObject({
    observed: { array: { degraded: 0, members: [{ badBlocks: 0 }, { badBlocks: 1, flags: ['in_sync'] }] } },
  });
  await order();
  await turns(agents, 4);
  expect(legs().map(([leg]) => leg)).toEqual(['0', '5']);
});

test('fails a first leg with bad blocks before its replacement, and never re-adds it', async () => {
  const { agents, client, legs, order, fabric, host } = await attached();
  fabric.failWrites('t1', 'S1', true);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t1', 'S1', false);
  await order({ index: 0 });
  await turns(agents, 4);
  await client.live(120);
  expect(legs()).toEqual([
    ['1', 1, 'in_sync'],
    ['5', 0, 'in_sync'],
  ]);
  expect(host.performed.filter(({ op }) => op === 'fail-member')).toHaveLength(1);
  expect(host.performed.filter(({ op }) => op === 're-add-member')).toEqual([]);
  expect(fabric.violations).toEqual([]);
});

test('keeps the first leg in the array while its partner has bad blocks too (S8)', async () => {
  const { agents, client, legs, order, fabric, host } = await attached();
  fabric.failWrites('t1', 'S1', true);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t1', 'S1', false);
  fabric.failWrites('t2', 'S2', true);
  new OperatorActions(host).write('/dev/weft/orders', MiB, 'precious');
  await client.live(2);
  fabric.failWrites('t2', 'S2', false);
  await order({ index: 0 });
  await turns(agents, 4);
  await client.live(60);
  expect(host.performed.filter(({ op }) => op === 'fail-member')).toEqual([]);
  expect(legs()).toEqual([
    ['0', 0, 'in_sync'],
    ['1', 1, 'in_sync'],
  ]);
  const said = client.state?.objects[0];
  expect(said?.kind === 'attachment' ? said.observed.legs.find(({ legId }) => legId === id('leg', 5)) : undefined).toMatchObject({
    reason: { code: 'both-sides-bad' },
  });
  expect(fabric.violations).toEqual([]);
});

/** Legs 5 and 6, on target 1, replace legs 0 and 3; leg 3 never returns. */
function withTwoJoining(content: AssignmentContent): AssignmentContent {
  const [exported] = content.exports;
  if (exported?.subsystemNqn.includes(id('node', 1)))
    for (const leg of [5, 6]) {
      const of = { legId: id('leg', leg), volumeId: id('volume', 1), driveId: id('drive', 1) };
      content.legs.push({ ...of, sizeBytes: 64 * MiB, desired: 'present', readyBytes: 0 });
      exported.namespaces.push({ nsid: leg, legId: id('leg', leg) });
    }
  for (const attachment of content.attachments) {
    const [first] = attachment.legs;
    if (!first) throw new Error('the example is a mirror');
    const joining = (leg: number, index: number) => ({
      ...{ ...first, legId: id('leg', leg), index, nsid: leg },
      ...{ role: 'joining' as const, inSync: false, anchor: false },
    });
    first.role = 'leaving';
    attachment.legs = [...attachment.legs.filter(({ index }) => index !== 3), joining(5, 0), joining(6, 3)];
  }
  return content;
}

test('replaces a first leg with bad blocks and a missing leg of another raid10 mirror', async () => {
  const { fabric, agents, client, targets } = await exampleCluster();
  const raid10 = { ...UP, protection: 'raid10' as const };
  for (const agent of agents) await agent.assign(contentFor(agent.node, raid10));
  await turns(agents);
  const { host } = client;
  fabric.failWrites('t1', 'S1', true);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t1', 'S1', false);
  const array = host.arrays.list[0] ?? expect.fail('no array');
  new OperatorActions(host).failMember(array.device, array.members.find(({ slot }) => slot === 3)?.device ?? '');
  for (const agent of agents) await agent.assign(withTwoJoining(contentFor(agent.node, { ...raid10, create: false })));
  await turns([...targets, client], 6);
  await client.live(120);
  const legOf = (device: string) => host.initiator.heads.find((head) => head.device === device)?.uuid.slice(-1);
  expect(array.members.map(({ device, slot, status }) => `${slot}: leg ${legOf(device)} ${status}`).sort()).toEqual([
    '0: leg 5 in_sync',
    '1: leg 1 in_sync',
    '2: leg 2 in_sync',
    '3: leg 6 in_sync',
  ]);
  expect(new OperatorActions(host).readAll('/dev/weft/orders', 0)).toEqual(['precious', 'precious']);
  expect(fabric.violations).toEqual([]);
});

test('reports why no leg can join when the only leg left has bad blocks (S10)', async () => {
  const { agents, client, order, fabric, host, array } = await attached();
  fabric.failWrites('t2', 'S2', true);
  new OperatorActions(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t2', 'S2', false);
  new OperatorActions(host).failMember(array().device, array().members.find(({ slot }) => slot === 0)?.device ?? '');
  await order({ index: 0, old: 'gone' });
  await turns(agents, 4);
  await client.live(60);
  const said = client.state?.objects[0];
  expect(said?.kind === 'attachment' ? said.observed.legs.find(({ legId }) => legId === id('leg', 5)) : undefined).toMatchObject({
    reason: { code: 'only-side-bad', message: expect.stringContaining('leg 1 on node t2 has bad blocks') },
  });
  expect(fabric.violations).toEqual([]);
});

test('leaves a joining leg that carries another array alone, and reports it (S4)', async () => {
  const { agents, client, host, order, legs, fabric } = await attached();
  await order();
  await turns(agents.slice(0, 1));
  const found = agents[0]?.host.storage.volumes().find(({ volume }) => volume.lv.endsWith('5')) ?? expect.fail('no leg');
  const superblock = {
    uuid: id('array', 9),
    level: 'raid1' as const,
    raidDisks: 2,
    chunkBytes: 0,
    dataOffsetBytes: MiB,
    componentBytes: MiB,
  };
  const rest = { bitmapChunkBytes: MiB, dirty: [], events: 99, role: 1, roles: 'AA', partial: 'no' as const };
  found.drive.content.write(found.drive.physical(found.volume, 4096), { superblock: { ...superblock, ...rest } });
  await client.live(20);
  expect(legs()).toHaveLength(2);
  expect(client.state?.objects[0]).toMatchObject({
    observed: { legs: [{ reason: null }, { reason: null }, { legId: id('leg', 5), reason: { code: 'foreign-superblock' } }] },
  });
  expect(host.performed.filter(({ op }) => op === 'zero-superblock')).toEqual([]);
  expect(fabric.violations).toEqual([]);
});

test('completes a replacement though the agent dies, or the client restarts, at any step (S9)', async () => {
  for (let operations = 0; operations < 6; operations++) {
    for (const effect of [false, true]) {
      const { agents, client, host, legs, order, fabric } = await attached();
      await order();
      await turns(agents.slice(0, 2));
      host.dieAfter(operations, { effect });
      await turns([client]);
      host.revive();
      host.reboot();
      await client.restart();
      await turns([client], 6);
      expect(legs(), `killed after ${operations}`).toEqual([
        ['0', 0, 'in_sync'],
        ['5', 1, 'in_sync'],
      ]);
      expect([...inSyncSlots(host.arrays.list[0] ?? expect.fail('no array'))].sort()).toEqual([0, 1]);
      expect(new OperatorActions(host).read('/dev/weft/orders', 0)).toBe('precious');
      expect(fabric.violations).toEqual([]);
      expect(client.node).toBe(CLIENT);
    }
  }
});
