import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hostNqn } from '@weft/shared/identity';
import type { PairKeys } from '@weft/shared/messages/authentication';
import { expect } from 'vitest';
import type { Operation } from '../operations.js';
import type { Statement } from './contract-fabric.js';
import { type Export, type Scene, scene } from './scene.js';

const KEY_COUNT = 5;
const key = (n: number): string => `c0117ac7-6e00-4000-8000-00000000000${n}`;
const pair = (host: number, controller: number): PairKeys => ({ hostKeyId: key(host), controllerKeyId: key(controller) });

/** NVM Express Base 2.0, 8.13.5.8. The lab's keys need not be random. */
function secret(n: number): string {
  const bytes = createHash('sha256').update(`contract ${n}`).digest();
  const check = Buffer.alloc(4);
  check.writeUInt32LE(crc32(bytes));
  return `DHHC-1:00:${Buffer.concat([bytes, check]).toString('base64')}:`;
}

const RIGHT = pair(1, 2);

/** Both hosts know all keys until the test ends. */
function learn(own: Scene): void {
  const secrets = new Map(Array.from({ length: KEY_COUNT }, (_, at) => [key(at + 1), secret(at + 1)]));
  const hosts = [own.fabric.target.host, own.fabric.client.host];
  for (const host of hosts) host.learnKeys(secrets);
  own.later(async () => {
    for (const host of hosts) host.learnKeys(new Map());
  });
}
const require = (own: Scene, keys: PairKeys): Promise<void> =>
  own.onTarget({ op: 'set-host-keys', hostNqn: own.fabric.client.hostNqn, ...keys });

/** An export over TCP that requires `RIGHT` of the client, on both networks. */
async function guarded(own: Scene): Promise<Export> {
  learn(own);
  await require(own, RIGHT);
  return own.export(own.leg(), { networks: [1, 2], transport: 'tcp' });
}
const withKeys = (own: Scene, exported: Export, keys: PairKeys | undefined, network = 1): Extract<Operation, { op: 'connect' }> => ({
  ...own.connection(exported, network),
  ...(keys && { authentication: keys }),
});
/** @returns the device. */
async function connect(own: Scene, exported: Export): Promise<string> {
  own.later(() => own.disconnect(exported));
  for (const network of [1, 2]) await own.onClient(withKeys(own, exported, RIGHT, network));
  return `/dev/${(await own.head(exported.leg)).device}`;
}
async function give(own: Scene, exported: Export, keys: PairKeys): Promise<void> {
  for (const { name } of await own.controllers(exported))
    await own.onClient({ op: 'set-controller-keys', controller: name, nqn: exported.nqn, ...keys });
}

