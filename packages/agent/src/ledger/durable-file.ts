import { createHash } from 'node:crypto';
import { access, readFile, rename } from 'node:fs/promises';
import type { z } from 'zod';
import { writeDurably } from './write-durably.js';

/** A file that exists but does not hold what was written. It was kept under another name, for examination. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  constructor(
    readonly path: string,
    readonly keptAs: string,
    options: { cause: unknown },
  ) {
    super(`${path} is damaged and was kept as ${keptAs}`, options);
  }
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * A JSON value on disk, with one writer: after a crash at any point the old or the new value is there. A checksum detects a truncated or edited file.
 */
export class DurableFile<T> {
  constructor(
    readonly path: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  private get damaged(): string {
    return `${this.path}.damaged`;
  }

  /** Renames the file, adding the suffix. @returns the new path; null: there is no file. */
  async setAside(suffix: string): Promise<string | null> {
    const keptAs = `${this.path}.${suffix}`;
    try {
      await rename(this.path, keptAs);
      return keptAs;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** @throws the file system's error, for instance ENOSPC; the old value is then still there. */
  async write(value: T): Promise<void> {
    const text = JSON.stringify(value);
    await writeDurably(this.path, `${JSON.stringify({ format: 1, sha256: checksum(text) })}\n${text}\n`, `${this.path}.new`);
  }

  /** Undefined: there is no file yet. @throws DamagedFileError when the file cannot be trusted. */
  async read({ setAside }: { setAside: boolean }): Promise<T | undefined> {
    let content: string;
    try {
      content = await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // An earlier start set a damaged file aside, and nothing could be stored since: still damaged.
      if (!(await exists(this.damaged))) return undefined;
      throw new DamagedFileError(this.path, this.damaged, { cause: new Error('it was set aside by an earlier start') });
    }
    try {
      const end = content.indexOf('\n');
      const text = content.slice(end + 1).trimEnd();
      const head = JSON.parse(content.slice(0, end)) as { format?: unknown; sha256?: unknown };
      if (head.format !== 1) throw new Error(`format ${String(head.format)} is not known to this version`);
      if (head.sha256 !== checksum(text)) throw new Error('its checksum does not match');
      return this.schema.parse(JSON.parse(text));
    } catch (cause) {
      if (setAside) await rename(this.path, this.damaged);
      throw new DamagedFileError(this.path, this.damaged, { cause });
    }
  }
}
