import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export interface ConsoleFile {
  body: Buffer;
  /**
   * Compressed content by content coding, the smallest first; none if it would not be smaller (fonts, images). Browsers accept brotli only over TLS and
   * from this machine.
   */
  encoded: ReadonlyMap<'br' | 'gzip', () => Buffer>;
  type: string;
  etag: string;
  cacheControl: string;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
/** The maximum, 11, takes a second for all files instead of 0.2 s, and saves only 6 % more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const COMPRESSIBLE = ['.html', '.js', '.css', '.svg'];
/** Vite puts a content hash into these names: the files never change (RFC 8246). */
const HASHED = /^\/assets\//;

/** Relative to `src/console` and to `dist/src/console`. */
const PLACES = ['../../../web/dist/site', '../../../../web/dist/site'];

/** Folder of the built console; null if it is not built. */
export const consoleDirectory = (): string | null =>
  PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((folder) => existsSync(join(folder, 'index.html'))) ?? null;

/**
 * Every file of the built console by its URL path. Read once. The server serves nothing else, so no path can reach another file.
 * @param folder the output folder of Vite.
 */
export function readConsoleFiles(folder: string): Map<string, ConsoleFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length).replace(/^\/*/, '/');
      return [path, consoleFile(path, readFileSync(file))];
    }),
  );
}

export function consoleFile(path: string, body: Buffer): ConsoleFile {
  const extension = extname(path);
  return {
    body,
    encoded: new Map(COMPRESSIBLE.includes(extension) ? encodings(body) : []),
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    cacheControl: HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

/** Compresses a file when a browser first requests it: to compress all of them takes 0.7 s, which would delay every start. */
const encodings = (body: Buffer): ['br' | 'gzip', () => Buffer][] => [
  ['br', once(() => brotliCompressSync(body, BROTLI))],
  ['gzip', once(() => gzipSync(body, { level: 9 }))],
];

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
