import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainModes } from './deb.mjs';

/** Options of tar(1) with which the same files give the same bytes, whoever packs them and when. */
export const tarOptions = (epoch) => [
  '--sort=name',
  `--mtime=@${epoch}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--format=gnu',
  // -n: gzip would write the time of packing (gzip(1)).
  '--use-compress-program=gzip -n -9',
];

/** For a server without Debian's packages: the program of the .deb, its unit, and the licence, in one folder of a .tar.gz. */
export function bundleServer({ deb, source, name, epoch, output }) {
  const stage = mkdtempSync(join(tmpdir(), 'weft-bundle-'));
  try {
    execFileSync('dpkg-deb', ['-x', deb, join(stage, 'deb')]);
    renameSync(join(stage, 'deb/usr/lib/weft-server'), join(stage, name));
    mkdirSync(join(stage, name, 'systemd'));
    for (const unit of ['weft-server.service', 'weft-federation.service'])
      cpSync(join(stage, 'deb/usr/lib/systemd/system', unit), join(stage, name, 'systemd', unit));
    for (const file of ['LICENSE', 'NOTICE']) cpSync(join(source, file), join(stage, name, file));
    plainModes(join(stage, name));
    const bundle = join(output, `${name}.tar.gz`);
    execFileSync('tar', ['-cf', bundle, ...tarOptions(epoch), '-C', stage, name]);
    return bundle;
  } finally {
    rmSync(stage, { recursive: true });
  }
}
