import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newReader, Readers, readerOf } from './readers.js';

const now = new Date('2026-11-30T10:00:00.000Z');
const { token, reader } = newReader('wall', 1, undefined, now);

describe('readers of a federation', () => {
  it('knows a reader by its token until the token expires, and stores no token', () => {
    expect(JSON.stringify(reader)).not.toContain(token);
    expect(readerOf([newReader('other', 1).reader, reader], token, now)?.name).toBe('wall');
    expect(readerOf([reader], token, new Date('2026-12-01T10:00:01.000Z'))).toBeUndefined();
    expect(readerOf([reader], `${token}x`, now)).toBeUndefined();
    expect(readerOf([reader], '', now)).toBeUndefined();
  });

  it('reads the file again when it changes, and admits nobody while it cannot be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-readers-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'readers.json');
    let time = now.getTime();
    const complain = vi.fn();
    const readers = new Readers(file, complain, () => time);
    await expect(readers.load()).rejects.toThrow('weft-server federate-token');
    const later = async () => {
      time += 1001;
      return (await readers.find(token))?.name;
    };
    await writeFile(file, JSON.stringify({ readers: [reader] }));
    expect(await later()).toBe('wall');
    await writeFile(file, '{"readers": [');
    expect(await later()).toBeUndefined();
    expect(complain).toHaveBeenCalledOnce();
    await writeFile(file, JSON.stringify({ readers: [] }));
    expect(await later()).toBeUndefined();
    await writeFile(file, JSON.stringify({ readers: [reader], more: true }));
    expect(await later()).toBeUndefined();
    await writeFile(file, JSON.stringify({ readers: [reader] }));
    expect(await later()).toBe('wall');
  });
});
