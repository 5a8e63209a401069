import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export interface ConsoleFile {
  body: Buffer;
  /** Null where it would not be smaller (fonts, images). */
  gzip: Buffer | null;
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
};
const COMPRESSIBLE = ['.html', '.js', '.css', '.svg'];
/** Vite puts a hash of the content into these names: they never change (RFC 8246). */
const HASHED = /^\/assets\//;

/** From `src/console` and from `dist/src/console`. */
const PLACES = ['../../../web/dist/site', '../../../../web/dist/site'];

/** Folder of the built console, or null: not built. */
export const consoleDirectory = (): string | null =>
  PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((folder) => existsSync(join(folder, 'index.html'))) ?? null;

/**
 * Every file of the built console by its URL path. Read once: what is not in here is not served, so no path can reach another file.
 * @param folder as Vite left it.
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

function consoleFile(path: string, body: Buffer): ConsoleFile {
  const extension = extname(path);
  return {
    body,
    gzip: COMPRESSIBLE.includes(extension) ? gzipSync(body, { level: 9 }) : null,
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    cacheControl: HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}
