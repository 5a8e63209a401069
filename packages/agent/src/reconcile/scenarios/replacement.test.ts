import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { expect, test } from 'vitest';
import { SimulatedHands } from '../../host/simulated/hands.js';
import { inSyncSlots } from '../../host/simulated/members.js';
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
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'precious');
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

test('given a leg is to be replaced and can be read / when the new one joins / then redundancy stays, the data is on it, and the old one leaves md', async () => {
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
  expect(new SimulatedHands(host).read(`/dev/${joined}`, 4 * MiB)).toBe('precious');
  await order({ old: 'gone' });
  await turns(agents);
  expect(client.summary).toEqual(['attachment done']);
  expect(host.initiator.controllers).toHaveLength(2);
  expect(fabric.violations).toEqual([]);
});

test('given the old leg is gone / when the new one joins / then the failed member goes and the new one is rebuilt from the other side', async () => {
  const { agents, targets, client, host, legs, order, fabric } = await attached();
  fabric.kill('t2');
  await client.live(20);
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'newer');
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

test('S2 given a mirror that grows loses a leg for good / when another one takes its place in the new size / then it joins first, and the array grows when the lost one is out', async () => {
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
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'newer');
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
  expect(new SimulatedHands(host).read('/dev/weft/orders', 0)).toBe('newer');
  expect(fabric.violations).toEqual([]);
});

test('S11 given a leg has taken the place of another / when it is detached before that was reported / then the last word on it says who was in sync', async () => {
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

test('S8 given a drive whose writes fail / when something is written / then its leg shows bad blocks while md counts it as in sync, and it can be replaced', async () => {
  const { agents, client, legs, order, fabric, host } = await attached();
  fabric.failWrites('t2', 'S2', true);
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  expect(client.state?.objects[0]).toMatchObject({
    observed: { array: { degraded: 0, members: [{ badBlocks: 0 }, { badBlocks: 1, flags: ['in_sync'] }] } },
  });
  await order();
  await turns(agents, 4);
  expect(legs().map(([leg]) => leg)).toEqual(['0', '5']);
});

test('given the first leg has bad blocks, whose flag mdadm would copy / when it is replaced / then it is taken out first, not taken back, and the new one is copied from its partner', async () => {
  const { agents, client, legs, order, fabric, host } = await attached();
  fabric.failWrites('t1', 'S1', true);
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'precious');
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

test('S8 leaves the first leg in the array while its partner has bad blocks as well', async () => {
  const { agents, client, legs, order, fabric, host } = await attached();
  fabric.failWrites('t1', 'S1', true);
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t1', 'S1', false);
  fabric.failWrites('t2', 'S2', true);
  new SimulatedHands(host).write('/dev/weft/orders', MiB, 'precious');
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

test('given the first leg of a raid10 has bad blocks and another mirror lacks a side / when both are to be replaced / then the first gives way, and the array is whole in the end', async () => {
  const { fabric, agents, client, targets } = await exampleCluster();
  const raid10 = { ...UP, protection: 'raid10' as const };
  for (const agent of agents) await agent.assign(contentFor(agent.node, raid10));
  await turns(agents);
  const { host } = client;
  fabric.failWrites('t1', 'S1', true);
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t1', 'S1', false);
  const array = host.arrays.list[0] ?? expect.fail('no array');
  new SimulatedHands(host).failMember(array.device, array.members.find(({ slot }) => slot === 3)?.device ?? '');
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
  expect(new SimulatedHands(host).readAll('/dev/weft/orders', 0)).toEqual(['precious', 'precious']);
  expect(fabric.violations).toEqual([]);
});

test('S10 given the only side left of a mirror has bad blocks / when another leg is to join it / then it says why mdadm does not take it, and what is left to do', async () => {
  const { agents, client, order, fabric, host, array } = await attached();
  fabric.failWrites('t2', 'S2', true);
  new SimulatedHands(host).write('/dev/weft/orders', 0, 'precious');
  await client.live(2);
  fabric.failWrites('t2', 'S2', false);
  new SimulatedHands(host).failMember(array().device, array().members.find(({ slot }) => slot === 0)?.device ?? '');
  await order({ index: 0, old: 'gone' });
  await turns(agents, 4);
  await client.live(60);
  const said = client.state?.objects[0];
  expect(said?.kind === 'attachment' ? said.observed.legs.find(({ legId }) => legId === id('leg', 5)) : undefined).toMatchObject({
    reason: { code: 'only-side-bad', message: expect.stringContaining('leg 1 on node t2 has bad blocks') },
  });
  expect(fabric.violations).toEqual([]);
});

test('S4 given a joining leg carries another array / when it is to join / then it is left alone, and said', async () => {
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

test('S9 given a leg is being replaced / when the client’s agent dies between any two steps, or the client restarts / then the copy is done in the end, on a sound array', async () => {
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
      expect(new SimulatedHands(host).read('/dev/weft/orders', 0)).toBe('precious');
      expect(fabric.violations).toEqual([]);
      expect(client.node).toBe(CLIENT);
    }
  }
});
