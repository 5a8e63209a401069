import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import type { Operation } from '../operations.js';
import type { Statement } from './contract-fabric.js';
import { type Export, type Scene, scene } from './scene.js';

const key = (n: number): string => `c0117ac7-7500-4000-8000-00000000000${n}`;

/** NVM Express TCP Transport 1.1, 3.6.1.5. The lab's keys need not be random. */
function secret(n: number): string {
  const bytes = createHash('sha256').update(`contract TLS ${n}`).digest();
  const check = Buffer.alloc(4);
  check.writeUInt32LE(crc32(bytes));
  return `NVMeTLSkey-1:01:${Buffer.concat([bytes, check]).toString('base64')}:`;
}

const hostsOf = ({ fabric: { target, client } }: Scene) => [target.host, client.host];

/** An export over TCP that takes only connections with TLS, on both networks; its target has the first key. Both hosts know all keys until the test ends. */
async function encrypted(own: Scene): Promise<Export> {
  await own.fabric.handshakes(true);
  for (const host of hostsOf(own)) host.learnKeys(new Map([1, 2].map((n) => [key(n), secret(n)])));
  own.later(async () => {
    for (const host of hostsOf(own)) host.learnKeys(new Map());
  });
  const exported = await own.export(own.leg(), { networks: [], transport: 'tcp' });
  own.later(async () => {
    await own.onTarget({ op: 'forget-tls-keys', nqn: exported.nqn });
    await own.onClient({ op: 'forget-tls-keys', nqn: exported.nqn });
  });
  await own.onTarget(keyOf(own, exported, 1));
  for (const network of [1, 2]) await own.onTarget({ ...own.link(exported, network), tls: true });
  own.later(() => own.disconnect(exported));
  return exported;
}
const keyOf = ({ fabric }: Scene, { nqn }: Export, n: number): Operation => ({
  ...{ op: 'set-tls-key', hostNqn: fabric.client.hostNqn, nqn, keyId: key(n) },
});
const withTls = (own: Scene, exported: Export, network = 1): Operation => ({ ...own.connection(exported, network), tls: true });

/** TLS on the paths of NVMe/TCP (docs/decisions/nvme-tcp-tls.md). */
export const storageEncryptionContract: Statement[] = [
  {
    statement: 'a port with TLS refuses a host without TLS, without the key or with another one; with the key the path is encrypted',
    holds: scene(async (own) => {
      const exported = await encrypted(own);
      const { target, client } = own.fabric;
      const ports = async () => (await target.host.observeFast()).ports.filter(({ subsystemNqns }) => subsystemNqns.includes(exported.nqn));
      expect(await ports()).toMatchObject([{ tls: true }, { tls: true }]);
      await expect(own.onClient(own.connection(exported))).rejects.toThrow();
      await expect(own.onClient(withTls(own, exported))).rejects.toThrow();
      await own.onClient(keyOf(own, exported, 2));
      await expect(own.onClient(withTls(own, exported))).rejects.toThrow();
      expect(await own.controllers(exported)).toEqual([]);
      await own.onClient(keyOf(own, exported, 1));
      for (const host of hostsOf(own))
        expect((await host.observeFast()).tls).toEqual({
          keys: [{ hostNqn: client.hostNqn, nqn: exported.nqn, keyId: key(1) }],
          daemon: 'ready',
        });
      for (const network of [1, 2]) await own.onClient(withTls(own, exported, network));
      expect(await own.controllers(exported)).toMatchObject([
        { state: 'live', encrypted: true },
        { state: 'live', encrypted: true },
      ]);
      const device = `/dev/${(await own.head(exported.leg)).device}`;
      await client.write(device, 0, 'written');
      expect(await target.read(exported.leg.path, 0)).toBe('written');
    }),
  },
  {
    statement: 'a port without TLS refuses a host that asks for it, and a controller without TLS says so',
    holds: scene(async (own) => {
      const exported = await encrypted(own);
      await own.onClient(keyOf(own, exported, 1));
      for (const network of [1, 2]) await own.onTarget(own.unlink(exported, network));
      await own.onTarget(own.link(exported));
      await expect(own.onClient(withTls(own, exported))).rejects.toThrow();
      await own.connect(exported);
      const [controller] = await own.controllers(exported);
      expect(controller).not.toHaveProperty('encrypted');
    }),
  },
  {
    statement: 'a key replaced at both ends ends no connection, and later connections need the new one',
    holds: scene(async (own) => {
      const exported = await encrypted(own);
      await own.onClient(keyOf(own, exported, 1));
      await own.onClient(withTls(own, exported));
      const device = `/dev/${(await own.head(exported.leg)).device}`;
      const [before] = await own.controllers(exported);
      await own.onTarget(keyOf(own, exported, 2));
      await own.fabric.client.write(device, 0, 'at the target');
      await expect(own.onClient(withTls(own, exported, 2))).rejects.toThrow();
      await own.onClient(keyOf(own, exported, 2));
      await own.fabric.client.write(device, 512, 'at the client');
      expect(await own.controllers(exported)).toMatchObject([{ name: before?.name, state: 'live' }]);
      await own.onTarget(own.unlink(exported));
      await own.states(exported, 'connecting');
      await own.onTarget({ ...own.link(exported), tls: true });
      await own.states(exported, 'live');
    }),
  },
  {
    statement: 'without tlshd a connected path carries I/O, and a lost one waits; it returns when tlshd is back',
    holds: scene(async (own) => {
      const exported = await encrypted(own);
      await own.onClient(keyOf(own, exported, 1));
      for (const network of [1, 2]) await own.onClient(withTls(own, exported, network));
      const device = `/dev/${(await own.head(exported.leg)).device}`;
      await own.fabric.handshakes(false);
      own.later(() => own.fabric.handshakes(true));
      expect((await own.fabric.target.host.observeFast()).tls?.daemon).toBe('stopped');
      await own.fabric.client.write(device, 0, 'still here');
      await own.onTarget(own.unlink(exported, 2));
      await own.states(exported, 'live', 'connecting');
      await own.onTarget({ ...own.link(exported, 2), tls: true });
      for (let pauses = 0; pauses < 5; pauses++) await own.fabric.pause();
      await own.states(exported, 'live', 'connecting');
      await own.fabric.handshakes(true);
      await own.states(exported, 'live', 'live');
    }),
  },
  {
    statement: 'a key goes from the keyring when it is forgotten, and an unknown key is refused',
    holds: scene(async (own) => {
      const exported = await encrypted(own);
      await own.onTarget({ op: 'forget-tls-keys', nqn: exported.nqn });
      expect((await own.fabric.target.host.observeFast()).tls?.keys).toEqual([]);
      await expect(own.onTarget(keyOf(own, exported, 3))).rejects.toThrow('has not received the secret');
    }),
  },
];
