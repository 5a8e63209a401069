import { lvName, vgName } from '@weft/shared/identity';
import { expect, test } from 'vitest';
import { inSyncSlots } from '../../host/simulated/members.js';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { assignAll, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const CHUNK = 64 * 1024;

async function mirror() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, { ...UP, bitmapChunkBytes: CHUNK });
  await turns(cluster.agents);
  const { host } = cluster.client;
  const [first, second] = cluster.targets;
  if (!first || !second) throw new Error('the example has two targets');
  const operator = new OperatorActions(host);
  const array = () => host.arrays.list[0] ?? expect.fail('there is no array');
  const legPath = (leg: number) => `/dev/${vgName(id('drive', leg + 1))}/${lvName(id('leg', leg))}`;
  return {
    ...cluster,
    first,
    second,
    host,
    array,
    operator,
    legPath,
    inSync: () => [...inSyncSlots(array())].sort(),
    write: (text: string) => operator.write('/dev/weft/orders', 0, text),
    did: (op: string) => host.performed.filter((operation) => operation.op === op).length,
    legReason: (leg: number) => {
      const [status] = cluster.client.state?.objects ?? [];
      return status?.kind === 'attachment' ? status.observed.legs.find(({ legId }) => legId === id('leg', leg))?.reason : undefined;
    },
  };
}
type Mirror = Awaited<ReturnType<typeof mirror>>;

/** The node of leg 1 dies, and a write detects it. */
async function lose({ fabric, client, write, inSync }: Mirror) {
  fabric.kill('t2');
  await client.live(20);
  write('while it was away');
  expect(inSync()).toEqual([0]);
}
async function bringBack({ fabric, second }: Mirror) {
  fabric.boot('t2');
  await second.restart();
  await turns([second]);
}

test('resyncs only the chunks written while a leg was lost', async () => {
  const own = await mirror();
  await lose(own);
  await bringBack(own);
  await own.client.live(4);
  expect(own.inSync()).toEqual([0, 1]);
  expect(own.did('re-add-member')).toBe(1);
  expect(own.second.host.storage.writtenBytes(own.legPath(1))).toBe(CHUNK);
  expect(new OperatorActions(own.second.host).read(own.legPath(1), 4 * 2 ** 20)).toBe('while it was away');
  expect(own.fabric.violations).toEqual([]);
});

test('reconnects a path of another leg although md refuses one, and reports the refusal', async () => {
  const own = await mirror();
  await lose(own);
  own.host.fails = ({ op }) => (op === 're-add-member' ? 'mdadm: --re-add is not possible' : undefined);
  await bringBack(own);
  await own.client.live(4);
  const [path] = own.host.initiator.controllers.filter(({ options }) => options.address.endsWith('.1'));
  own.host.initiator.remove(path ?? expect.fail('no path to t1'));
  await own.client.live(90);
  expect(own.host.initiator.controllers).toHaveLength(4);
  expect(own.client.summary).toEqual(['attachment waiting: leg-not-taken']);
  own.host.fails = () => undefined;
  await own.client.live(90);
  expect(own.inSync()).toEqual([0, 1]);
  expect(own.fabric.violations).toEqual([]);
});

test('re-adds a returned leg although md refuses another one', async () => {
  const { agents, client, fabric, targets } = await exampleCluster();
  await assignAll(agents, { ...UP, protection: 'raid10' });
  await turns(agents);
  fabric.kill('t2');
  await client.live(20);
  for (const chunk of [0, 1]) new OperatorActions(client.host).write('/dev/weft/orders', chunk * 2 ** 20, 'while it was away');
  const [array] = client.host.arrays.list;
  expect([...inSyncSlots(array ?? expect.fail('no array'))].sort()).toEqual([0, 2]);
  fabric.boot('t2');
  await targets[1]?.restart();
  await turns(targets);
  const refused = () => client.host.initiator.heads.find(({ uuid }) => uuid === id('leg', 1))?.device;
  client.host.fails = (operation) =>
    operation.op === 're-add-member' && operation.device === `/dev/${refused()}` ? 'mdadm: --re-add is not possible' : undefined;
  await client.live(90);
  expect([...inSyncSlots(array ?? expect.fail('no array'))].sort()).toEqual([0, 2, 3]);
  expect(fabric.violations).toEqual([]);
});

test('removes the old member when a leg returns under another device name', async () => {
  const own = await mirror();
  own.fabric.kill('t1');
  await own.client.live(10);
  own.write('x');
  await own.client.live(10);
  // The agent disconnected the anchor: its head is gone, but md still holds the name.
  own.fabric.boot('t1');
  await own.first.restart();
  await turns([own.first]);
  await own.client.live(60);
  expect(own.inSync()).toEqual([0, 1]);
  expect(own.array().members).toHaveLength(2);
  expect(own.did('remove-member')).toBe(1);
});

