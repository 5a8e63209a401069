import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readConsoleFiles } from './console-files.js';

const folder = mkdtempSync(join(tmpdir(), 'weft-console-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<html></html>');
writeFileSync(join(folder, 'assets/index-1a2b.js'), 'export {};');
afterAll(() => rmSync(folder, { recursive: true }));

test('reads console files by path, compressed, and marks only hashed ones immutable', () => {
  const files = readConsoleFiles(folder);
  expect([...files.keys()].sort()).toEqual(['/assets/index-1a2b.js', '/index.html']);
  expect(files.get('/index.html')).toMatchObject({ type: 'text/html; charset=utf-8', cacheControl: 'no-cache' });
  const script = files.get('/assets/index-1a2b.js');
  expect(script?.cacheControl).toContain('immutable');
  expect([...(script?.encoded.keys() ?? [])]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(script?.encoded.get('br')?.() ?? Buffer.alloc(0)).toString()).toBe('export {};');
  expect(gunzipSync(script?.encoded.get('gzip')?.() ?? Buffer.alloc(0)).toString()).toBe('export {};');
});
