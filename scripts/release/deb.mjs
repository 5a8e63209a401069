import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Every file, folder and symbolic link below a folder, as paths relative to it. */
const below = (folder) => readdirSync(folder, { recursive: true });

/** Bytes of the files below a folder. */
const sizeOf = (folder) =>
  below(folder).reduce((sum, name) => {
    const entry = lstatSync(join(folder, name));
    return sum + (entry.isFile() ? entry.size : 0);
  }, 0);

/** Gives folders and executable files mode 0755 and other files 0644: the builder's umask must not show in a package. */
export function plainModes(folder) {
  chmodSync(folder, 0o755);
  for (const name of below(folder)) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || entry.mode & 0o111 ? 0o755 : 0o644);
  }
}

/**
 * Packs a staged folder as a Debian package with the control files of a folder, in which @VERSION@, @ARCHITECTURE@ and @SIZE@ (KiB) are replaced.
 * Maintainer scripts are those files that have the executable bit. The same content gives the same bytes if SOURCE_DATE_EPOCH is set (dpkg-deb(1):
 * it sorts names, and cuts times to that moment).
 * @returns {string} path of the package
 */
export function packDeb({ stage, control, output, name, version, architecture }) {
  plainModes(stage);
  const kib = Math.ceil(sizeOf(stage) / 1024);
  const target = join(stage, 'DEBIAN');
  mkdirSync(target);
  for (const file of readdirSync(control).filter((each) => each !== 'copyright')) {
    const text = readFileSync(join(control, file), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@SIZE@', String(kib));
    writeFileSync(join(target, file), text);
    chmodSync(join(target, file), lstatSync(join(control, file)).mode);
  }
  plainModes(target);
  const deb = join(resolve(output), `${name}_${version}_${architecture}.deb`);
  mkdirSync(dirname(deb), { recursive: true });
  // The default compression differs between Debian and Ubuntu.
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', stage, deb], { stdio: ['ignore', 'ignore', 'inherit'] });
  return deb;
}
