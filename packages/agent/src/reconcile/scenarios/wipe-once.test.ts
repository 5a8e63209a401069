import { expect, it, vi } from 'vitest';
import { reason } from '../../reason/reason.js';
import { contentFor, exampleCluster, id, MiB } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

it('does not repeat a wipe whose end could not be stored, and reports it done once it is stored (S1)', async () => {
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

  const record = target.ledger.record.bind(target.ledger);
  const full = vi
    .spyOn(target.ledger, 'record')
    .mockImplementation((changes) =>
      changes.some(({ fact }) => fact === 'wipe-order-done')
        ? Promise.resolve(reason('ledger-unwritable', { file: 'facts', failure: 'ENOSPC' }))
        : record(changes),
    );
  const wipes = () => target.host.performed.filter((operation) => operation.op === 'wipe-drive').length;
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
