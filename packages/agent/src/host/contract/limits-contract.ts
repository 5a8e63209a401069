import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Statement } from './contract-fabric.js';
import { type Scene, scene } from './scene.js';

const LIMITS: IoLimits = { ...NO_LIMITS, readBytesPerSecond: MiB, writeIops: 50 };

interface Limited {
  name: string;
  uuid: string;
  /** Creates the mapping. */
  make: () => Promise<void>;
  set: (limits: IoLimits, slices: string[]) => Promise<void>;
  /** What the slices have for the mapping; a slice without limits is missing. */
  inForce: () => Promise<Record<string, IoLimits>>;
}

/** A mapping on one leg, and slices of this test's own. */
async function limited(own: Scene, device: string, slices: readonly string[] = []): Promise<Limited> {
  const { client } = own.fabric;
  for (const slice of slices) own.later(await client.makeSlice(slice));
  const { name, uuid } = own.mapping();
  const segments = [{ startBytes: 0, lengthBytes: 8 * MiB, device, offsetBytes: 0 }];
  return {
    name,
    uuid,
    make: () => own.onClient({ op: 'create-linear', name, uuid, segments, readOnly: false }),
    set: (limits, at) => own.onClient({ op: 'set-io-limits', name, uuid, slices: at, limits }),
    inForce: async () => {
      const { obstacle, slices: seen } = await client.host.observeLimits();
      expect(obstacle).toBeNull();
      return Object.fromEntries(
        seen.flatMap((slice) => slice.limits.filter((each) => each.uuid === uuid).map(({ limits }) => [slice.name, limits] as const)),
      );
    },
  };
}

/** io.max of cgroup v2 at a client. */
export const limitsContract: Statement[] = [
  {
    statement: 'limits of a mapping are in force in the named slices only, while it is open, until they are replaced or removed',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(1);
      const { name, make, set, inForce } = await limited(own, devices[0] ?? '', ['weft-a.slice', 'weft-b.slice']);
      await make();
      expect(await inForce()).toEqual({});
      own.later(await own.fabric.client.open(`/dev/mapper/${name}`));
      await set(LIMITS, ['weft-a.slice']);
      await set(LIMITS, ['weft-a.slice']);
      expect(await inForce()).toEqual({ 'weft-a.slice': LIMITS });
      const others = { ...NO_LIMITS, writeBytesPerSecond: 2 * MiB };
      await set(others, ['weft-a.slice', 'weft-b.slice']);
      expect(await inForce()).toEqual({ 'weft-a.slice': others, 'weft-b.slice': others });
      await set(NO_LIMITS, ['weft-a.slice', 'weft-b.slice']);
      expect(await inForce()).toEqual({});
    }),
  },
  {
    statement: 'limits go with their mapping: a later mapping, which may get its number, has none',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(1);
      const first = await limited(own, devices[0] ?? '', ['weft-c.slice']);
      await first.make();
      await first.set(LIMITS, ['weft-c.slice']);
      await own.onClient({ op: 'remove-mapping', name: first.name });
      const second = await limited(own, devices[0] ?? '');
      await second.make();
      expect([await first.inForce(), await second.inForce()]).toEqual([{}, {}]);
      await own.onClient({ op: 'remove-mapping', name: second.name });
      await first.make();
      expect(await first.inForce()).toEqual({});
    }),
  },
  {
    statement: 'limits stay while their mapping grows; a slice that has disappeared is no failure; another UUID is refused',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(1);
      const { name, uuid, make, set, inForce } = await limited(own, devices[0] ?? '', ['weft-d.slice']);
      await make();
      await set(LIMITS, ['weft-d.slice', 'weft-gone.slice']);
      const segments = [{ startBytes: 0, lengthBytes: 10 * MiB, device: devices[0] ?? '', offsetBytes: 0 }];
      await own.onClient({ op: 'resize-linear', name, uuid, segments, readOnly: false });
      expect(await inForce()).toEqual({ 'weft-d.slice': LIMITS });
      const other = { op: 'set-io-limits' as const, name, uuid, slices: ['weft-d.slice'], limits: NO_LIMITS };
      const expected = [{ kind: 'mapping' as const, device: `/dev/mapper/${name}`, uuid: `${uuid}-other` }];
      await expect(own.fabric.client.host.perform({ ...other, expected })).rejects.toThrow('nothing was done');
      expect(await inForce()).toEqual({ 'weft-d.slice': LIMITS });
    }),
  },
];
