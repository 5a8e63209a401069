import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import { type Statement, until } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, deviceOver, PATIENCE_SECONDS, scene } from './scene.js';

/** dm and /dev/weft. */
export const mappingContract: Statement[] = [
  {
    statement: 'a concatenation has exactly the requested bytes in order; repeating it changes nothing; another table is refused',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs();
      const [first = '', second = ''] = devices;
      const segments = [
        { startBytes: 0, lengthBytes: 10 * MiB, device: first, offsetBytes: 0 },
        { startBytes: 10 * MiB, lengthBytes: 3 * MiB + 512, device: second, offsetBytes: 0 },
      ];
      const create = { op: 'create-linear' as const, ...own.mapping(), segments, readOnly: false };
      await own.onClient(create);
      await own.onClient(create);
      expect((await client.host.observeFast()).mappings).toEqual([
        {
          name: create.name,
          uuid: create.uuid,
          device: expect.stringMatching(/^dm-\d+$/),
          sizeBytes: 13 * MiB + 512,
          suspended: false,
          under: expect.arrayContaining(devices.map((device) => device.replace('/dev/', ''))),
          sequence: expect.any(Number),
        },
      ]);
      await client.write(`/dev/mapper/${create.name}`, 10 * MiB, 'second leg');
      expect(await target.read(exports[1]?.leg.path ?? '', 0)).toBe('second leg');
      await expect(own.onClient({ ...create, segments: segments.slice(0, 1) })).rejects.toThrow(create.name);
    }),
  },
  {
    statement: 'a striped mapping places its chunks on the legs in turn; a smaller linear mapping lies on top of it',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs();
      const stripe = own.mapping();
      await own.onClient({ op: 'create-striped', ...stripe, chunkBytes: MiB, lengthBytes: 20 * MiB, devices, readOnly: false });
      const top = own.mapping();
      const segments = [{ startBytes: 0, lengthBytes: 19 * MiB, device: `/dev/mapper/${stripe.name}`, offsetBytes: 0 }];
      await own.onClient({ op: 'create-linear', ...top, segments, readOnly: false });
      const sizes = new Map((await client.host.observeFast()).mappings.map(({ name, sizeBytes }) => [name, sizeBytes]));
      expect([sizes.get(stripe.name), sizes.get(top.name)]).toEqual([20 * MiB, 19 * MiB]);
      await client.write(`/dev/mapper/${top.name}`, 3 * MiB, 'fourth chunk');
      expect(await target.read(exports[1]?.leg.path ?? '', MiB)).toBe('fourth chunk');
      await expect(own.onClient({ op: 'remove-mapping', name: stripe.name })).rejects.toThrow();
    }),
  },
  {
    statement: 'a mirror and its open device grow online without a resync, and keep their bytes; a table that moves bytes is refused',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const legs = await Promise.all([0, 1].map((drive) => own.newVolume({ drive, sizeBytes: 16 * MiB })));
      for (const { vg, lv } of legs) await own.onTarget({ op: 'wipe-logical-volume', vg, lv });
      const exports = [];
      for (const leg of legs) exports.push(await own.export(leg));
      const devices = [];
      for (const exported of exports) devices.push(await own.connect(exported));
      const create = own.newArray(devices);
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      const top = own.mapping();
      const over = (lengthBytes: number) => ({
        ...top,
        segments: [{ startBytes: 0, lengthBytes, device: `/dev/${array}`, offsetBytes: 0 }],
        readOnly: false,
      });
      await own.onClient({ op: 'create-linear', ...over(10 * MiB) });
      await own.onClient({ op: 'create-stats', name: top.name });
      const path = `/dev/mapper/${top.name}`;
      await client.write(path, 9 * MiB, 'stays');
      const close = await client.open(path);
      for (const [at, leg] of legs.entries()) {
        const { id, vg, lv } = leg;
        const growth = `grow-${id}`;
        await own.onTarget({ op: 'create-logical-volume', vg, lv: growth, sizeBytes: 16 * MiB, tags: [] });
        await own.onTarget({ op: 'wipe-logical-volume', vg, lv: growth });
        await own.onTarget({ op: 'merge-logical-volume', vg, lv, growth, sizeBytes: 32 * MiB });
        await own.onTarget({ op: 'resize-linear', ...deviceOver(leg, 32 * MiB) });
        await own.onTarget({ op: 'revalidate-namespace', nqn: exports[at]?.nqn ?? '', nsid: 1 });
      }
      for (const leg of legs)
        await until(own.fabric, 'the new size', PATIENCE_SECONDS, async () => (await own.head(leg)).sizeBytes === 32 * MiB);
      const sizeBytes = 30 * MiB;
      await own.onClient({ op: 'grow-array', array, uuid, sizeBytes });
      await own.onClient({ op: 'grow-array', array, uuid, sizeBytes });
      const [grown] = (await client.host.observeFast()).arrays;
      expect(grown?.sizeBytes).toBeGreaterThanOrEqual(sizeBytes);
      expect(grown).toMatchObject({ degraded: 0, syncAction: 'idle' });
      await own.onClient({ op: 'resize-linear', ...over(sizeBytes) });
      await own.onClient({ op: 'resize-linear', ...over(sizeBytes) });
      expect((await client.host.observeFast()).mappings).toMatchObject([{ sizeBytes, suspended: false }]);
      expect(await client.read(path, 9 * MiB)).toBe('stays');
      await client.write(path, sizeBytes - 512, 'the end');
      for (const leg of legs) expect(await target.read(leg.path, MiB + sizeBytes - 512)).toBe('the end');
      const moved = {
        ...over(sizeBytes),
        segments: [{ startBytes: 0, lengthBytes: sizeBytes, device: `/dev/${array}`, offsetBytes: 512 }],
      };
      await expect(own.onClient({ op: 'resize-linear', ...moved })).rejects.toThrow('left alone');
      await close();
    }),
  },
  {
    statement: 'an open concatenation grows onto one more leg: its last segment grows, a new one follows, and no earlier byte moves',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs(3);
      const [first = '', second = '', third = ''] = devices;
      const top = { ...own.mapping(), readOnly: false };
      const path = `/dev/mapper/${top.name}`;
      const one = { startBytes: 0, lengthBytes: 10 * MiB, device: first, offsetBytes: 0 };
      const two = { startBytes: 10 * MiB, lengthBytes: 3 * MiB, device: second, offsetBytes: 0 };
      await own.onClient({ op: 'create-linear', ...top, segments: [one, two] });
      await own.onClient({ op: 'create-stats', name: top.name });
      await client.write(path, 12 * MiB, 'stays');
      const close = await client.open(path);
      const longer = [one, { ...two, lengthBytes: 8 * MiB }, { startBytes: 18 * MiB, lengthBytes: 4 * MiB, device: third, offsetBytes: 0 }];
      await own.onClient({ op: 'resize-linear', ...top, segments: longer });
      await own.onClient({ op: 'resize-linear', ...top, segments: longer });
      const [grown] = (await client.host.observeFast()).mappings;
      expect(grown).toMatchObject({ sizeBytes: 22 * MiB, suspended: false });
      expect(grown?.under).toHaveLength(3);
      expect(await client.read(path, 12 * MiB)).toBe('stays');
      await client.write(path, 18 * MiB, 'third leg');
      expect(await target.read(exports[2]?.leg.path ?? '', 0)).toBe('third leg');
      await close();
    }),
  },
  {
    statement: 'growing a striped mapping keeps every chunk in its place',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs();
      const stripe = { ...own.mapping(), chunkBytes: MiB, devices, readOnly: false };
      await own.onClient({ op: 'create-striped', ...stripe, lengthBytes: 10 * MiB });
      await client.write(`/dev/mapper/${stripe.name}`, 7 * MiB, 'eighth chunk');
      await own.onClient({ op: 'resize-striped', ...stripe, lengthBytes: 20 * MiB });
      expect((await client.host.observeFast()).mappings).toMatchObject([{ sizeBytes: 20 * MiB }]);
      expect(await client.read(`/dev/mapper/${stripe.name}`, 7 * MiB)).toBe('eighth chunk');
      const turned = { ...stripe, devices: [...devices].reverse() };
      await expect(own.onClient({ op: 'resize-striped', ...turned, lengthBytes: 24 * MiB })).rejects.toThrow('left alone');
    }),
  },
  {
    statement: 'a mapping beyond the end of its underlying device is refused',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(1);
      const segments = [{ startBytes: 0, lengthBytes: 1024 * MiB, device: devices[0] ?? '', offsetBytes: 0 }];
      await expect(own.onClient({ op: 'create-linear', ...own.mapping(), segments, readOnly: false })).rejects.toThrow();
    }),
  },
  {
    statement: 'a published volume has its name, lists the process that has it open, and is not removed while it is open',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs(1);
      const { name, uuid } = own.mapping();
      const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device: devices[0] ?? '', offsetBytes: 0 }];
      await own.onClient({ op: 'create-linear', name, uuid, segments, readOnly: false });
      for (let twice = 0; twice < 2; twice++) {
        await own.onClient({ op: 'create-stats', name });
        await own.onClient({ op: 'publish-device', link: 'contract', name });
      }
      expect((await client.host.observeFast()).links).toEqual([{ name: 'contract', target: `/dev/mapper/${name}` }]);
      const close = await client.open('/dev/weft/contract');
      expect(await client.host.holders(`/dev/mapper/${name}`)).toMatchObject([{ via: 'open-file', pid: expect.any(Number) }]);
      await own.onClient({ op: 'unpublish-device', link: 'contract' });
      await own.onClient({ op: 'unpublish-device', link: 'contract' });
      await expect(own.onClient({ op: 'remove-mapping', name })).rejects.toThrow();
      await close();
      expect(await client.host.holders(`/dev/mapper/${name}`)).toEqual([]);
      await own.onClient({ op: 'remove-mapping', name });
      expect(await client.host.observeFast()).toMatchObject({ links: [], mappings: [] });
    }),
  },
  {
    statement: 'a failed mapping ends I/O of its open device and releases its array, which stops with equal halves (S3)',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs();
      const create = own.newArray(devices);
      await own.onClient(create);
      const { device, uuid } = await own.runningArray(create);
      const top = own.mapping();
      const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device: `/dev/${device}`, offsetBytes: 0 }];
      await own.onClient({ op: 'create-linear', ...top, segments, readOnly: false });
      const path = `/dev/mapper/${top.name}`;
      await client.write(path, MiB, 'before');
      const close = await client.open(path);
      own.later(close);
      await own.onClient({ op: 'fail-mapping', name: top.name });
      await own.onClient({ op: 'fail-mapping', name: top.name });
      expect((await client.host.observeFast()).mappings).toMatchObject([
        { name: top.name, suspended: false, under: [], sizeBytes: 8 * MiB },
      ]);
      await expect(client.write(path, MiB, 'after')).rejects.toThrow();
      await expect(client.read(path, MiB)).rejects.toThrow();
      expect(await client.host.holders(path)).toMatchObject([{ via: 'open-file' }]);
      await own.onClient({ op: 'stop-array', device, uuid });
      for (const { leg } of exports) expect(await target.read(leg.path, DATA_OFFSET_BYTES + MiB)).toBe('before');
      await expect(own.onClient({ op: 'remove-mapping', name: top.name })).rejects.toThrow();
      await close();
      expect(await client.host.holders(path)).toEqual([]);
      await own.onClient({ op: 'remove-mapping', name: top.name });
      expect((await client.host.observeFast()).mappings).toEqual([]);
    }),
  },
  {
    statement: 'an array under a mapping is held, and is not stopped',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      const create = own.newArray(devices);
      await own.onClient(create);
      const array = await own.array(create.uuid);
      const device = array?.device ?? '';
      const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device: `/dev/${device}`, offsetBytes: 0 }];
      const { name, uuid } = own.mapping();
      await own.onClient({ op: 'create-linear', name, uuid, segments, readOnly: false });
      expect(await own.fabric.client.host.holders(`/dev/${device}`)).toMatchObject([{ via: 'holder', command: name }]);
      await expect(own.onClient({ op: 'stop-array', device, uuid: create.uuid })).rejects.toThrow();
      expect(await own.array(create.uuid)).toMatchObject({ degraded: 0 });
    }),
  },
];
