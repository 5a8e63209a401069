/**
 * A fabric for the rows of one file, and the steps that all rows of the fault matrix share.
 *   const lab = faultLab();                        at the top of a file: one boot, shared by its rows
 *   const mirror = await lab.mirror();             a healthy mirrored volume on c1; the last row's, when that row left it clean
 *   const stall = await lab.underLoad(mirror, async (load) => { …the fault and its reversal… });
 *   await lab.same(mirror);                        healthy, `check` and mismatch_cnt 0: the end of every mirror row
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import type { Volume } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { MiB } from '@weft/shared/units';
import { expect, onTestFailed } from 'vitest';
import { until } from '../../support/api-client.js';
import type { Fabric, FabricOptions } from '../fabric/fabric.js';
import { labOfFile } from '../fabric/lab-of-file.js';
import { attach, createClass, createVolume, detach, remove, takeAllDrives } from '../fabric/provision.js';
import { mismatches } from './client.js';
import { Load } from './load.js';
import type { Mirror } from './mirror.js';

/** Shorter timeouts expire without a fault on emulated machines (DATAPATH, "Lab virtual machines"). */
export const keepAliveSeconds = 10;
export const fastIoFailSeconds = 10;
export const faultSettings: SettingsUpdate = { keepAliveSeconds, fastIoFailSeconds };

/** The kernel notices an unreachable path after up to one and a half keep-alives. */
export const silenceNoticedMs = 1500 * keepAliveSeconds;

/**
 * Delay that only emulated machines add: soft-RoCE takes up to three seconds to take down a dead queue pair, and I/O moves on after that
 * (in the client's kernel log, from "starting error recovery" to "Reconnecting").
 */
export const teardownMs = 4000;

/** Of every mirror that a row does not give a number of copies itself: `WEFT_LAB_COPIES=3` runs the rows with three, on labs with three targets. */
export const COPIES = Number(process.env.WEFT_LAB_COPIES ?? DEFAULT_COPIES);

/** Resolution of the measurement of late timers, ms. */
const TIMER_MS = 20;

export interface Stall {
  readonly withMs: number;
  readonly withoutMs: number;
  /** Upper bound of the fault's own stall: emulated machines also stall without a fault, as the run without one shows. */
  readonly addedMs: number;
}

export class FaultLab {
  private shared: Mirror | undefined;
  private readonly spoilt: Mirror[] = [];
  private withoutMs: number | undefined;
  private made = 0;

  constructor(
    readonly fabric: Fabric,
    readonly driveClass: DriveClass,
  ) {}

  /** Returns a healthy mirror that is attached to c1. No later row gets the mirror of a row that failed. */
  async mirror(more: object = {}, attachment: object = {}): Promise<Mirror> {
    if (Object.keys({ ...more, ...attachment }).length > 0) return this.make(more, attachment);
    await this.clearUp();
    const mirror = this.shared ?? (await this.make({ protection: 'raid10', stripeWidth: 2 }));
    this.shared = mirror;
    onTestFailed(() => {
      this.shared = undefined;
      this.spoilt.push(mirror);
    });
    await this.health(mirror, 'healthy');
    return mirror;
  }

  /** Deletes the volumes of failed rows. When that fails the volume is only in the way: the error is printed. */
  private async clearUp(): Promise<void> {
    for (const mirror of this.spoilt.splice(0))
      await this.discard(mirror).catch((error: Error) => {
        console.error(`${mirror.volume.name}, of a row that failed, stays: ${error.message}`);
      });
  }

  private async make(spec: object, attachmentSpec: object = {}): Promise<Mirror> {
    const isStriped = 'protection' in spec && spec.protection === 'raid0';
    const volume = await createVolume(this.fabric, {
      name: `row-${++this.made}`,
      driveClassId: this.driveClass.id,
      sizeBytes: 64 * MiB,
      protection: 'raid1',
      bitmapChunkBytes: 65_536,
      ...(COPIES > DEFAULT_COPIES && !isStriped && { copies: COPIES }),
      ...spec,
    });
    const attachment = await attach(this.fabric, volume, 'c1', attachmentSpec);
    const mirror = { volume, attachment, client: this.fabric.machine('c1'), device: `/dev/weft/${volume.name}` };
    await this.health(mirror, 'healthy');
    return mirror;
  }

