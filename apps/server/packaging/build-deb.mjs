#!/usr/bin/env node
// Builds the server's Debian package from a built checkout: dist/weft-server_<version>_<architecture>.deb. Needs dpkg-deb, npm and its registry or
// cache, and no root. The architecture is that of this machine: @node-rs/argon2 is native code.
//   node apps/server/packaging/build-deb.mjs [output folder]
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packDeb } from '../../../scripts/release/deb.mjs';
import { writeProductionManifests } from '../../../scripts/release/production-lock.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Where each file of this folder goes. */
export const files = [
  ['weft-server', '/usr/bin/weft-server'],
  ['weft-server.service', '/usr/lib/systemd/system/weft-server.service'],
  ['weft-federation.service', '/usr/lib/systemd/system/weft-federation.service'],
  ['sysusers.conf', '/usr/lib/sysusers.d/weft-server.conf'],
  ['server.json', '/usr/share/weft-server/server.json'],
  ['debian/copyright', '/usr/share/doc/weft-server/copyright'],
];

/** What the server needs of the checkout: the program, its contract, the console. */
const parts = ['apps/server/bin', 'apps/server/dist/bundle', 'apps/server/openapi.json', 'apps/web/dist/site'];
/** Workspaces with modules in the server's bundle. */
const loaded = ['apps/server', 'packages/shared', 'packages/agent'];

/**
 * Installs the server's production dependencies, at the versions and checksums of package-lock.json, into `lib`. The server
 * loads those that the bundle leaves out; the others are there for their licences.
 */
function installDependencies(lib) {
  writeProductionManifests({ root, workspaces: loaded, target: lib });
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', args, { cwd: lib, stdio: ['ignore', 'ignore', 'inherit'] });
  // npm's own records name its registry, and nothing loads them.
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/.bin'])
    rmSync(join(lib, file), { recursive: true });
}

function copyProgram(lib) {
  for (const part of parts) {
    if (!existsSync(join(root, part))) throw new Error(`${part} is not there: run "npm run build" first`);
    cpSync(join(root, part), join(lib, part), { recursive: true });
  }
}

/** @returns {string} path of the package */
export function buildDeb(output = join(here, '../dist')) {
  const stage = mkdtempSync(join(tmpdir(), 'weft-deb-'));
  try {
    const lib = join(stage, 'usr/lib/weft-server');
    installDependencies(lib);
    copyProgram(lib);
    for (const [from, to] of files) {
      mkdirSync(dirname(join(stage, to)), { recursive: true });
      cpSync(join(here, from), join(stage, to));
    }
    const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
    return packDeb({ stage, control: join(here, 'debian'), output, name: 'weft-server', version, architecture });
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildDeb(process.argv[2]));
