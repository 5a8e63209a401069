#!/usr/bin/env node
// Builds the Debian package of the command line from its bundle: dist/weft_<version>_all.deb. Needs dpkg-deb, and no root.
//   node packages/cli/packaging/build-deb.mjs [output folder]
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packDeb } from '../../../scripts/release/deb.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '..');
const { version } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));

/** Where each file goes. */
export const files = [
  ['dist/weft.mjs', '/usr/lib/weft/weft.mjs', 0o644],
  ['packaging/weft', '/usr/bin/weft', 0o755],
  ['dist/completion/weft.bash', '/usr/share/bash-completion/completions/weft', 0o644],
  ['dist/completion/weft.zsh', '/usr/share/zsh/vendor-completions/_weft', 0o644],
  ['dist/completion/weft.fish', '/usr/share/fish/vendor_completions.d/weft.fish', 0o644],
  ['packaging/debian/copyright', '/usr/share/doc/weft/copyright', 0o644],
];
/** Debian compresses man pages (Debian Policy, 12.1). gzip of Node.js writes no time, so the same text gives the same bytes. */
export const MAN_PAGE = '/usr/share/man/man1/weft.1.gz';

/** @returns {string} path of the package */
export function buildDeb(output = join(cli, 'dist')) {
  if (!existsSync(join(cli, 'dist/weft.mjs'))) throw new Error('dist/weft.mjs is not there: run "node packages/cli/build.mjs" first');
  const stage = mkdtempSync(join(tmpdir(), 'weft-deb-'));
  try {
    for (const [from, to, mode] of files) {
      mkdirSync(dirname(join(stage, to)), { recursive: true });
      cpSync(join(cli, from), join(stage, to));
      chmodSync(join(stage, to), mode);
    }
    mkdirSync(dirname(join(stage, MAN_PAGE)), { recursive: true });
    writeFileSync(join(stage, MAN_PAGE), gzipSync(readFileSync(join(cli, 'dist/weft.1')), { level: 9 }));
    return packDeb({ stage, control: join(here, 'debian'), output, name: 'weft', version, architecture: 'all' });
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildDeb(process.argv[2]));
