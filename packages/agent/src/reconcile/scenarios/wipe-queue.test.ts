import { expect, it } from 'vitest';
import { SimulatedDrive } from '../../host/simulated/drive/drive.js';
import { concurrency } from '../../load/concurrency.js';
import { contentFor, exampleCluster, id, MiB } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const COUNT = concurrency.wipes.concurrent + 1;

/** A target with one more wipe order than it carries out at a time; its wipes take until `finish`. */
async function busyTarget(goodForMs: number) {
  const { targets } = await exampleCluster({ roundMs: 50 });
  const target = targets[0] ?? expect.fail();
  const [first = expect.fail()] = target.host.storage.drives;
  for (let more = 1; more < COUNT; more++) {
    const drive = new SimulatedDrive({ ...first.spec, serial: `S1${more}` });
    target.host.storage.drives.push(drive);
    target.host.storage.plugIn(drive);
  }
  const { drives } = target.host.storage;
  for (const drive of drives) drive.contents = ['ext4 filesystem'];
  const terms = {
    ...{ notAfter: new Date(Date.now() + goodForMs).toISOString(), bootId: target.host.bootId },
    ...{ model: 'm', sizeBytes: 1024 * MiB, wwid: null, weftDriveId: null },
  };
  const orders = drives.map(({ spec: { serial } }, at) => ({
    ...{ driveId: id('drive', at + 1), serial, nsid: 1, desired: 'observed' as const, create: false },
    wipe: { orderId: id('order', at + 1), serial, terms },
  }));
  const content = { ...contentFor(1, UP), legs: [], exports: [], drives: orders };
  let finish = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  target.host.takes = ({ op }) => (op === 'wipe-drive' ? over : Promise.resolve());
  await target.assign(content);
  await target.turn();
  const begun = () => Object.keys(target.ledger.facts.begunWipes);
  await expect.poll(() => begun().length).toBe(COUNT - 1);
  return { target, content, finish, begun, last: drives.at(-1) ?? expect.fail() };
}

/** Turns until every object has the expected state. */
const settles = (target: Awaited<ReturnType<typeof busyTarget>>['target'], summary: string[]): Promise<void> =>
  expect
    .poll(async () => {
      await target.turn();
      return target.summary;
    })
    .toEqual(summary);

it('begins no wipe after its deadline, though the order arrived in time (S1)', async () => {
  const { target, finish, begun, last } = await busyTarget(3_000);
  await expect.poll(() => Date.now() > Date.parse(target.ledger.assignment?.content.drives[0]?.wipe?.terms?.notAfter ?? '')).toBe(true);
  finish();
  await settles(target, [...Array(COUNT - 1).fill('drive done'), 'drive refused: wipe-expired']);
  expect([last.contents, begun()]).toEqual([['ext4 filesystem'], []]);
});

it('notes no wipe as begun that was stopped before its turn, and carries it out later', async () => {
  const { target, content, finish, last } = await busyTarget(3_600_000);
  const changed = content.drives.map((each, at) => (at === COUNT - 1 ? { ...each, create: true } : each));
  await target.assign({ ...content, drives: changed });
  const turn = target.turn();
  finish();
  await turn;
  await settles(target, Array(COUNT).fill('drive done'));
  expect(last.contents).toEqual([]);
});

it('reports which wipes have begun, because the others can still be cancelled', async () => {
  const { target, content, finish, last } = await busyTarget(3_600_000);
  const begunOrders = () =>
    target.state?.objects.map((status) => (status.kind === 'drive' ? status.observed.begunOrderId : undefined)) ?? [];
  await target.turn();
  const ids = content.drives.map(({ wipe }) => wipe.orderId);
  expect([target.summary, begunOrders()]).toEqual([Array(COUNT).fill('drive working'), [...ids.slice(0, -1), null]]);

  await target.assign({ ...content, drives: content.drives.slice(0, -1) });
  const turn = target.turn();
  finish();
  await turn;
  await settles(target, Array(COUNT - 1).fill('drive done'));
  expect(last.contents).toEqual(['ext4 filesystem']);
});
