#!/usr/bin/env node
// Builds the agent's Debian package from its bundle: dist/weft-agent_<version>_all.deb. Needs dpkg-deb, and no root.
//   node packages/agent/packaging/build-deb.mjs [output folder]
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packDeb } from '../../../scripts/release/deb.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const agent = join(here, '..');
const { version } = JSON.parse(readFileSync(join(agent, 'package.json'), 'utf8'));

/** Where each file goes. 0755: run by people or the system. */
export const files = [
  ['dist/weft-agent.mjs', '/usr/lib/weft/weft-agent.mjs', 0o644],
  ['packaging/weft-agent', '/usr/bin/weft-agent', 0o755],
  ['packaging/systemd/weft-agent.service', '/usr/lib/systemd/system/weft-agent.service', 0o644],
  ['packaging/systemd/weft-volumes.service', '/usr/lib/systemd/system/weft-volumes.service', 0o644],
  ['packaging/udev/59-weft-legs.rules', '/usr/lib/udev/rules.d/59-weft-legs.rules', 0o644],
  ['packaging/udev/65-weft-volumes.rules', '/usr/lib/udev/rules.d/65-weft-volumes.rules', 0o644],
  ['packaging/modules-load.d/weft.conf', '/usr/lib/modules-load.d/weft.conf', 0o644],
  ['packaging/initramfs-tools/weft-agent', '/usr/share/initramfs-tools/hooks/weft-agent', 0o755],
  ['packaging/debian/copyright', '/usr/share/doc/weft-agent/copyright', 0o644],
];

/** @returns {string} path of the package */
export function buildDeb(output = join(agent, 'dist')) {
  if (!existsSync(join(agent, 'dist/weft-agent.mjs')))
    throw new Error('dist/weft-agent.mjs is not there: run "node packages/agent/build.mjs" first');
  const stage = mkdtempSync(join(tmpdir(), 'weft-deb-'));
  try {
    for (const [from, to, mode] of files) {
      mkdirSync(dirname(join(stage, to)), { recursive: true });
      cpSync(join(agent, from), join(stage, to));
      chmodSync(join(stage, to), mode);
    }
    return packDeb({ stage, control: join(here, 'debian'), output, name: 'weft-agent', version, architecture: 'all' });
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildDeb(process.argv[2]));
