import type { Message } from '@weft/shared/text/message';
import { messageOf, textOfMessage } from '@weft/shared/text/rendering/render';
import type { Section } from './section.js';

export interface Limits {
  totalBytes: number;
  sectionBytes: number;
  /** A file is written when it has so many bytes, or one record more. */
  fileBytes: number;
  /** Time that reading a section takes at most, without the time for which the client is slow. */
  sectionMs: number;
}

const MIB = 2 ** 20;
/** In bytes before compression: the archive must stay small enough to attach to a ticket. Not measured with a large cluster. One file is held in memory at a time. */
export const LIMITS: Limits = { totalBytes: 256 * MIB, sectionBytes: 64 * MIB, fileBytes: MIB, sectionMs: 30_000 };
/** A bundle that is not complete by then is ended, so that a reader that takes nothing does not keep others waiting. */
export const BUNDLE_MS = 900_000;

export interface WrittenSection {
  name: string;
  files: string[];
  records: number;
  bytes: number;
}
export type Missing = Message & { section: string; text: string };
export interface Written {
  sections: WrittenSection[];
  missing: Missing[];
}

interface Target {
  /** Resolves when the reader of the bundle has taken the file. */
  addFile(name: string, content: Buffer): Promise<void>;
  /** The log: for errors, whose text may contain secrets and so is not in the bundle. */
  warn(error: unknown, text: string): void;
  /** The reader of the bundle has gone. */
  signal: AbortSignal;
}

class SlowSection extends Error {
  override readonly name = 'SlowSection';
}

/** Reads like `for await`, with a limit on the time for all reads together. @throws SlowSection; any error of `items`; the reason of `signal`. */
async function* within<T>(items: AsyncIterable<T>, mostMs: number, { signal, warn }: Target): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let leftMs = mostMs;
  try {
    for (;;) {
      const startedAt = performance.now();
      const next = await nextOf(iterator, leftMs, signal);
      leftMs -= performance.now() - startedAt;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: it waits for a read that may hang.
    iterator.return?.().catch((error: unknown) => warn(error, 'a section of a support bundle could not be closed'));
  }
}

function nextOf<T>(iterator: AsyncIterator<T>, mostMs: number, signal: AbortSignal): Promise<IteratorResult<T>> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    const timer = setTimeout(() => reject(new SlowSection()), Math.max(0, mostMs));
    signal.addEventListener('abort', leave, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      });
  });
}

class SectionFiles {
  readonly written: WrittenSection;
  private waiting: string[] = [];
  private waitingBytes = 0;

  constructor(
    private readonly section: Section,
    private readonly fileBytes: number,
    private readonly target: Target,
  ) {
    this.written = { name: section.name, files: [], records: 0, bytes: 0 };
  }

  async add(record: string, size: number): Promise<void> {
    this.waiting.push(record);
    this.waitingBytes += size;
    this.written.records += 1;
    this.written.bytes += size;
    if (this.waitingBytes >= this.fileBytes) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const { name, ending } = this.section;
    const file = `${name}-${String(this.written.files.length + 1).padStart(4, '0')}.${ending}`;
    const content = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.waitingBytes = 0;
    await this.target.addFile(file, content);
    this.written.files.push(file);
  }
}

async function writeSection(section: Section, mostBytes: number, limits: Limits, target: Target) {
  const files = new SectionFiles(section, limits.fileBytes, target);
  const missing: Message[] = [];
  const ends = new AbortController();
  const signal = AbortSignal.any([ends.signal, target.signal]);
  const { name } = section;
  try {
    for await (const item of within(section.read(signal), limits.sectionMs, target)) {
      if (typeof item !== 'string') missing.push(item);
      else {
        const size = Buffer.byteLength(item);
        if (files.written.bytes + size > mostBytes) {
          missing.push(messageOf('bundle-section-cut', { section: name, limit: mostBytes }));
          break;
        }
        await files.add(item, size);
      }
    }
  } catch (error) {
    target.signal.throwIfAborted();
    target.warn(error, `section ${name} of a support bundle is incomplete`);
    missing.push(
      error instanceof SlowSection
        ? messageOf('bundle-section-slow', { section: name, limit: limits.sectionMs / 1000 })
        : messageOf('bundle-section-failed', { section: name, error: error instanceof Error ? error.name : typeof error }),
    );
  } finally {
    ends.abort();
  }
  await files.flush();
  return { written: files.written, missing };
}

/** Writes the sections one after the other. A section that fails, hangs or is too large is named in `missing`, and the others follow. @throws the reason of `signal` */
export async function writeSections(sections: readonly Section[], limits: Limits, target: Target): Promise<Written> {
  const all: Written = { sections: [], missing: [] };
  let left = limits.totalBytes;
  for (const section of sections) {
    const { written, missing } = await writeSection(section, Math.min(left, limits.sectionBytes), limits, target);
    left -= written.bytes;
    all.sections.push(written);
    all.missing.push(...missing.map((message) => ({ section: section.name, ...message, text: textOfMessage(message) })));
  }
  return all;
}