/** NVMe in-band authentication (docs/decisions/nvme-authentication.md). */
export const authenticationContract: Statement[] = [
  {
    statement: "the client's NQN without its key, or with a wrong one, is refused; with the right keys it connects",
    holds: scene(async (own) => {
      const exported = await guarded(own);
      await expect(own.onClient(withKeys(own, exported, undefined))).rejects.toThrow(/Required key not available|failed/);
      await expect(own.onClient(withKeys(own, exported, pair(3, 2)))).rejects.toThrow('Key was rejected by service');
      expect(await own.controllers(exported)).toEqual([]);
      const device = await connect(own, exported);
      expect(await own.controllers(exported)).toMatchObject([
        { state: 'live', keys: RIGHT },
        { state: 'live', keys: RIGHT },
      ]);
      await own.fabric.client.write(device, 0, 'written');
      expect(await own.fabric.target.read(exported.leg.path, 0)).toBe('written');
    }),
  },
  {
    statement: 'a target with another controller key is refused by the client',
    holds: scene(async (own) => {
      const exported = await guarded(own);
      await expect(own.onClient(withKeys(own, exported, pair(1, 4)))).rejects.toThrow('Key was rejected by service');
      expect(await own.controllers(exported)).toEqual([]);
    }),
  },
  {
    statement: 'each key replaced at the target and then at the client: connections stay live, and later ones need the new keys',
    holds: scene(async (own) => {
      const exported = await guarded(own);
      const device = await connect(own, exported);
      const before = (await own.controllers(exported)).map(({ name }) => name);
      for (const keys of [pair(3, 2), pair(3, 4)]) {
        await require(own, keys);
        await own.fabric.client.write(device, 0, 'at the target');
        await give(own, exported, keys);
        await own.fabric.client.write(device, 512, 'at the client');
      }
      // A failed authentication would end the connection within a moment.
      for (let pauses = 0; pauses < 5; pauses++) await own.fabric.pause();
      const after = await own.controllers(exported);
      expect(after).toMatchObject(before.map((name) => ({ name, state: 'live', keys: pair(3, 4) })));
      const { hosts } = await own.fabric.target.host.observeFast();
      expect(hosts).toEqual([{ hostNqn: own.fabric.client.hostNqn, keys: pair(3, 4) }]);
      await own.onTarget(own.unlink(exported, 2));
      await own.states(exported, 'live', 'connecting');
      await own.onTarget(own.link(exported, 2));
      await own.states(exported, 'live', 'live');
      await own.disconnect(exported);
      await expect(own.onClient(withKeys(own, exported, RIGHT))).rejects.toThrow('Key was rejected by service');
    }),
  },
  {
    statement:
      'a controller that connects again after a change at the target alone is removed; one that was given the key meanwhile returns',
    holds: scene(async (own) => {
      const exported = await guarded(own);
      await connect(own, exported);
      await own.onTarget(own.unlink(exported, 2));
      const [first, second] = await own.states(exported, 'live', 'connecting');
      await require(own, pair(3, 2));
      await own.onClient({ op: 'set-controller-keys', controller: second?.name ?? '', nqn: exported.nqn, ...pair(3, 2) });
      await own.onTarget(own.link(exported, 2));
      await own.states(exported, 'live', 'live');
      await own.onTarget(own.unlink(exported, 1));
      await own.onTarget(own.link(exported, 1));
      const left = await own.states(exported, 'live');
      expect(left.map(({ name }) => name)).toEqual([second?.name]);
      expect(first?.name).not.toBe(second?.name);
    }),
  },
  {
    statement: 'a controller that was connected without keys takes none',
    holds: scene(async (own) => {
      learn(own);
      const exported = await own.export(own.leg(), { transport: 'tcp' });
      await own.connect(exported);
      const [controller] = await own.controllers(exported);
      expect(controller?.keys).toEqual({ hostKeyId: null, controllerKeyId: null });
      await expect(
        own.onClient({ op: 'set-controller-keys', controller: controller?.name ?? '', nqn: exported.nqn, ...RIGHT }),
      ).rejects.toThrow('EINVAL');
    }),
  },
  {
    statement: "a host's keys go with its last export, and hold for all of them until then",
    holds: scene(async (own) => {
      const first = await guarded(own);
      const second = await own.export(own.leg(), { transport: 'tcp' });
      await expect(own.onClient(withKeys(own, second, undefined))).rejects.toThrow();
      await own.unexport(first);
      const hosts = async () => (await own.fabric.target.host.observeFast()).hosts;
      expect(await hosts()).toEqual([{ hostNqn: own.fabric.client.hostNqn, keys: RIGHT }]);
      await own.unexport(second);
      expect(await hosts()).toEqual([]);
    }),
  },
  {
    statement: 'keys of another host do not admit a host: an NQN that is not allowed is refused with any key',
    holds: scene(async (own) => {
      const exported = await guarded(own);
      const id = 'c0117ac7-5000-4000-8000-000000000001';
      const strange = { ...withKeys(own, exported, RIGHT), hostNqn: hostNqn(id), hostId: id };
      await expect(own.onClient(strange)).rejects.toThrow();
      expect(await own.controllers(exported)).toEqual([]);
    }),
  },
  {
    statement: 'an operation with a key whose secret the host does not know changes nothing',
    holds: scene(async (own) => {
      const exported = await guarded(own);
      const unknown = pair(9, 2);
      await expect(require(own, unknown)).rejects.toThrow('has not received the secret');
      await expect(own.onClient(withKeys(own, exported, unknown))).rejects.toThrow('has not received the secret');
      expect((await own.fabric.target.host.observeFast()).hosts).toMatchObject([{ keys: RIGHT }]);
    }),
  },
];
