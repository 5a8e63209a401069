import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOfSources, isBuilt } from './build-if-changed.mjs';

let root;
const write = (path, text = '') => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weft-sources-'));
  for (const file of ['scripts/build.mjs', 'tsconfig.base.json', 'tsconfig.json', 'package-lock.json', 'apps/server/src/main.ts'])
    write(file, file);
  write('packages/agent/src/main.ts', 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

test('changes the hash for a changed or new source, not for tests or build output', () => {
  const before = hashOfSources(root);
  write('packages/agent/src/main.test.ts', 'test');
  write('packages/agent/dist/main.js', 'made');
  write('packages/agent/node_modules/x/index.js', 'installed');
  expect(hashOfSources(root)).toBe(before);
  write('packages/agent/src/main.ts', 'two');
  const changed = hashOfSources(root);
  expect(changed).not.toBe(before);
  cpSync(join(root, 'packages/agent/src/main.ts'), join(root, 'packages/agent/src/other.ts'));
  expect(hashOfSources(root)).not.toBe(changed);
});

test('finds a build of the same sources until a part of it is removed', () => {
  const hash = hashOfSources(root);
  const parts = [
    'apps/server/dist/bundle/weft-server.mjs',
    'packages/test-support/dist/kept-mongo.js',
    'packages/agent/dist/weft-simulation.mjs',
    'apps/web/dist/site/index.html',
  ];
  for (const part of parts) write(part);
  write('.cache/start/built', hash);
  expect(isBuilt(root, hash)).toBe(true);
  expect(isBuilt(root, 'other')).toBe(false);
  rmSync(join(root, 'apps/server/dist'), { recursive: true });
  expect(isBuilt(root, hash)).toBe(false);
});
