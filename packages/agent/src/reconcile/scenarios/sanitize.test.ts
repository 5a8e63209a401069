import { expect, it, vi } from 'vitest';
import type { SanitizeState } from '../../host/simulated/drive/sanitize.js';
import { contentFor, exampleCluster, id, MiB } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const MINUTE = 60_000;

/** A target with an order to sanitize its drive, which takes ten minutes. */
async function sanitizingTarget() {
  const { fabric, targets } = await exampleCluster({ sanitizeMs: 10 * MINUTE, sanitize: { actions: ['block-erase'], besides: 'nothing' } });
  const [target] = targets;
  const [drive] = target?.host.storage.drives ?? [];
  if (!target || !drive) throw new Error('the example has a target with a drive');
  drive.contents = ['ext4 filesystem'];
  drive.content.write(512 * MiB, { mark: 'data' });
  const terms = {
    ...{ notAfter: new Date(Date.now() + 3_600_000).toISOString(), bootId: target.host.bootId },
    ...{ model: 'm', sizeBytes: 1024 * MiB, wwid: null, weftDriveId: null },
  };
  const [assigned] = contentFor(1, UP).drives;
  if (!assigned) throw new Error('the example assigns a drive');
  const wipe = { orderId: id('order', 1), serial: 'S1', method: 'sanitize' as const, terms };
  await target.assign({ ...contentFor(1, UP), legs: [], exports: [], drives: [{ ...assigned, desired: 'observed' as const, wipe }] });
  const performed = () => target.host.performed.map(({ op }) => op);
  const observed = () => {
    const [status] = target.state?.objects ?? [];
    return status?.kind === 'drive' ? status.observed : undefined;
  };
  return { fabric, target, drive, performed, observed };
}

it('sanitizes a drive once, reports its progress from turn to turn, and then checks it', async () => {
  const { target, drive, performed, observed } = await sanitizingTarget();
  await target.turn({ afterMs: 0 });
  expect([performed(), target.summary]).toEqual([['sanitize-drive'], ['drive working']]);
  await target.turn({ afterMs: 5 * MINUTE });
  expect([performed(), target.summary, observed()?.sanitize]).toEqual([
    ['sanitize-drive'],
    ['drive working'],
    { action: 'block-erase', progressRatio: 0.5 },
  ]);
  expect(target.state?.inventory?.drives[0]?.contents).toEqual([expect.stringContaining('sanitizes itself')]);
  await target.turn({ afterMs: 5 * MINUTE });
  await target.turn();
  expect([performed(), target.summary]).toEqual([['sanitize-drive', 'check-sanitized'], ['drive done']]);
  expect([drive.contents, drive.content.blocks.size]).toEqual([[], 0]);
  expect(observed()).toMatchObject({ wipedOrderId: id('order', 1), sanitize: { action: 'block-erase' } });
});

it('finds the sanitize again after a loss of power, in which the drive kept what it had done', async () => {
  const { fabric, target, performed, observed } = await sanitizingTarget();
  await target.turn({ afterMs: 0 });
  fabric.clock.advance(5 * MINUTE);
  fabric.kill('t1');
  fabric.clock.advance(60 * MINUTE);
  fabric.boot('t1');
  await target.restart();
  await target.turn({ afterMs: MINUTE });
  expect([target.summary, observed()?.sanitize]).toEqual([['drive working'], { action: 'block-erase', progressRatio: 0.6 }]);
  await target.turn({ afterMs: 4 * MINUTE });
  await target.turn();
  expect([performed(), target.summary]).toEqual([['sanitize-drive', 'check-sanitized'], ['drive done']]);
});

it('does not begin again after the agent was killed before it stored the acceptance', async () => {
  const { target, performed, observed } = await sanitizingTarget();
  const record = target.ledger.record.bind(target.ledger);
  vi.spyOn(target.ledger, 'record').mockImplementation((changes) =>
    changes.some(({ fact }) => fact === 'sanitize-accepted') ? new Promise(() => undefined) : record(changes),
  );
  void target.turn({ afterMs: 0 });
  await vi.waitFor(() => expect(performed()).toEqual(['sanitize-drive']));
  await target.restart();
  await target.turn({ afterMs: MINUTE });
  await target.turn({ afterMs: MINUTE });
  expect([performed(), observed()?.sanitize?.action]).toEqual([['sanitize-drive'], 'block-erase']);
  expect(target.ledger.facts.sanitizes).toEqual({ [id('order', 1)]: 'block-erase' });
});

it('fails when the sanitize of the drive fails, and touches nothing more', async () => {
  const { target, drive, performed } = await sanitizingTarget();
  drive.sanitize.fails = true;
  await target.turn({ afterMs: 0 });
  await target.turn({ afterMs: 10 * MINUTE });
  expect([performed(), target.summary]).toEqual([['sanitize-drive'], ['drive failed: sanitize-failed']]);
  const { state }: Pick<SanitizeState, 'state'> = drive.sanitize.save(target.host.fabric.clock.now());
  expect(state).toBe('failed');
});

it('does not report a drive as wiped that still holds data after its sanitize (S1)', async () => {
  const { target, drive, performed, observed } = await sanitizingTarget();
  drive.sanitize.erasesNothing = true;
  await target.turn({ afterMs: 0 });
  await target.turn({ afterMs: 10 * MINUTE });
  expect([performed(), target.summary]).toEqual([['sanitize-drive'], ['drive failed: command-failed']]);
  expect(observed()?.wipedOrderId).toBeNull();
  expect(target.state?.objects[0]?.reason?.message).toContain('neither as zeros nor as ones');
});
