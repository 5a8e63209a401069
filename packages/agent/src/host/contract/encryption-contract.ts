import { createHash, createHmac } from 'node:crypto';
import { dmCryptName, dmUuid } from '@weft/shared/identity';
import { VOLUME_KEY_ID_CHARACTERS, VOLUME_KEY_ID_TEXT } from '@weft/shared/messages/encryption';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { DmSegment, Operation } from '../operations.js';
import type { Statement } from './contract-fabric.js';
import { type Scene, scene } from './scene.js';

/** The lab's keys need not be random. */
function volumeKey(n: number): { id: string; key: string } {
  const bytes = createHash('sha512').update(`contract ${n}`).digest();
  const id = createHmac('sha256', bytes).update(VOLUME_KEY_ID_TEXT).digest('hex').slice(0, VOLUME_KEY_ID_CHARACTERS);
  return { id, key: bytes.toString('base64') };
}
const RIGHT = volumeKey(1);
const OTHER = volumeKey(2);

/** The client has these keys until the test ends. */
function learn(own: Scene, ...keys: { id: string; key: string }[]): void {
  const { host } = own.fabric.client;
  host.learnVolumeKeys(new Map(keys.map(({ id, key }) => [id, key])));
  own.later(async () => host.learnVolumeKeys(new Map()));
}

const VOLUME = 'c0117ac7-c000-4000-8000-000000000001';

/** A device of the volume with this key, which the scene removes. */
function opening(own: Scene, segments: DmSegment[], keyId = RIGHT.id): Extract<Operation, { op: 'create-crypt' }> {
  const name = dmCryptName(VOLUME, keyId);
  own.later(() => own.onClient({ op: 'remove-mapping', name }));
  return { op: 'create-crypt', name, uuid: dmUuid(name), keyId, segments, readOnly: false };
}
const whole = (device: string, lengthBytes = 8 * MiB): DmSegment[] => [{ startBytes: 0, lengthBytes, device, offsetBytes: 0 }];
const pathOf = ({ name }: { name: string }): string => `/dev/mapper/${name}`;

/** dm-crypt, and where its key is. */
export const encryptionContract: Statement[] = [
  {
    statement: 'an encrypted device has the size of what it lies on and gives back what was written; the leg below holds other bytes',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs(1);
      learn(own, RIGHT);
      const open = opening(own, whole(devices[0] ?? ''));
      await own.onClient(open);
      await own.onClient(open);
      expect((await client.host.observeFast()).mappings).toMatchObject([{ name: open.name, uuid: open.uuid, sizeBytes: 8 * MiB }]);
      await client.write(pathOf(open), MiB, 'a known pattern');
      expect(await client.read(pathOf(open), MiB)).toBe('a known pattern');
      const below = await target.read(exports[0]?.leg.path ?? '', MiB);
      expect(below).not.toBe('');
      expect(below).not.toContain('a known pattern');
    }),
  },
  {
    statement: 'no keyring holds the key while the device is open, nor after it was closed',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(1);
      learn(own, RIGHT);
      const open = opening(own, whole(devices[0] ?? ''));
      await own.onClient(open);
      expect(await client.volumeKeysInKeyrings()).toEqual([]);
      await own.onClient({ op: 'remove-mapping', name: open.name });
      expect(await client.volumeKeysInKeyrings()).toEqual([]);
    }),
  },
  {
    statement: 'a key that the host does not have, or that is not what its id says, opens nothing; an open device needs none',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(1);
      const open = opening(own, whole(devices[0] ?? ''));
      await expect(own.onClient(open)).rejects.toThrow('does not have volume key');
      learn(own, { id: RIGHT.id, key: OTHER.key });
      await expect(own.onClient(open)).rejects.toThrow('does not have volume key');
      expect(await client.host.observeFast()).toMatchObject({ mappings: [] });
      learn(own, RIGHT);
      expect((await client.host.observeFast()).volumeKeyIds).toEqual([RIGHT.id]);
      await own.onClient(open);
      learn(own);
      await client.write(pathOf(open), 0, 'without the key');
      expect(await client.read(pathOf(open), 0)).toBe('without the key');
      await own.onClient(open);
    }),
  },
  {
    statement: 'another key gives other bytes, and the same key gives the same ones again',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(1);
      learn(own, RIGHT, OTHER);
      const [right, other] = [RIGHT, OTHER].map(({ id }) => opening(own, whole(devices[0] ?? ''), id));
      if (!right || !other) throw new Error('two keys open two devices');
      await own.onClient(right);
      await client.write(pathOf(right), 512, 'mine');
      await own.onClient({ op: 'remove-mapping', name: right.name });
      await own.onClient(other);
      expect(await client.read(pathOf(other), 512)).not.toBe('mine');
      await own.onClient({ op: 'remove-mapping', name: other.name });
      await own.onClient(right);
      expect(await client.read(pathOf(right), 512)).toBe('mine');
    }),
  },
  {
    statement:
      'an open encrypted concatenation grows with its key onto one more leg, and no earlier byte changes; without the key it stays',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs(2);
      const [first = '', second = ''] = devices;
      learn(own, RIGHT);
      const open = opening(own, whole(first));
      await own.onClient(open);
      await client.write(pathOf(open), 7 * MiB, 'stays');
      const close = await client.open(pathOf(open));
      own.later(close);
      const longer = [...whole(first, 10 * MiB), { startBytes: 10 * MiB, lengthBytes: 4 * MiB, device: second, offsetBytes: 0 }];
      const grow = { ...open, op: 'resize-crypt' as const, segments: longer };
      learn(own);
      await expect(own.onClient(grow)).rejects.toThrow('does not have volume key');
      learn(own, RIGHT);
      await own.onClient(grow);
      learn(own);
      await own.onClient(grow);
      expect((await client.host.observeFast()).mappings).toMatchObject([{ sizeBytes: 14 * MiB, suspended: false }]);
      expect(await client.read(pathOf(open), 7 * MiB)).toBe('stays');
      await client.write(pathOf(open), 12 * MiB, 'second leg');
      expect(await client.read(pathOf(open), 12 * MiB)).toBe('second leg');
      expect(await target.read(exports[1]?.leg.path ?? '', 2 * MiB)).not.toMatch(/^$|second leg/);
      learn(own, RIGHT);
      const moved = longer.map((segment) => ({ ...segment, offsetBytes: 512 }));
      await expect(own.onClient({ ...grow, segments: moved })).rejects.toThrow('left alone');
    }),
  },
];
