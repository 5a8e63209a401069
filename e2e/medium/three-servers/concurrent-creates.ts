import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { expect, test } from 'vitest';
import { ProblemError, until } from '../../support/api-client.js';
import type { ThreeServers } from '../../support/three-servers.js';

const CREATES = 200;

async function volumesNamed(three: ThreeServers, prefix: string): Promise<Volume[]> {
  const volumes: Volume[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { items: Volume[]; nextCursor: string | null } = await three
      .api(0)
      .call(endpoints.listVolumes, { query: { limit: 200, ...(cursor ? { cursor } : {}) } });
    volumes.push(...page.items.filter(({ name }) => name.startsWith(prefix)));
    if (page.nextCursor === null) return volumes;
    cursor = page.nextCursor;
  }
}

const drives = async (three: ThreeServers) => (await three.api(1).call(endpoints.listDrives, { query: { limit: 200 } })).items;

export function concurrentCreates(cluster: () => ThreeServers): void {
  test(`ends each of ${CREATES} concurrent creates at three servers as created or with the shortage (S6)`, async () => {
    const three = cluster();
    // One drive of each target: 400 GiB raw, and each volume takes about 10 GiB.
    const driveIds = (await drives(three)).filter(({ serial }) => serial.endsWith('-0')).map(({ id }) => id);
    const { id: driveClassId } = await three
      .api(0)
      .call(endpoints.createDriveClass, { body: { name: 'few', members: { by: 'list', driveIds } } });
    const bookedBefore = new Map((await drives(three)).map(({ id, allocatedBytes }) => [id, allocatedBytes]));
    const create = async (n: number) => {
      const body = {
        name: `many-${n}`,
        sizeBytes: 5 * GiB,
        protection: n % 3 === 0 ? ('raid10' as const) : ('raid1' as const),
        driveClassId,
      };
      try {
        const options = { body, headers: { 'idempotency-key': `many-${n}` } };
        return { created: await three.api(n % 3).call(endpoints.createVolume, options) };
      } catch (error) {
        if (error instanceof ProblemError) return { refused: error.problem };
        throw error;
      }
    };
    const results = await Promise.all(Array.from({ length: CREATES }, (_, n) => create(n)));
    const created = results.flatMap(({ created: each }) => (each ? [each] : []));
    const refused = results.flatMap(({ refused: each }) => (each ? [each] : []));
    console.log(`${CREATES} concurrent creates at three servers: ${created.length} created, ${refused.length} refused`);
    expect(created.length).toBeGreaterThan(25);
    expect(refused.length).toBeGreaterThan(100);
    const withoutShortage = refused.filter(
      ({ status, code, shortages }) => !(status === 422 && /^insufficient-/.test(code) && shortages?.length),
    );
    expect(withoutShortage).toEqual([]);

    for (const [at, { job }] of created.entries()) await three.api(at % 3).done(job.id, 120);
    const volumes = await volumesNamed(three, 'many-');
    expect(volumes.map(({ name, state }) => `${name} ${state}`).sort()).toEqual(
      created.map(({ volume }) => `${volume.name} available`).sort(),
    );
    const booked = new Map(bookedBefore);
    for (const { legs } of volumes) {
      expect(new Set(legs.map(({ drive }) => drive.id)).size).toBe(legs.length);
      for (const { drive, sizeBytes } of legs) booked.set(drive.id, (booked.get(drive.id) ?? 0) + sizeBytes);
    }
    for (const { id, serial, allocatedBytes, capacityBytes } of await drives(three)) {
      expect(allocatedBytes, serial).toBe(booked.get(id));
      expect(allocatedBytes).toBeLessThanOrEqual(capacityBytes);
    }
    for (const [at, { id, version }] of volumes.entries())
      await three.api(at % 3).call(endpoints.deleteVolume, { params: { id }, ifMatch: version });
    await until('the space of all of them free again', 120, async () => {
      const now = await drives(three);
      return now.every(({ id, allocatedBytes }) => allocatedBytes === bookedBefore.get(id)) ? true : undefined;
    });
  });
}
