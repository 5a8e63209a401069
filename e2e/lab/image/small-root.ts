/**
 * The small root disk: the storage tools of the machine that hosts the lab, its Node, and busybox for the rest. No udev, no systemd.
 * It boots in seconds under emulation. Debian's own programs take precedence over busybox's applets of the same name.
 *   getSmallRoot(kernel): Promise<string>   path of an ext4 image; every machine gets its own copy
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cached, contentHash } from './cache.js';
import { hostCommand } from './host-command.js';
import type { Kernel } from './kernel.js';
import { copyModules, extraModules, guestModules } from './modules.js';
import { smallRootFiles } from './small-root-files.js';

/** Whole packages: programs, libraries and configuration as Debian lays them out. */
const packages = [
  ...[
    'coreutils',
    'dash',
    'bash',
    'util-linux',
    'mount',
    'grep',
    'sed',
    'findutils',
    'diffutils',
    'mawk',
    'procps',
    'psmisc',
    'kmod',
    'perl-base',
  ],
  ...['e2fsprogs', 'xfsprogs', 'iproute2', 'nftables', 'nvme-cli', 'mdadm', 'lvm2', 'dmsetup', 'keyutils', 'fio', 'ibverbs-providers'],
];
const optionalPackages = ['ibverbs-utils', 'iputils-ping', 'strace', 'tar'];
const leftOut =
  /^\/(usr\/share\/(doc|man|locale|info|lintian|bug|initramfs-tools|bash-completion|zsh|fish)|(usr\/)?lib\/(systemd|udev)|etc\/(init\.d|cron\.|default|logcheck|kernel))|libmlx|libhns|libefa|libmana|python/;
const imageBytes = 2 * 1024 ** 3;

export async function getSmallRoot(kernel: Kernel): Promise<string> {
  const installed = optionalPackages.filter((name) => existsSync(`/var/lib/dpkg/info/${name}.list`));
  const versions = await hostCommand(['dpkg-query', '-W', 'busybox-static', 'libc6', ...packages, ...installed]);
  const node = await stat(process.execPath);
  const key = contentHash([
    kernel.release,
    versions,
    node.size,
    node.mtimeMs,
    guestModules,
    extraModules,
    smallRootFiles,
    leftOut.source,
    1,
  ]);
  const directory = await cached(`small-root-${key}`, (building) => build(kernel, [...packages, ...installed], building));
  return join(directory, 'root.img');
}

async function build(kernel: Kernel, names: readonly string[], directory: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'weft-root-'));
  try {
    for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
      await mkdir(join(root, 'usr', name), { recursive: true });
      await symlink(`usr/${name}`, join(root, name));
    }
    for (const name of [
      'dev',
      'proc',
      'sys',
      'run',
      'tmp',
      'root',
      'mnt',
      'etc',
      'var/log',
      'var/lib/weft',
      'etc/weft',
      'etc/lvm/devices',
      'etc/nvme',
    ]) {
      await mkdir(join(root, name), { recursive: true });
    }
    await copyPackages(names, root);
    await copyInto(root, process.execPath, '/usr/bin/node');
    await copyInto(root, '/bin/busybox', '/usr/bin/busybox');
    await copyLibraries(root);
    await addApplets(root);
    await copyModules(kernel, [...guestModules, ...extraModules], root);
    for (const [path, { content, mode }] of Object.entries(smallRootFiles)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content, { mode });
    }
    await symlink('/proc/mounts', join(root, 'etc/mtab'));
    const image = join(directory, 'root.img');
    await writeFile(image, '');
    await truncate(image, imageBytes);
    await hostCommand(['mke2fs', '-q', '-t', 'ext4', '-E', 'root_owner=0:0', '-d', root, image]);
  } finally {
    await rm(root, { recursive: true });
  }
}

async function copyPackages(names: readonly string[], root: string): Promise<void> {
  const listed = (await hostCommand(['dpkg', '-L', ...names])).split('\n');
  for (const path of listed) {
    if (!path.startsWith('/') || leftOut.test(path) || !existsSync(path)) continue;
    if (!(await stat(path)).isDirectory()) await copyInto(root, path, path);
  }
  await symlink('dash', join(root, 'usr/bin/sh')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Links stay links, so that lvs remains a name of lvm. */
async function copyInto(root: string, from: string, to: string): Promise<void> {
  const target = join(root, to.replace(/^\/(bin|sbin|lib|lib64)\//, '/usr/$1/'));
  await mkdir(dirname(target), { recursive: true });
  await cp(from, target, { verbatimSymlinks: true, force: true });
}

/** Copies the shared libraries of every program and plug-in in the root, as ldd names them. */
async function copyLibraries(root: string): Promise<void> {
  const programs: string[] = [];
  for (const directory of ['usr/bin', 'usr/sbin', 'usr/lib']) {
    for (const entry of await readdir(join(root, directory), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && (directory !== 'usr/lib' || entry.name.includes('.so'))) programs.push(join(entry.parentPath, entry.name));
    }
  }
  const libraries = new Set<string>();
  for (const program of programs) {
    const needed = await hostCommand(['ldd', program]).catch((error: Error) => {
      if (/not a dynamic executable|exited with unknown/.test(error.message)) return '';
      throw error;
    });
    for (const match of needed.matchAll(/(?:=> |^\s+)(\/\S+)/gm)) libraries.add(match[1] ?? '');
  }
  for (const library of libraries) {
    const target = library.replace(/^\/(lib|lib64)\//, '/usr/$1/');
    if (existsSync(join(root, target))) continue;
    await mkdir(dirname(join(root, target)), { recursive: true });
    await cp(await realpath(library), join(root, target));
  }
}

/** Adds a busybox applet for every program that the packages did not bring. */
async function addApplets(root: string): Promise<void> {
  const applets = (await hostCommand(['/bin/busybox', '--list'])).split('\n').filter((name) => name !== '' && name !== 'busybox');
  const init = new Set(['init', 'reboot', 'poweroff', 'halt']);
  for (const name of applets) {
    if (['usr/bin', 'usr/sbin'].some((directory) => existsSync(join(root, directory, name)))) continue;
    await symlink('/usr/bin/busybox', join(root, init.has(name) ? 'usr/sbin' : 'usr/bin', name));
  }
}
