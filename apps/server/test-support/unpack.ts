import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** Files of a .tar.gz by their path. */
export async function unpack(archive: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const entry of Readable.from([archive]).pipe(createGunzip()).pipe(extract())) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks).toString());
  }
  return files;
}
