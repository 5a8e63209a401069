import { nguidOf } from '@weft/shared/identity';
import { KiB, MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Statement } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, type Scene, scene } from './scene.js';

const kernelName = (device: string): string => device.replace('/dev/', '');
const OTHER_NGUID = 'c0117ac7200040008000000000000001';

/** What the returning half has of a write that it completed, and lost before it left. */
async function returned(own: Scene, keepMarks: boolean): Promise<string> {
  const { client, target } = own.fabric;
  const { devices, exports } = await own.connectedLegs();
  const [stays = '', goes = ''] = devices;
  const path = exports[1]?.leg.path ?? '';
  const create = { ...own.newArray(devices), bitmapChunkBytes: 64 * KiB };
  await own.onClient(create);
  const { device: array, uuid } = await own.runningArray(create);
  await own.onClient({ op: 'set-bitmap-delay', array, uuid, seconds: 30 });
  expect((await own.array(uuid))?.bitmapDelaySeconds).toBe(30);
  await client.write(`/dev/${array}`, 4 * MiB, 'recent');
  await own.fabric.failMember(array, kernelName(goes));
  await own.slotless(uuid, kernelName(goes));
  await target.write(path, DATA_OFFSET_BYTES + 4 * MiB, 'before');
  if (keepMarks) await own.onClient({ op: 'resync-recent-writes', array, uuid, device: stays });
  await own.onClient({ op: 'remove-member', array, uuid, member: kernelName(goes) });
  await own.onClient({ op: 're-add-member', array, uuid, device: goes });
  await own.inSync(uuid, 2);
  return target.read(path, DATA_OFFSET_BYTES + 4 * MiB);
}

export const incarnationContract: Statement[] = [
  {
    statement: 'md resyncs no write to a returning leg that the leg had completed, unless the marks of its bitmap are kept',
    holds: scene(async (own) => {
      expect(await returned(own, false)).toBe('before');
      expect(await returned(own, true)).toBe('recent');
    }),
  },
  {
    statement: 'marks are kept only of the array that the member belongs to',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      const create = own.newArray(devices);
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      const marks = { op: 'resync-recent-writes', array, device: devices[0] ?? '' } as const;
      await expect(own.onClient({ ...marks, uuid: 'c0117ac7-2000-4000-8000-000000000002' })).rejects.toThrow();
      await own.onClient({ ...marks, uuid });
    }),
  },
  {
    statement: 'a namespace that returns with another NGUID is dropped while its controller is live, and taken at the next scan',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const { nqn, leg } = exported;
      await own.connect(exported);
      expect(await own.head(leg)).toMatchObject({ nguid: nguidOf(leg.id) });
      await own.onTarget(own.unlink(exported));
      await own.states(exported, 'connecting');
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
      await own.onTarget({ op: 'create-namespace', nqn, nsid: 1, devicePath: leg.device, uuid: leg.id, nguid: OTHER_NGUID });
      await own.onTarget({ op: 'enable-namespace', nqn, nsid: 1, devicePath: leg.device });
      await own.onTarget(own.link(exported));
      const [controller] = await own.states(exported, 'live');
      await own.headGone(leg);
      await own.onClient({ op: 'probe-controller', controller: controller?.name ?? '', nqn });
      expect(await own.head(leg)).toMatchObject({ uuid: leg.id, nguid: OTHER_NGUID });
    }),
  },
];
