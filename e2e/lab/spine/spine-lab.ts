/**
 * A fabric for the spine's rows of one file, and the objects that the rows share.
 *   const lab = spineLab();     at the top of a file: one boot, shared by its rows
 *   const { now } = lab;        in a row; a failed row prints the last reports of machines and agents
 */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Drive } from '@weft/shared/kinds/drive';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Fabric } from '../fabric/fabric.js';
import { labOfFile } from '../fabric/lab-of-file.js';
import { leftovers } from '../fabric/leftovers.js';
import { attach, createClass, createVolume, takeAllDrives } from '../fabric/provision.js';

export class SpineLab {
  private made: Promise<{ volume: Volume; attachment: Attachment }> | undefined;

  constructor(
    readonly fabric: Fabric,
    readonly drives: Drive[],
    readonly driveClass: DriveClass,
    readonly directory: string,
  ) {}

  spec(name: string, more: object = {}) {
    return {
      name,
      driveClassId: this.driveClass.id,
      sizeBytes: 128 * MiB,
      protection: 'raid10' as const,
      stripeWidth: 2,
      bitmapChunkBytes: null,
      ...more,
    };
  }

  /** The volume that several rows share, attached to c1. The row that runs first makes it. */
  orders(more: object = {}): Promise<{ volume: Volume; attachment: Attachment }> {
    this.made ??= (async () => {
      const volume = await createVolume(this.fabric, this.spec('orders', more));
      return { volume, attachment: await attach(this.fabric, volume, 'c1') };
    })();
    return this.made;
  }

  /** Free bytes by drive serial. */
  async freeBytes(): Promise<Record<string, number | null>> {
    const { items } = await this.fabric.api.call(endpoints.listDrives, { query: { limit: 200 } });
    return Object.fromEntries(items.map((drive) => [drive.serial, drive.freeBytes]));
  }

  /** Expects that no node has a kernel object of Weft. */
  async clean(): Promise<void> {
    const left = this.fabric.nodes.map(async (machine) => (await leftovers(machine)).map((each) => `${machine.name}: ${each}`));
    expect((await Promise.all(left)).flat()).toEqual([]);
  }
}

export const spineLab = (settings: SettingsUpdate = {}): { readonly now: SpineLab } =>
  labOfFile({ settings }, async (fabric, directory) => {
    const drives = await takeAllDrives(fabric);
    return new SpineLab(fabric, drives, await createClass(fabric, 'fast'), directory);
  });