for (const found of ['none', 'another'] as const) {
  const content = found === 'none' ? 'no superblock' : 'another array';
  test(`leaves a returned leg with ${content} alone, and reports it (S4)`, async () => {
    const own = await mirror();
    await lose(own);
    const { drive, volume } = own.second.host.storage.volumeAt(own.legPath(1)) ?? expect.fail('no leg');
    const at = drive.physical(volume, 4096);
    const superblock = drive.content.read(at)?.superblock ?? expect.fail('no superblock');
    if (found === 'none') drive.content.zero(at, 1);
    else drive.content.write(at, { superblock: { ...superblock, uuid: id('array', 7) } });
    await bringBack(own);
    await own.client.live(60);
    expect(own.did('re-add-member')).toBe(0);
    expect(own.legReason(1)?.code).toBe(found === 'none' ? 'superblock-missing' : 'foreign-superblock');
    expect(drive.content.read(at)?.superblock?.uuid).toBe(found === 'none' ? undefined : id('array', 7));
  });
}

test('delays a flapping leg longer each time, and resets after ten minutes in sync', async () => {
  const own = await mirror();
  const fail = async () => {
    own.host.arrays.failMember(own.array().device, own.array().members.find(({ slot }) => slot === 1)?.device ?? '');
    await own.client.live(4);
  };
  await fail();
  expect(own.inSync()).toEqual([0, 1]);
  await fail();
  expect([own.inSync(), own.legReason(1)?.code]).toEqual([[0], 'leg-flaps']);
  await own.client.live(6);
  expect(own.inSync()).toEqual([0, 1]);
  await fail();
  await own.client.live(6);
  expect(own.inSync()).toEqual([0]);
  await own.client.live(6);
  expect(own.inSync()).toEqual([0, 1]);
  await own.client.live(602);
  await fail();
  expect(own.inSync()).toEqual([0, 1]);
});

test('reassembles a broken array only after its holders are gone, and names them', async () => {
  const own = await mirror();
  const close = own.host.processes.open('/dev/weft/orders', { pid: 77, command: 'fio' });
  for (const { device } of [...own.array().members]) own.host.arrays.failMember(own.array().device, device);
  expect(own.array().state).toBe('broken');
  await own.client.live(20);
  expect(own.client.state?.objects[0]).toMatchObject({
    state: 'waiting',
    reason: { code: 'array-broken', message: expect.stringContaining('fio (pid 77)'), processes: [{ pid: 77 }] },
  });
  expect([own.did('re-add-member'), own.did('add-member')]).toEqual([0, 0]);
  close();
  await turns([own.client]);
  expect([own.array().state, own.inSync()]).toEqual(['clean', [0, 1]]);
  expect(own.client.summary).toEqual(['attachment done']);
  expect(own.fabric.arraysCreated).toHaveLength(1);
  expect(own.fabric.violations).toEqual([]);
});

test('resyncs a leg that returns under another name though the agent dies at any step (S9)', async () => {
  for (let operations = 0; operations < 6; operations++) {
    for (const effect of [false, true]) {
      const own = await mirror();
      await lose(own);
      await bringBack(own);
      own.host.dieAfter(operations, { effect });
      await own.client.live(4);
      own.host.revive();
      await own.client.restart();
      await own.client.live(20);
      expect(own.inSync(), `killed after ${operations}`).toEqual([0, 1]);
      expect(new OperatorActions(own.second.host).read(own.legPath(1), 4 * 2 ** 20)).toBe('while it was away');
      expect(own.fabric.violations).toEqual([]);
    }
  }
});

test('reports a rising event count of the survivor and the last one of the lost leg', async () => {
  const own = await mirror();
  const events = () => {
    const [status] = own.client.state?.objects ?? [];
    return status?.kind === 'attachment' ? status.observed.array?.members.map((member) => [member.legId, member.events]) : undefined;
  };
  await own.client.live(2);
  const before = Object.fromEntries(events() ?? []);
  expect(Object.values(before)).toEqual([expect.any(Number), expect.any(Number)]);
  await lose(own);
  await own.client.live(4);
  const after = Object.fromEntries(events() ?? []);
  expect(after[id('leg', 0)]).toBeGreaterThan(before[id('leg', 0)] ?? Number.POSITIVE_INFINITY);
  expect(after[id('leg', 1)] ?? before[id('leg', 1)]).toBe(before[id('leg', 1)]);
});

test('reports a failed member before it reads event counts', async () => {
  const own = await mirror();
  await own.client.live(4);
  own.fabric.kill('t2');
  await own.client.live(20);
  const examine = own.host.examineSuperblocks.bind(own.host);
  const saidBefore: boolean[] = [];
  const inSyncTold = () => {
    const [status] = own.client.state?.objects ?? [];
    return status?.kind === 'attachment'
      ? status.observed.array?.members.filter(({ flags }) => flags.includes('in_sync')).length
      : undefined;
  };
  own.host.examineSuperblocks = async (devices) => {
    saidBefore.push(inSyncTold() === 1);
    return examine(devices);
  };
  expect(inSyncTold()).toBe(2);
  own.write('while it was away');
  await own.client.live(4);
  expect(saidBefore.length).toBeGreaterThan(0);
  expect(saidBefore).not.toContain(false);
});
