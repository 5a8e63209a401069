#!/usr/bin/env node
// Packs the command line and its client for npm: dist/weft-cli-<version>.tgz. `npm pack` writes no times, so the same files give the same bytes.
//   node packages/cli/packaging/build-npm.mjs [output folder]
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainModes } from '../../../scripts/release/deb.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '..');
const { version, license } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));

const files = [
  ['dist/weft.mjs', 'weft.mjs'],
  ['dist/client.mjs', 'client.mjs'],
  ['packaging/client.d.ts', 'client.d.ts'],
  ['../../apps/web/src/api/schema.ts', 'api.d.ts'],
  ['dist/weft.1', 'man/weft.1'],
  ['dist/completion', 'completion'],
  ['../../docs/cli.md', 'README.md'],
  ['../../LICENSE', 'LICENSE'],
];

const manifest = {
  name: '@weft/cli',
  version,
  license,
  description: 'Command line and client of Weft, a management plane for shared NVMe',
  type: 'module',
  bin: { weft: './weft.mjs' },
  man: './man/weft.1',
  exports: { './client': { types: './client.d.ts', default: './client.mjs' } },
  engines: { node: '>=18' },
};

/** @returns {string} path of the package */
export function buildNpm(output = join(cli, 'dist')) {
  if (!existsSync(join(cli, 'dist/weft.mjs'))) throw new Error('dist/weft.mjs is not there: run "node packages/cli/build.mjs" first');
  const stage = mkdtempSync(join(tmpdir(), 'weft-npm-'));
  try {
    for (const [from, to] of files) {
      mkdirSync(dirname(join(stage, to)), { recursive: true });
      cpSync(join(cli, from), join(stage, to), { recursive: true });
    }
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    plainModes(stage);
    mkdirSync(output, { recursive: true });
    const args = ['pack', '--pack-destination', resolve(output), '--loglevel=error'];
    const name = execFileSync('npm', args, { cwd: stage, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
    return join(resolve(output), name);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildNpm(process.argv[2]));
