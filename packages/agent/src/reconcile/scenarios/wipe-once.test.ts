import { expect, it, vi } from 'vitest';
import type { FactChange } from '../../ledger/facts.js';
import { reason } from '../../reason/reason.js';
import { contentFor, exampleCluster, id, MiB } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** A target that is about to carry out a wipe order; `refuse`: the facts that its ledger cannot store. */
async function wipingTarget() {
  const { targets } = await exampleCluster();
  const [target] = targets;
  const [drive] = target?.host.storage.drives ?? [];
  if (!target || !drive) throw new Error('the example has a target with a drive');
  drive.contents = ['ext4 filesystem'];
  const terms = {
    ...{ notAfter: new Date(Date.now() + 3_600_000).toISOString(), bootId: target.host.bootId },
    ...{ model: 'm', sizeBytes: 1024 * MiB, wwid: null, weftDriveId: null },
  };
  const [assigned] = contentFor(1, UP).drives;
  if (!assigned) throw new Error('the example assigns a drive');
  const wipe = { orderId: id('order', 1), serial: 'S1', terms };
  const content = { ...contentFor(1, UP), legs: [], exports: [], drives: [{ ...assigned, desired: 'observed' as const, wipe }] };
  await target.assign(content);
  const wipes = () => target.host.performed.filter((operation) => operation.op === 'wipe-drive').length;
  const refuse = (fact: FactChange['fact']) => {
    const record = target.ledger.record.bind(target.ledger);
    return vi
      .spyOn(target.ledger, 'record')
      .mockImplementation((changes) =>
        changes.some((change) => change.fact === fact)
          ? Promise.resolve(reason('ledger-unwritable', { file: 'facts', failure: 'ENOSPC' }))
          : record(changes),
      );
  };
  return { target, drive, wipes, refuse };
}

it('does not repeat a wipe whose end could not be stored, and reports it done once it is stored (S1)', async () => {
  const { target, drive, wipes, refuse } = await wipingTarget();
  const full = refuse('wipe-order-done');
  await target.turn();
  expect([wipes(), drive.contents]).toEqual([1, []]);
  drive.contents = ['xfs filesystem made since'];
  await target.turn();
  await target.turn();
  expect([wipes(), target.summary]).toEqual([1, ['drive failed: ledger-unwritable']]);

  full.mockRestore();
  await target.turn();
  await target.turn();
  expect([wipes(), drive.contents]).toEqual([1, ['xfs filesystem made since']]);
  expect(target.state?.objects).toMatchObject([{ state: 'done', observed: { wipedOrderId: id('order', 1) } }]);
});

it('begins no wipe before that is stored (S1)', async () => {
  const { target, drive, wipes, refuse } = await wipingTarget();
  const full = refuse('wipe-order-begun');
  await target.turn();
  expect([wipes(), drive.contents, target.summary]).toEqual([0, ['ext4 filesystem'], ['drive failed: ledger-unwritable']]);
  full.mockRestore();
  await target.turn();
  await target.turn();
  expect([wipes(), target.summary]).toEqual([1, ['drive done']]);
});

it('erases nothing newer after a restart that forgot the end of a wipe, and names it (S1)', async () => {
  const { target, drive, wipes, refuse } = await wipingTarget();
  refuse('wipe-order-done');
  await target.turn();
  drive.contents = ['xfs filesystem made since'];
  target.host.changed();
  await target.restart();
  await target.turn();
  await target.turn();
  expect([wipes(), drive.contents, target.summary]).toEqual([1, ['xfs filesystem made since'], ['drive failed: wipe-order-unfinished']]);
});

it('checks for newer contents again at the moment of erasing', async () => {
  const { target, drive, wipes, refuse } = await wipingTarget();
  refuse('wipe-order-done');
  await target.turn();
  await target.restart();
  // The host shows the contents that it read before.
  drive.contents = ['xfs filesystem made since'];
  await target.turn();
  expect([wipes(), drive.contents, target.summary]).toEqual([1, ['xfs filesystem made since'], ['drive failed: command-failed']]);
  target.host.changed();
  await target.turn();
  expect([wipes(), drive.contents, target.summary]).toEqual([1, ['xfs filesystem made since'], ['drive failed: wipe-order-unfinished']]);
});

it('continues a wipe after a restart while the drive holds nothing newer', async () => {
  const { target, drive, wipes, refuse } = await wipingTarget();
  refuse('wipe-order-done');
  await target.turn();
  await target.restart();
  await target.turn();
  await target.turn();
  expect([wipes(), drive.contents, target.summary]).toEqual([2, [], ['drive done']]);
  expect(target.ledger.facts.begunWipes).toEqual({});
});
