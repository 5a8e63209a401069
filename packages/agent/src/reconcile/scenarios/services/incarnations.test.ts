import { describe, expect, it } from 'vitest';
import { OperatorActions } from '../../../host/simulated/operator-actions.js';
import { assignAll, type Example, exampleCluster, MiB, turns } from '../../../testing/example-cluster.js';
import { UP } from '../../../testing/example-world.js';
import { openProblems, thinCluster } from '../../../testing/thin-example.js';

/** Long enough for the bits of a write to go away, if nothing keeps them. */
const LONG_MS = 200_000;

/** Two mirrored legs that may lose their last second. */
const CLUSTERS = {
  thin: () => thinCluster(),
  'write-back': async () => {
    const cluster = await exampleCluster({ cacheDrives: true });
    const assign = (more: Partial<Example> = {}) => assignAll(cluster.agents, { ...UP, cache: 'write-back', ...more });
    await assign();
    await turns(cluster.agents, 4);
    const [target = expect.fail('no target')] = cluster.targets;
    const operator = new OperatorActions(cluster.client.host);
    return { ...cluster, target, write: (text: string, _device: undefined, at: number) => operator.write('/dev/weft/orders', at, text) };
  },
};
type Kind = keyof typeof CLUSTERS;
const KINDS = Object.keys(CLUSTERS) as Kind[];

async function attached(kind: Kind) {
  const cluster = await CLUSTERS[kind]();
  const { client, fabric } = cluster;
  await client.live(30);
  const performed = (since: number) => client.host.performed.slice(since).map(({ op }) => op);
  const halves = () =>
    client.host.arrays.list
      .flatMap((array) => client.host.arrays.placesOf(array, 20 * MiB))
      .map(({ device, offset }) => {
        const { drive, volume } = client.host.leg(`/dev/${device}`);
        return drive.content.read(drive.physical(volume, offset))?.mark ?? '';
      });
  const lose = () => {
    cluster.write('last second', undefined, 20 * MiB);
    fabric.kill('t1');
  };
  const back = async () => {
    fabric.boot('t1');
    await cluster.target.restart();
    await turns(cluster.agents, 6);
    await client.live(60);
    await turns(cluster.agents, 4);
  };
  return { ...cluster, performed, halves, lose, back };
}

/** Codes of what the client reports of the legs. */
const legReasons = ({ state }: Awaited<ReturnType<typeof attached>>['client']): string[] =>
  state?.objects.flatMap((each) => (each.kind === 'attachment' ? each.observed.legs.flatMap(({ reason }) => reason?.code ?? []) : [])) ??
  [];

describe.each(KINDS)('a mirrored leg (%s) that loses its last second with the power of its target', (kind) => {
  it('gets it back by the bitmap, however long it was away', async () => {
    const { agents, client, halves, lose, back, performed } = await attached(kind);
    lose();
    await client.live(60);
    await client.live(LONG_MS / 1000);
    const since = client.host.performed.length;
    await back();
    expect(openProblems(agents)).toEqual([]);
    expect(halves()).toEqual(['last second', 'last second']);
    expect(performed(since)).toContain('re-add-member');
    expect(performed(since)).not.toContain('add-member');
  });

  it('gets it back when it is away so short that md did not notice', async () => {
    const { agents, halves, lose, back } = await attached(kind);
    lose();
    await back();
    expect(openProblems(agents)).toEqual([]);
    expect(halves()).toEqual(['last second', 'last second']);
  });

  it('is rebuilt in full when the agent of the client was not there to keep the marks', async () => {
    const { agents, client, fabric, target, halves, lose, performed } = await attached(kind);
    lose();
    fabric.clock.advance(LONG_MS);
    const since = client.host.performed.length;
    await client.restart();
    await client.live(60);
    fabric.boot('t1');
    await target.restart();
    for (let turn = 0; turn < 20 && !client.host.arrays.list[0]?.recovery; turn++) await turns(agents, 1);
    expect(legReasons(client)).toEqual(['rebuilt-in-full']);
    await client.live(60);
    await turns(agents, 4);
    expect(legReasons(client)).toEqual([]);
    expect(openProblems(agents)).toEqual([]);
    expect(halves()).toEqual(['last second', 'last second']);
    expect(performed(since)).toEqual(expect.arrayContaining(['zero-superblock', 'add-member']));
    expect(performed(since)).not.toContain('re-add-member');
  });

  it('is rebuilt in full when its target loses its power again while it is resynced', async () => {
    const { agents, client, fabric, write, target, halves, lose, back, performed } = await attached(kind);
    lose();
    await client.live(60);
    fabric.boot('t1');
    await target.restart();
    for (let turn = 0; turn < 20 && !client.host.arrays.list[0]?.recovery; turn++) await turns(agents, 1);
    expect(client.host.arrays.list[0]?.recovery).toBeTruthy();
    write('during the resync', undefined, 20 * MiB);
    fabric.kill('t1');
    const since = client.host.performed.length;
    await client.live(60);
    await back();
    expect(openProblems(agents)).toEqual([]);
    expect(halves()).toEqual(['during the resync', 'during the resync']);
    expect(performed(since)).toContain('add-member');
  });
});

it('a leg without such layers keeps its NGUID, and comes back as before', async () => {
  const { agents, client, targets, fabric } = await exampleCluster();
  await assignAll(agents, UP);
  await turns(agents, 4);
  const nguids = () => client.host.initiator.heads.map(({ nguid, uuid }) => [nguid, uuid.replaceAll('-', '')]);
  expect(nguids().map(([nguid]) => nguid)).toEqual(nguids().map(([, uuid]) => uuid));
  const before = nguids();
  fabric.kill('t1');
  fabric.boot('t1');
  await targets[0]?.restart();
  await turns(agents, 6);
  await client.live(60);
  expect(openProblems(agents)).toEqual([]);
  expect(nguids()).toEqual(before);
});
