import { messageOf } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import { absent, type Section, single } from './section.js';
import { type Limits, writeSections } from './write-sections.js';

const limits: Limits = { totalBytes: 1000, sectionBytes: 500, fileBytes: 100, sectionMs: 1000 };
const lines = (name: string, count: number, bytes = 50): Section => ({
  name,
  ending: 'txt',
  async *read() {
    for (let each = 0; each < count; each++) yield `${'x'.repeat(bytes - 1)}\n`;
  },
});
const hanging = (seen: (signal: AbortSignal) => void = () => undefined): Section => ({
  name: 'hanging',
  ending: 'txt',
  async *read(signal) {
    seen(signal);
    yield 'first\n';
    await new Promise(() => undefined);
  },
});

async function write(sections: Section[], more: Partial<Limits> = {}, signal = new AbortController().signal) {
  const files = new Map<string, string>();
  const warnings: string[] = [];
  const written = await writeSections(
    sections,
    { ...limits, ...more },
    {
      ...{ signal, warn: (_error: unknown, text: string) => warnings.push(text) },
      addFile: async (name: string, content: Buffer) => void files.set(name, content.toString()),
    },
  );
  return { ...written, files, warnings };
}

describe('writeSections', () => {
  it('splits a section into files, and counts records and bytes', async () => {
    const { sections, missing, files } = await write([lines('a', 5)]);
    expect(sections).toEqual([{ name: 'a', files: ['a-0001.txt', 'a-0002.txt', 'a-0003.txt'], records: 5, bytes: 250 }]);
    expect([...files.values()].map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(missing).toEqual([]);
  });

  it('cuts a section at its limit and all at the total limit, and names each cut', async () => {
    const { sections, missing } = await write([lines('a', 11), lines('b', 10), lines('c', 1)]);
    expect(sections.map(({ bytes }) => bytes)).toEqual([500, 500, 0]);
    expect(missing).toMatchObject([
      { section: 'a', code: 'bundle-section-cut', params: { limit: 500 } },
      { section: 'c', code: 'bundle-section-cut', params: { limit: 0 } },
    ]);
  });

  it('names a section that fails without the text of its error, keeps its first records, and writes the next', async () => {
    const failing: Section = {
      name: 'failing',
      ending: 'txt',
      async *read() {
        yield 'first\n';
        throw new TypeError('mongodb://weft:planted@m1');
      },
    };
    const { sections, missing, files, warnings } = await write([failing, single('next', () => 1)]);
    expect(sections.map(({ name, records }) => [name, records])).toEqual([
      ['failing', 1],
      ['next', 1],
    ]);
    expect(files.get('next-0001.ndjson')).toBe('1\n');
    expect(missing).toMatchObject([{ section: 'failing', code: 'bundle-section-failed', params: { error: 'TypeError' } }]);
    expect(JSON.stringify(missing)).not.toContain('planted');
    expect(warnings).toHaveLength(1);
  });

  it('names a section that hangs, aborts its read, and writes the next', async () => {
    let seen: AbortSignal | undefined;
    const hangs = hanging((signal) => {
      seen = signal;
    });
    const { sections, missing } = await write([hangs, lines('next', 1)], { sectionMs: 20 });
    expect(sections.map(({ records }) => records)).toEqual([1, 1]);
    expect(missing).toMatchObject([{ section: 'hanging', code: 'bundle-section-slow', params: { limit: 0.02 } }]);
    expect(seen?.aborted).toBe(true);
  });

  it('stops when the client goes away, also during a read that hangs', async () => {
    const client = new AbortController();
    const gone = new Error('gone');
    const work = write([hanging(() => setImmediate(() => client.abort(gone))), lines('next', 1)], { sectionMs: 60_000 }, client.signal);
    await expect(work).rejects.toBe(gone);
  });

  it('passes on the reasons that a section gives for what it misses', async () => {
    const { missing, files } = await write([absent('server-log', messageOf('bundle-log-not-kept', {}))]);
    expect(missing).toMatchObject([{ section: 'server-log', code: 'bundle-log-not-kept', text: expect.stringContaining('journalctl') }]);
    expect(files.size).toBe(0);
  });
});