  volume(mirror: Mirror): Promise<Volume> {
    return this.fabric.api.call(endpoints.getVolume, { params: { id: mirror.volume.id } });
  }

  attachment(mirror: Mirror): Promise<Attachment> {
    return this.fabric.api.call(endpoints.getAttachment, { params: { id: mirror.attachment.id } });
  }

  async health(mirror: Mirror, health: Volume['health'], timeoutSeconds = 120): Promise<void> {
    let last: Volume | undefined;
    await timed(`volume ${mirror.volume.name} ${health}`, () =>
      until(`volume ${mirror.volume.name} ${health}`, timeoutSeconds, async () => {
        last = await this.volume(mirror);
        return last.health === health ? true : undefined;
      }),
    ).catch(async (cause: Error) => {
      const { paths, array } = await this.attachment(mirror);
      throw new Error(`${cause.message}; it is ${last?.health}: ${JSON.stringify({ legs: last?.legs, paths, array })}`, { cause });
    });
  }

  /** Waits until the state of every path, read from the API, satisfies `holds`. */
  async paths(mirror: Mirror, what: string, holds: (paths: Attachment['paths']) => boolean, timeoutSeconds = 90): Promise<void> {
    let paths: Attachment['paths'] = [];
    await timed(what, () =>
      until(what, timeoutSeconds, async () => {
        ({ paths } = await this.attachment(mirror));
        return holds(paths) ? true : undefined;
      }),
    ).catch((cause: Error) => {
      throw new Error(`${cause.message}: ${JSON.stringify(paths)}`, { cause });
    });
  }

  allLive(mirror: Mirror, timeoutSeconds?: number): Promise<void> {
    const live = (paths: Attachment['paths']) => paths.length > 0 && paths.every((path) => path.controllerState === 'live');
    return this.paths(mirror, 'every path live', live, timeoutSeconds);
  }

  /** Runs the fault during verified I/O. Throws at an error or a wrong byte. Prints the longest completion, and that of a run without the fault. */
  async underLoad(mirror: Mirror, meanwhile: (load: Load) => Promise<void>): Promise<Stall> {
    this.withoutMs ??= await this.longest(mirror, async () => {
      // Rows also start programs and call the API beside their fault, which costs the emulated machines time.
      const program = 'weft-agent status > /dev/null';
      await Promise.all([...this.fabric.nodes.map((machine) => machine.run(program, { timeoutSeconds: 300 })), sleep(5000)]);
    });
    // Distinguishes a stall of the fault from a stall of the machine that hosts the lab.
    const lateness = monitorEventLoopDelay({ resolution: TIMER_MS });
    lateness.enable();
    const withMs = await this.longest(mirror, async (load) => {
      await sleep(2000);
      await meanwhile(load);
    });
    lateness.disable();
    const stall = { withMs, withoutMs: this.withoutMs, addedMs: Math.max(0, withMs - this.withoutMs) };
    console.log(
      `${expect.getState().currentTestName}: longest I/O ${withMs.toFixed(0)} ms with the fault, ${this.withoutMs.toFixed(0)} ms without (x ${(withMs / this.withoutMs).toFixed(1)}); timers of the host up to ${(lateness.max / 1e6 - TIMER_MS).toFixed(0)} ms late`,
    );
    return stall;
  }

  private async longest(mirror: Mirror, meanwhile: (load: Load) => Promise<void>): Promise<number> {
    const load = await Load.start(mirror.client, mirror.device);
    await meanwhile(load);
    return (await load.stop()).longestMs;
  }

  /** Expects that the mirror is healthy again and that all halves of every set are identical. */
  async same(mirror: Mirror): Promise<void> {
    await this.health(mirror, 'healthy');
    expect(await mismatches(mirror)).toBe(0);
  }

  async discard(mirror: Mirror): Promise<void> {
    await detach(this.fabric, mirror.attachment);
    await remove(this.fabric, mirror.volume);
  }
}

/** Waits, and prints how long that took. */
export async function timed(what: string, wait: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await wait();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

export const faultLab = (options: Partial<FabricOptions> = {}): { readonly now: FaultLab } =>
  labOfFile({ settings: faultSettings, ...options }, async (fabric) => {
    await takeAllDrives(fabric);
    return new FaultLab(fabric, await createClass(fabric, 'all'));
  });
