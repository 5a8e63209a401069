import { once } from 'node:events';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { bundleStream } from './bundle-stream.js';

describe('bundleStream', () => {
  it('is an archive of the files', async () => {
    const stream = bundleStream(
      'folder',
      async (addFile) => {
        await addFile('a.txt', Buffer.alloc(300_000, 'a'));
        await addFile('b.txt', Buffer.from('b'));
      },
      { done: () => undefined, mostMs: 60_000 },
    );
    const found: [string, number][] = [];
    for await (const entry of stream.pipe(createGunzip()).pipe(extract())) {
      let bytes = 0;
      for await (const chunk of entry) bytes += (chunk as Buffer).length;
      found.push([entry.header.name, bytes]);
    }
    expect(found).toEqual([
      ['folder/a.txt', 300_000],
      ['folder/b.txt', 1],
    ]);
  });

  it('waits for its reader, and ends the work when the reader goes away', async () => {
    let added = 0;
    let ended: (error: unknown) => void = () => undefined;
    const done = new Promise<unknown>((resolve) => {
      ended = resolve;
    });
    let signal: AbortSignal | undefined;
    const random = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(Math.random() * 256)));
    const stream = bundleStream(
      'folder',
      async (addFile, aborted) => {
        signal = aborted;
        for (; added < 1000; added++) await addFile(`${added}.txt`, random);
      },
      { done: ended, mostMs: 60_000 },
    );
    stream.once('readable', () => stream.read(1));
    await once(stream, 'readable');
    stream.destroy();
    expect(await done).toBeInstanceOf(Error);
    expect(signal?.aborted).toBe(true);
    expect(added).toBeLessThan(20);
  });

  it('ends after its time when nobody reads it', async () => {
    const random = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(Math.random() * 256)));
    const ended = new Promise<unknown>((resolve) => {
      const stream = bundleStream(
        'folder',
        async (addFile) => {
          for (let each = 0; each < 1000; each++) await addFile(`${each}.txt`, random);
        },
        { done: resolve, mostMs: 50 },
      );
      stream.on('error', () => undefined);
    });
    expect(await ended).toMatchObject({ message: 'not complete after 0.05 s' });
  });

  it('fails when the work fails', async () => {
    const error = new Error('broken');
    const stream = bundleStream('folder', () => Promise.reject(error), { done: () => undefined, mostMs: 60_000 });
    const failed = once(stream, 'end');
    stream.resume();
    await expect(failed).rejects.toThrow('broken');
  });
});
