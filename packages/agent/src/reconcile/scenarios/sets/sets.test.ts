import { arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import { describe, expect, it } from 'vitest';
import { assignAll, contentFor, id, MiB, turns } from '../../../testing/example-cluster.js';
import { everywhere, raid10OfThree, setUuids, THREE } from './raid10-of-three.js';

const LEGS = [0, 1, 2, 3, 4, 5];
const ALL = [
  [0, 1, 2],
  [0, 1, 2],
];

describe('a raid10 with three copies', () => {
  it('is one raid1 of three legs for each mirror set, under one striped device', async () => {
    const own = await raid10OfThree();
    own.write('first');
    expect(own.agents.flatMap((agent) => agent.summary).filter((line) => !line.endsWith('done'))).toEqual([]);
    expect(own.host.arrays.list.map(({ uuid, level, raidDisks }) => [uuid, level, raidDisks])).toEqual(
      setUuids().map((uuid) => [uuid, 'raid1', 3]),
    );
    expect(own.host.mappings.find(`weft-${id('volume', 1)}-stripe`)?.under).toEqual(['md127', 'md126']);
    expect(own.bytes()).toEqual(everywhere('first'));
    const [status] = own.client.state?.objects ?? [];
    expect(status).toMatchObject({
      observed: {
        available: true,
        arrayCreated: true,
        array: { uuid: id('array', 1), state: 'clean', degraded: 0, members: LEGS.map((leg) => ({ legId: id('leg', leg), slot: leg })) },
      },
    });
  });

  it('leaves nothing after its removal, and reports the halves of all sets that were in sync', async () => {
    const { agents, client, fabric } = await raid10OfThree();
    await assignAll(agents, { ...THREE, attached: false });
    await turns(agents);
    expect(client.state?.objects[0]).toMatchObject({
      state: 'done',
      observed: { array: { uuid: id('array', 1), state: 'clear', degraded: 0, members: LEGS.map((leg) => ({ legId: id('leg', leg) })) } },
    });
    await assignAll(agents, { ...THREE, attached: false, exported: false, legs: 'absent', drives: 'released' });
    await turns(agents);
    expect((await Promise.all(agents.map(({ host }) => host.traces()))).flat()).toEqual([]);
    expect(fabric.violations).toEqual([]);
  });

  it.each([
    [
      [2, 3],
      [2, 3],
    ],
    [
      [2, 3],
      [3, 2],
    ],
    [
      [1, 2],
      [2, 1],
    ],
    [
      [3, 1],
      [1, 3],
    ],
  ])('goes on when targets %j are lost, and is whole when %j return in this order', async (lost, returning) => {
    const own = await raid10OfThree();
    own.write('first');
    for (const number of lost) await own.lose(number, `without ${number}`);
    expect(own.inSync().map((slots) => slots?.length)).toEqual([1, 1]);
    for (const number of returning) await own.bringBack(number);
    expect(own.inSync()).toEqual(ALL);
    expect(own.bytes()).toEqual(everywhere(`without ${lost[1]}`));
    expect(own.client.allDone).toBe(true);
    expect(own.fabric.violations).toEqual([]);
  });

  it('starts no set while another one waits for a half of the in-sync list (S4, S11)', async () => {
    const own = await raid10OfThree();
    await own.lose(1, 'without 1');
    await own.lose(2, 'without 2');
    await own.outOfSync(0, 1, 3, 4);
    own.fabric.kill('t3');
    // The server's list and the ledger say that of set 0 leg 2 alone is in sync, and of set 1 leg 5. Set 0 gets its half, set 1 does not.
    own.fabric.boot('t3');
    await own.target(3).restart();
    const content = contentFor(3, THREE);
    for (const each of content.exports) each.namespaces = each.namespaces.filter(({ legId }) => legId === id('leg', 2));
    await own.target(3).assign(content);
    await turns([own.target(3)]);
    const before = own.events(2);
    await own.reboot();
    expect(own.client.summary).toEqual(['attachment waiting: leg-missing']);
    expect(own.host.arrays.list).toEqual([]);
    expect(own.events(2)).toBe(before);
    await own.target(3).assign(contentFor(3, THREE));
    await turns([own.target(3)]);
    await own.client.live(40);
    expect(own.inSync()).toEqual([[2], [2]]);
    for (const number of [1, 2]) await own.bringBack(number);
    expect(own.inSync()).toEqual(ALL);
    expect(own.bytes()).toEqual(everywhere('without 2'));
    expect(own.fabric.violations).toEqual([]);
  });

  it('builds the device again after one of its arrays broke, and leaves the other ones running', async () => {
    const own = await raid10OfThree();
    own.write('first');
    const [first, second] = own.host.arrays.list;
    if (!first || !second) return expect.fail('two arrays run');
    first.state = 'broken';
    const close = own.host.processes.open('/dev/weft/orders', { pid: 3, command: 'fio' });
    await own.client.live(6);
    expect(own.client.summary).toEqual(['attachment waiting: array-broken']);
    expect(own.client.state?.objects[0]).toMatchObject({ observed: { available: false, array: { state: 'broken' } } });
    close();
    await own.client.live(20);
    expect(own.client.summary).toEqual(['attachment done']);
    expect(own.host.arrays.list).toContain(second);
    expect(own.inSync()).toEqual(ALL);
    expect(own.operator.read('/dev/weft/orders', MiB)).toBe('first in set 1');
    expect(own.fabric.violations).toEqual([]);
  });

  it('grows open, each array first and then the striped device', async () => {
    const { agents, client, operator, host, fabric } = await raid10OfThree();
    operator.write('/dev/weft/orders', 50 * MiB, 'stays');
    const close = host.processes.open('/dev/weft/orders', { pid: 3, command: 'fio' });
    for (const agent of agents) {
      const content = contentFor(agent.node, { ...THREE, create: false });
      for (const leg of content.legs) leg.sizeBytes += 32 * MiB;
      for (const attachment of content.attachments) {
        attachment.sizeBytes += 64 * MiB;
        for (const leg of attachment.legs) Object.assign(leg, { sizeBytes: leg.sizeBytes + 32 * MiB, dataBytes: leg.dataBytes + 32 * MiB });
      }
      await agent.assign(content);
    }
    await turns(agents);
    expect(client.summary).toEqual(['attachment done']);
    const steps = client.host.performed.map(({ op }) => op).filter((op) => /^grow|^resize/.test(op));
    expect(steps).toEqual(['grow-array', 'grow-array', 'resize-striped', 'resize-linear']);
    operator.write('/dev/weft/orders', (119 + 64) * MiB - 512, 'the end');
    expect([50 * MiB, (119 + 64) * MiB - 512].map((at) => operator.read('/dev/weft/orders', at))).toEqual(['stays', 'the end']);
    expect(fabric.violations).toEqual([]);
    close();
  });

  it('starts the surviving legs of all sets under new UUIDs after an accepted loss, though the agent dies in between (S4, S11)', async () => {
    for (let operations = 0; operations < 6; operations++) {
      const own = await raid10OfThree();
      own.write('kept');
      own.fabric.kill('t3');
      await own.reboot();
      expect(own.client.summary).toEqual(['attachment waiting: leg-missing']);
      const next = { ...THREE, create: false, epoch: 2 };
      const accepted = (node: number) => {
        const content = contentFor(node, next);
        for (const attachment of content.attachments) {
          attachment.legs = attachment.legs.filter(({ nodeName }) => nodeName !== 't3');
          Object.assign(attachment.array ?? {}, { uuid: id('array', 2), previousUuid: id('array', 1) });
        }
        const [old] = contentFor(node, THREE).exports;
        if (old) content.exports.unshift({ ...old, desired: 'absent' });
        return content;
      };
      own.fabric.runAllowed = true;
      const agents = own.agents.filter(({ host }) => host.up);
      for (const agent of agents) await agent.assign(accepted(agent.node));
      await turns([own.target(1), own.target(2)]);
      own.host.dieAfter(operations, { effect: operations % 2 === 0 });
      await turns(agents);
      await own.reviveClient();
      await turns(agents, 5);
      const uuids = accepted(9).attachments.flatMap((each) => arraysOf(each).map(({ array }) => array.uuid));
      expect(own.client.summary, `killed after ${operations}`).toEqual(['attachment done']);
      expect(own.host.arrays.list.map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort());
      expect([0, MiB].map((at) => own.operator.read('/dev/weft/orders', at))).toEqual(['kept in set 0', 'kept in set 1']);
      expect(own.client.state?.objects[0]).toMatchObject({
        observed: { arrayCreated: true, array: { uuid: id('array', 2), degraded: 2 } },
      });
      expect(own.fabric.violations).toEqual([]);
    }
  });

  it('compares the halves of one set after the other, and reports the sum', async () => {
    const own = await raid10OfThree();
    const { operator } = own;
    own.write('equal');
    operator.write(`/dev/${own.host.initiator.heads.find(({ uuid }) => uuid === id('leg', 4))?.device}`, 8 * MiB, 'differs');
    const content = contentFor(9, { ...THREE, create: false });
    const orderedAt = '2026-11-30T10:00:00.000Z';
    const order = { orderedAt, action: 'check', maxBytesPerSecond: 4 * MiB, hours: null, latencyObjectiveSeconds: null } as const;
    for (const { array } of content.attachments) if (array) array.scrub = order;
    await own.client.assign(content);
    const running = new Set<string>();
    for (let turn = 0; turn < 60; turn++) {
      await own.client.live(2);
      const now = own.host.arrays.list.filter(({ check }) => check?.running).map(({ uuid }) => uuid);
      expect(now.length).toBeLessThan(2);
      for (const uuid of now) running.add(uuid);
    }
    expect([...running]).toEqual(setUuids());
    const size = own.host.arrays.list.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    expect(own.client.state?.objects[0]).toMatchObject({
      observed: { array: { scrub: { orderedAt, state: 'done', checkedBytes: size, totalBytes: size, mismatchBytes: 65_536 } } },
    });
    expect(own.fabric.violations).toEqual([]);
  });
});
