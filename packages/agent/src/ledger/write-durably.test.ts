import { type FileHandle, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeDurably } from './write-durably.js';

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weft-durable-'));
  path = join(dir, 'state', 'facts.json');
  return () => rm(dir, { recursive: true });
});

const modeOf = async (at: string) => ((await stat(at)).mode & 0o777).toString(8);
const contentOf = (at: string) => readFile(at, 'utf8').catch(() => null);
/** Observes fsync(2) of every file, by the class of file handles, which Node does not export. */
async function onSync(observe: (handle: FileHandle) => Promise<void>) {
  const any = await open(dir, 'r');
  const handles: FileHandle = Object.getPrototypeOf(any);
  await any.close();
  vi.restoreAllMocks();
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    await observe(this);
    await sync.call(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
}
const isFolder = async (handle: FileHandle) => (await handle.stat()).isDirectory();

describe('writeDurably', () => {
  it('makes the folder and the file, both for their owner only', async () => {
    await writeDurably(path, 'one');
    expect(await contentOf(path)).toBe('one');
    expect([await modeOf(path), await modeOf(join(dir, 'state'))]).toEqual(['600', '700']);
  });

  it('makes missing parents of the folder', async () => {
    const deep = join(dir, 'var', 'lib', 'weft', 'facts.json');
    await writeDurably(deep, 'one');
    expect(await contentOf(deep)).toBe('one');
  });

  it('replaces longer content as a whole, and leaves no other file', async () => {
    await writeDurably(path, 'a long text');
    await writeDurably(path, 'two');
    expect([await contentOf(path), await readdir(join(dir, 'state'))]).toEqual(['two', ['facts.json']]);
  });

  it('flushes the new content before it replaces the old, and then the folder (fsync(2))', async () => {
    await writeDurably(path, 'old');
    const flushed: (string | null)[][] = [];
    await onSync(async (handle) => {
      flushed.push([(await isFolder(handle)) ? 'folder' : 'file', await contentOf(path), await contentOf(`${path}.new`)]);
    });
    await writeDurably(path, 'new', `${path}.new`);
    expect(flushed).toEqual([
      ['file', 'old', 'new'],
      ['folder', 'new', null],
    ]);
  });

  it('keeps the old content and removes its temporary file when the flush fails', async () => {
    await writeDurably(path, 'old');
    await onSync(async () => {
      throw new Error('ENOSPC');
    });
    await expect(writeDurably(path, 'new')).rejects.toThrow('ENOSPC');
    expect([await contentOf(path), await readdir(join(dir, 'state'))]).toEqual(['old', ['facts.json']]);
  });

  it('reports a failed flush of the folder: a crash could bring the old content back', async () => {
    await onSync(async (handle) => {
      if (await isFolder(handle)) throw new Error('EIO');
    });
    await expect(writeDurably(path, 'new')).rejects.toThrow('EIO');
  });

  it('reports its own failure when it could not even make the temporary file', async () => {
    await writeDurably(path, 'old');
    const missing = join(dir, 'missing', 'facts.json.new');
    await expect(writeDurably(path, 'new', missing)).rejects.toThrow(/ENOENT.*open/);
    expect(await contentOf(path)).toBe('old');
  });

  it('removes the temporary file when it cannot replace what is there', async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'other'), '');
    await expect(writeDurably(path, 'new')).rejects.toThrow(/rename/);
    expect(await readdir(join(dir, 'state'))).toEqual(['facts.json']);
  });

  it('lets concurrent writers of one file each write as a whole', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000));
    await Promise.all(texts.map((text) => writeDurably(path, text)));
    expect(texts).toContain(await contentOf(path));
    expect(await readdir(join(dir, 'state'))).toEqual(['facts.json']);
  });

  it('closes the file and the folder, whether it succeeds or fails', async () => {
    const flushed: FileHandle[] = [];
    await onSync(async (handle) => void flushed.push(handle));
    await writeDurably(path, 'new');
    await onSync(async (handle) => {
      flushed.push(handle);
      throw new Error('ENOSPC');
    });
    await expect(writeDurably(path, 'newer')).rejects.toThrow('ENOSPC');
    // A closed handle has the descriptor -1.
    expect(flushed.map(({ fd }) => fd)).toEqual([-1, -1, -1]);
  });
});
