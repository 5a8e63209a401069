#!/usr/bin/env node
// Builds the Debian package of the CSI driver from its bundle: dist/weft-csi_<version>_all.deb. Needs dpkg-deb, and no root.
//   node packages/csi/packaging/build-deb.mjs [output folder]
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packDeb } from '../../../scripts/release/deb.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const csi = join(here, '..');
const { version } = JSON.parse(readFileSync(join(csi, 'package.json'), 'utf8'));

/** Where each file goes. The units start nothing before /etc/weft/csi.env is there and somebody enables them. */
export const files = [
  ['dist/weft-csi.mjs', '/usr/lib/weft-csi/weft-csi.mjs', 0o644],
  ['packaging/weft-csi', '/usr/bin/weft-csi', 0o755],
  ['packaging/systemd/weft-csi-controller.service', '/usr/lib/systemd/system/weft-csi-controller.service', 0o644],
  ['packaging/systemd/weft-csi-node.service', '/usr/lib/systemd/system/weft-csi-node.service', 0o644],
  ['packaging/debian/copyright', '/usr/share/doc/weft-csi/copyright', 0o644],
];

/** @returns {string} path of the package */
export function buildDeb(output = join(csi, 'dist')) {
  if (!existsSync(join(csi, 'dist/weft-csi.mjs')))
    throw new Error('dist/weft-csi.mjs is not there: run "node packages/csi/build.mjs" first');
  const stage = mkdtempSync(join(tmpdir(), 'weft-deb-'));
  try {
    for (const [from, to, mode] of files) {
      mkdirSync(dirname(join(stage, to)), { recursive: true });
      cpSync(join(csi, from), join(stage, to));
      chmodSync(join(stage, to), mode);
    }
    return packDeb({ stage, control: join(here, 'debian'), output, name: 'weft-csi', version, architecture: 'all' });
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildDeb(process.argv[2]));
