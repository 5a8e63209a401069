import type { Sanitize } from '@weft/shared/messages/sanitize';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Operation } from '../operations.js';
import { type Statement, until } from './contract-fabric.js';
import { groupOf, PATIENCE_SECONDS, type Scene, scene } from './scene.js';

const sanitize = (device: string, serial: string): Operation => ({
  ...{ op: 'sanitize-drive', device, serial, action: 'block-erase', foreignGroup: null },
});

async function inventoryOf({ fabric: { target, serials } }: Scene) {
  const found = (await target.host.observeSlow()).inventory.drives.find(({ serial }) => serial === serials[2]);
  if (!found) throw new Error(`drive ${serials[2]} is not there`);
  return found;
}
const reaches = (own: Scene, state: Sanitize['state']) =>
  until(own.fabric, `sanitize ${state}`, PATIENCE_SECONDS, async () => (await inventoryOf(own)).sanitize?.state === state);

/** For every host: a drive whose controller has no Sanitize. */
export const withoutSanitizeContract: Statement[] = [
  {
    statement: 'a drive without Sanitize says so, refuses a sanitize and its check, and keeps what it holds (S1)',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      const device = await own.device(2);
      await target.write(device, 0, 'somebody needs this');
      own.later(() => own.onTarget({ op: 'wipe-drive', device, serial: serials[2], foreignGroup: null }));
      expect((await inventoryOf(own)).sanitize).toEqual({ actions: [], besides: 'nothing', state: 'never', progressRatio: null });
      await expect(own.onTarget(sanitize(device, serials[2]))).rejects.toThrow('neither block erase nor crypto erase');
      await expect(own.onTarget({ op: 'check-sanitized', device, serial: serials[2] })).rejects.toThrow('has not sanitized itself');
      expect(await target.read(device, 0)).toBe('somebody needs this');
    }),
  },
];

/** For hosts whose third drive has Sanitize, with block erase. QEMU's drives have none, so no kernel runs these. */
export const sanitizeContract: Statement[] = [
  {
    statement: 'a sanitized drive answers no reads meanwhile, is neither blank nor gone, and is blank after the check (S1)',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      const [device, vg] = [await own.device(2), groupOf(2)];
      const check: Operation = { op: 'check-sanitized', device, serial: serials[2] };
      for (const place of [0, 512 * MiB]) await target.write(device, place, 'an earlier user');
      await expect(own.onTarget(sanitize(device, 'another'))).rejects.toThrow('another drive');
      await expect(own.onTarget(check)).rejects.toThrow('has not sanitized itself');
      await own.onTarget(sanitize(device, serials[2]));
      const { contents, sanitize: running } = await inventoryOf(own);
      expect([contents, running?.state]).toEqual([[expect.stringMatching(/^unknown: .*sanitizes itself/)], 'running']);
      await expect(own.onTarget(sanitize(device, serials[2]))).rejects.toThrow('running');
      await expect(own.onTarget({ op: 'create-volume-group', vg, device })).rejects.toThrow();
      await expect(own.onTarget({ op: 'wipe-drive', device, serial: serials[2], foreignGroup: null })).rejects.toThrow();
      await expect(own.onTarget(check)).rejects.toThrow('has not sanitized itself');
      await reaches(own, 'done');
      await own.onTarget(check);
      await own.onTarget(check);
      expect((await inventoryOf(own)).contents).toEqual([]);
      for (const place of [0, 512 * MiB]) expect(await target.read(device, place)).toBe('');
      await own.onTarget({ op: 'create-volume-group', vg, device });
      await own.onTarget({ op: 'remove-volume-group', vg, device });
    }),
  },
  {
    statement: 'a drive in use is not sanitized, and keeps what it holds (S1)',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      const device = await own.device(2);
      await target.write(device, 0, 'somebody needs this');
      const close = await target.open(device);
      await expect(own.onTarget(sanitize(device, serials[2]))).rejects.toThrow('in use');
      await close();
      expect(await target.read(device, 0)).toBe('somebody needs this');
      expect((await inventoryOf(own)).sanitize?.state).toBe('never');
    }),
  },
  {
    statement: 'a sanitize goes on after its drive was pulled and is back (S9)',
    holds: scene(async (own) => {
      const { serials, unplug, plug } = own.fabric;
      await own.onTarget(sanitize(await own.device(2), serials[2]));
      await unplug(serials[2]);
      await plug(serials[2]);
      await own.device(2);
      expect((await inventoryOf(own)).sanitize?.state).toBe('running');
      await reaches(own, 'done');
      await own.onTarget({ op: 'check-sanitized', device: await own.device(2), serial: serials[2] });
    }),
  },
  {
    statement: 'the check refuses a drive that was written to since its sanitize (S1)',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      await own.onTarget(sanitize(await own.device(2), serials[2]));
      await reaches(own, 'done');
      const device = await own.device(2);
      await target.write(device, 0, 'newer');
      await expect(own.onTarget({ op: 'check-sanitized', device, serial: serials[2] })).rejects.toThrow('not erased');
      expect(await target.read(device, 0)).toBe('newer');
    }),
  },
];
