import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import { until } from '../../../support/api-client.js';
import type { FollowedServers } from '../../../support/followed-servers.js';
import { attach, createClass, createVolume, detach, takeAllDrives } from '../../fabric/provision.js';
import type { ThreeServerFabric } from '../../fabric/three-servers.js';
import { mismatches } from '../client.js';
import { Load } from '../load.js';
import type { Mirror } from '../mirror.js';

/** Emulated machines need a multiple of the 5 s that agents have on hardware. */
export const MOVED_SECONDS = 60;

/** The places but some. */
export const placesBut = (...lost: number[]): number[] => [0, 1, 2].filter((place) => !lost.includes(place));

/** Three places, processes or machines, with a mirror in use at one client, and a spare volume to work with. */
export class ThreeServerLab<F extends ThreeServerFabric = ThreeServerFabric> {
  private constructor(
    readonly fabric: F,
    readonly mirror: Mirror,
    private readonly spare: Volume,
    readonly followed: FollowedServers,
  ) {}

  static async prepare<F extends ThreeServerFabric>(fabric: F): Promise<ThreeServerLab<F>> {
    await takeAllDrives(fabric);
    const all = await createClass(fabric, 'all');
    const make = (name: string) =>
      createVolume(fabric, { name, driveClassId: all.id, sizeBytes: 64 * MiB, protection: 'raid1', bitmapChunkBytes: 65_536 });
    const volume = await make('db');
    const spare = await make('spare');
    const mirror = { volume, attachment: await attach(fabric, volume, 'c1'), client: fabric.machine('c1'), device: '/dev/weft/db' };
    return new ThreeServerLab(fabric, mirror, spare, fabric.followed(all.id));
  }

  /** Attaches on the other client, writes, detaches, attaches again and compares: management and both agents have to work for that. */
  async works(): Promise<void> {
    const { fabric, spare } = this;
    const c2 = fabric.machine('c2');
    const sum = async () =>
      (await c2.run('dd if=/dev/weft/spare bs=1M count=8 iflag=direct status=none | sha256sum', { timeoutSeconds: 120 })).trim();
    const first = await attach(fabric, spare, 'c2');
    await c2.run('dd if=/dev/urandom of=/dev/weft/spare bs=1M count=8 oflag=direct status=none', { timeoutSeconds: 120 });
    const written = await sum();
    await detach(fabric, first);
    const second = await attach(fabric, spare, 'c2');
    expect(await sum()).toBe(written);
    await detach(fabric, second);
  }

  /** Every node is online. @returns seconds since the call */
  async allOnline(): Promise<number> {
    const began = performance.now();
    await until('every node online', MOVED_SECONDS, async () => {
      const { items } = await this.fabric.api.call(endpoints.listNodes, { query: { limit: 50 } });
      return items.every(({ connection }) => connection.state === 'online') ? true : undefined;
    });
    return (performance.now() - began) / 1000;
  }

  async readyz(place: number): Promise<{ status: number; body: object }> {
    const answer = await fetch(`${this.fabric.places.urls[place]}/readyz`);
    return { status: answer.status, body: (await answer.json()) as object };
  }

  ready(place: number): Promise<true> {
    return until(`server ${place} ready`, MOVED_SECONDS, async () => ((await this.readyz(place)).status === 200 ? true : undefined));
  }

  /** Database and hosts agree. */
  async agrees(): Promise<void> {
    const checked = await this.fabric.command(this.fabric.asked, ['check']);
    expect(checked, checked.output).toMatchObject({ code: 0 });
    expect((await this.fabric.api.call(endpoints.listOrphans, { query: { limit: 200 } })).items).toEqual([]);
  }

  /** Runs `meanwhile` during verified I/O on the mirror, and prints the longest completion. Then the legs are the same, with the same bytes. */
  async underLoad(meanwhile: (load: Load) => Promise<void>): Promise<void> {
    const { client, device } = this.mirror;
    const before = await this.legs();
    const load = await Load.start(client, device);
    await meanwhile(load);
    await load.carriesIo(device);
    console.log(`${expect.getState().currentTestName}: longest completion ${(await load.stop()).longestMs.toFixed(0)} ms`);
    expect(await this.legs()).toEqual(before);
    expect(await mismatches(this.mirror)).toBe(0);
  }

  private async legs(): Promise<unknown[]> {
    const { legs } = await this.fabric.api.call(endpoints.getVolume, { params: { id: this.mirror.volume.id } });
    return legs.map(({ id, drive, role }) => [id, drive.id, role]);
  }
}
