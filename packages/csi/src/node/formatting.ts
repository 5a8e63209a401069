import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { idSchema } from '@weft/shared/identity';
import { z } from 'zod';
import { type FileSystem, fileSystems } from '../controller/capabilities.js';

const markSchema = z.strictObject({ attachmentId: z.string(), type: z.enum(fileSystems) });

/**
 * Remembers, durably, that a blank volume is being formatted. A crash in the middle of mkfs leaves bytes that are no file system; this mark
 * proves that they are those of mkfs. It counts only in the attachment in which it was made: while that is there, no other node writes to
 * the volume. It is removed before the first mount, so no data is ever behind it.
 */
export class FormattingMarks {
  constructor(private readonly folder: string) {}

  async set(volumeId: string, mark: { attachmentId: string; type: FileSystem }): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = this.path(volumeId);
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(mark));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    await this.sync();
  }

  /** @returns whether an mkfs of this type was started in this attachment and has not been finished */
  async has(volumeId: string, { attachmentId, type }: { attachmentId: string; type: FileSystem }): Promise<boolean> {
    let text: string;
    try {
      text = await readFile(this.path(volumeId), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    const mark = markSchema.safeParse(jsonOf(text));
    return mark.success && mark.data.attachmentId === attachmentId && mark.data.type === type;
  }

  async clear(volumeId: string): Promise<void> {
    const path = this.path(volumeId);
    await rm(path, { force: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.sync();
  }

  private path(volumeId: string): string {
    return join(this.folder, `${idSchema.parse(volumeId)}.json`);
  }

  /** Makes a rename or a removal durable. */
  private async sync(): Promise<void> {
    const folder = await open(this.folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
