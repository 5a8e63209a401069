import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { files } from './build-deb.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');

describe('the Debian package', () => {
  it('has every file of its folder, and a program that sh can run', () => {
    for (const [from] of files.filter(([path]) => path.startsWith('packaging/')))
      expect(existsSync(join(here, '..', from)), from).toBe(true);
    execFileSync('sh', ['-n', join(here, 'weft')]);
    expect(statSync(join(here, 'weft')).mode & 0o111).not.toBe(0);
  });
});

describe('types of the client', () => {
  it('know requests and answers of each operation, and refuse others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'weft-client-'));
    try {
      cpSync(join(here, 'client.d.ts'), join(folder, 'client.d.ts'));
      cpSync(join(root, 'apps/web/src/api/schema.ts'), join(folder, 'api.d.ts'));
      writeFileSync(
        join(folder, 'use.mts'),
        [
          "import { Client, table } from './client.js';",
          "const client = new Client({ url: new URL('https://weft1'), routes: table.routes });",
          "const page = await client.call('listVolumes', { query: { limit: 5 } });",
          'export const names: string[] = page.items.map(({ name }) => name);',
          "const { job } = await client.call('deleteVolume', { params: { id: 'x' }, ifMatch: 1 });",
          'export const state: "running" | "waiting" | "done" | "failed" = job.state;',
          '// @ts-expect-error -- not an operation',
          "await client.call('makeVolume');",
          '// @ts-expect-error -- not a filter',
          "await client.call('listVolumes', { query: { colour: 'red' } });",
        ].join('\n'),
      );
      const args = [
        '--strict',
        '--noEmit',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--skipLibCheck',
        '--types',
        'node',
        '--typeRoots',
        join(root, 'node_modules/@types'),
      ];
      execFileSync(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), ...args, 'use.mts'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lists what the entry of the bundle exports', () => {
    const exported = [...readFileSync(join(here, '../src/program/client.ts'), 'utf8').matchAll(/export \{ ([^}]+) \}/g)].flatMap(
      ([, names]) => names.split(', '),
    );
    const declared = [...readFileSync(join(here, 'client.d.ts'), 'utf8').matchAll(/export declare (?:class|const|function) (\w+)/g)].map(
      ([, name]) => name,
    );
    expect(declared.sort()).toEqual(exported.sort());
  });
});
