import { mdName } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import { inSyncSlots } from '../../host/simulated/members.js';
import { OperatorActions } from '../../host/simulated/operator-actions.js';
import { assignAll, contentFor, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** A mirror that lost leg 1, was written on leg 0 alone, and stopped when its client restarted; leg 1 is reachable again. */
async function staleLeg() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, { ...UP, bitmapChunkBytes: 64 * 1024 });
  await turns(cluster.agents);
  const [first, second] = cluster.targets;
  if (!first || !second) throw new Error('the example has two targets');
  const { client, fabric } = cluster;
  const { host } = client;
  const operator = new OperatorActions(host);
  fabric.kill('t2');
  await client.live(20);
  operator.write('/dev/weft/orders', 0, 'newer');
  await client.live(4);
  expect(client.ledger.facts.arrays[id('volume', 1)]?.inSyncLegs).toEqual([id('leg', 0)]);
  // As the server learned from its report.
  const content = contentFor(client.node, { ...UP, bitmapChunkBytes: 64 * 1024, create: false });
  const attachments = content.attachments.map((each) => ({
    ...each,
    legs: each.legs.map((leg) => ({ ...leg, inSync: leg.index === 0 })),
  }));
  await client.assign({ ...content, attachments });
  await client.live(4);
  const names = () => host.initiator.heads.map(({ device, uuid }) => ({ device: `/dev/${device}`, uuid }));
  return {
    ...cluster,
    first,
    second,
    host,
    operator,
    inSync: () => host.arrays.list.flatMap((array) => [...inSyncSlots(array)]).sort(),
    did: (op: string) => host.performed.filter((operation) => operation.op === op).length,
    deviceOf: (leg: number) => names().find(({ uuid }) => uuid === id('leg', leg))?.device ?? expect.fail(`no device of leg ${leg}`),
    /** `mdadm --assemble --run` on one leg. */
    startByHand: (device: string) =>
      host.arrays.assemble({
        op: 'assemble-array',
        name: mdName(id('volume', 2)),
        uuid: id('array', 1),
        devices: [device],
        readOnly: false,
        run: true,
      }),
    restartClient: async () => {
      fabric.kill('client');
      fabric.boot('client');
      await client.restart();
    },
    bringBack: async () => {
      fabric.boot('t2');
      await second.restart();
      await turns([second]);
    },
  };
}

/** As `staleLeg`; then a person started the array on the stale leg 1 while leg 0 is unreachable. */
async function handStarted({ hold = false } = {}) {
  const own = await staleLeg();
  fabricOff(own);
  await own.restartClient();
  await own.bringBack();
  await own.client.live(4);
  const device = own.deviceOf(1);
  own.startByHand(device);
  const array = own.host.arrays.list[0] ?? expect.fail('no array');
  const release = hold ? own.operator.open(`/dev/${array.device}`) : undefined;
  own.operator.write(`/dev/${array.device}`, 0, 'on the stale leg');
  return { ...own, release };
}
const fabricOff = ({ fabric }: { fabric: { kill: (name: string) => void } }) => fabric.kill('t1');
const first = async (own: Awaited<ReturnType<typeof handStarted>>) => {
  own.fabric.boot('t1');
  await own.first.restart();
  await turns([own.first]);
  await own.client.live(60);
};

describe('an array started by hand on a stale leg', () => {
  it('is stopped while no process holds it, and never published (S4, S11)', async () => {
    const own = await handStarted();
    await own.client.live(10);
    expect(own.host.arrays.list).toEqual([]);
    expect(own.did('publish-device')).toBe(1);
    expect(own.client.summary).toEqual(['attachment waiting: leg-missing']);
  });

  it('stays and is reported while a process holds it, and is not published (S4)', async () => {
    const own = await handStarted({ hold: true });
    await own.client.live(10);
    expect(own.inSync()).toEqual([1]);
    expect(own.client.summary).toEqual(['attachment waiting: foreign-start']);
    expect(own.did('publish-device')).toBe(1);
    own.release?.();
    await own.client.live(10);
    expect(own.host.arrays.list).toEqual([]);
  });

  it('leaves the ledger unchanged and is not reported to the server (S11)', async () => {
    const own = await handStarted({ hold: true });
    await own.client.live(10);
    expect(own.client.ledger.facts.arrays[id('volume', 1)]?.inSyncLegs).toEqual([id('leg', 0)]);
    expect(own.client.state?.objects).toMatchObject([{ observed: { array: null } }]);
    await own.client.assign({ ...contentFor(own.client.node, { ...UP, attached: false }) });
    await own.client.live(10);
    expect(own.client.ledger.facts.arrays[id('volume', 1)]?.inSyncLegs).toEqual([id('leg', 0)]);
  });

  it('is replaced by the newer leg on its return, and the stale leg is not re-added (S4)', async () => {
    const own = await handStarted();
    await own.client.live(10);
    await first(own);
    expect(own.inSync()).toEqual([0]);
    expect(own.operator.read('/dev/weft/orders', 0)).toBe('newer');
    expect(own.did('re-add-member')).toBe(0);
    expect(own.client.state?.objects).toMatchObject([
      {
        observed: {
          legs: expect.arrayContaining([expect.objectContaining({ reason: expect.objectContaining({ code: 'forked-history' }) })]),
        },
      },
    ]);
  });
});

describe('an array that could have been started by Weft', () => {
  it('is adopted when it has every in-sync leg, even if started by hand', async () => {
    const own = await staleLeg();
    await own.restartClient();
    own.host.fails = ({ op }) => (op === 'assemble-array' ? 'not before the hand' : undefined);
    await own.client.live(4);
    own.startByHand(own.deviceOf(0));
    own.host.fails = () => undefined;
    await own.client.live(10);
    expect(own.inSync()).toEqual([0]);
    expect(own.operator.read('/dev/weft/orders', 0)).toBe('newer');
  });

  it('stays adopted when legs fail while its agent is down', async () => {
    const cluster = await exampleCluster();
    await assignAll(cluster.agents, UP);
    await turns(cluster.agents);
    const { host } = cluster.client;
    const array = host.arrays.list[0] ?? expect.fail('no array');
    host.arrays.failMember(array.device, array.members.find(({ slot }) => slot === 1)?.device ?? '');
    cluster.fabric.kill('t2');
    await cluster.client.restart();
    await cluster.client.live(20);
    expect(host.arrays.list).toHaveLength(1);
    expect(cluster.client.summary.join()).not.toContain('foreign-start');
    expect(cluster.client.ledger.facts.arrays[id('volume', 1)]?.inSyncLegs).toEqual([id('leg', 0)]);
  });
});
