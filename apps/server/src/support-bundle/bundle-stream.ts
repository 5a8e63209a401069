import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';

export type AddFile = (name: string, content: Buffer) => Promise<void>;

const addTo =
  (tar: Pack, folder: string): AddFile =>
  (name, content) =>
    new Promise((resolve, reject) => {
      const entry = tar.entry({ name: `${folder}/${name}`, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
      // A destroyed archive destroys its open entry, which emits the error too.
      entry.on('error', reject);
    });

/**
 * A gzipped tar archive that `write` fills while it is read. Closing the stream aborts the signal of `write`; an error of `write` destroys the stream.
 * @param options.done called once, with the error if the archive is incomplete
 * @param options.mostMs after this time the stream is destroyed
 */
export function bundleStream(
  folder: string,
  write: (addFile: AddFile, signal: AbortSignal) => Promise<void>,
  { done, mostMs }: { done: (error?: unknown) => void; mostMs: number },
): Readable {
  const tar = pack();
  const gzip = createGzip();
  const ends = new AbortController();
  const source = Readable.from(tar as AsyncIterable<Buffer>);
  // The pipeline destroys its streams with its error, which they emit after it has removed its listeners. `done` gets the error from the pipeline.
  for (const stream of [tar, source]) stream.on('error', (error: Error) => ends.abort(error));
  const limit = setTimeout(() => gzip.destroy(new Error(`not complete after ${mostMs / 1000} s`)), mostMs).unref();
  pipeline(source, gzip).then(
    () => {
      clearTimeout(limit);
      done();
    },
    (error: unknown) => {
      clearTimeout(limit);
      ends.abort(error);
      done(error);
    },
  );
  write(addTo(tar, folder), ends.signal).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error('the bundle ended early', { cause: error })),
  );
  return gzip;
}
