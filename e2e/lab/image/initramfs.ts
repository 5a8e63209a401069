/**
 * The initramfs that every machine boots with: it mounts the root disk, copies the machine's own files to it and hands over to its init.
 * It is small (busybox and a handful of modules), so that little is unpacked into the guest's memory.
 *   getInitramfs(kernel): Promise<string>                       path of the part all machines share
 *   writeMachineInitramfs(path, shared, files): Promise<void>   that part plus one machine's files
 */
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached, contentHash } from './cache.js';
import { type CpioEntry, cpio, parentDirectories } from './cpio.js';
import type { Kernel } from './kernel.js';
import { bootModules, copyModules } from './modules.js';

/** Files for one machine, by absolute path in the guest. */
export type MachineFiles = Readonly<
  Record<string, { readonly from: string; readonly mode?: number } | { readonly content: string; readonly mode?: number }>
>;

/**
 * Copies the machine's files to the root disk when they differ from the last copied set: a reboot keeps the guest's changes to
 * them, and a new set (an upgraded agent) replaces them.
 */
const init = `#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
fail() { echo "weft-lab: $*, giving up" > /dev/console; poweroff -f; }
mkdir -p /proc /sys /dev /root
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for word in $(cat /proc/cmdline); do [ "$word" = weft.probe ] && echo "weft-lab: probe passed" > /dev/console && poweroff -f; done
for module in ${bootModules.join(' ')}; do modprobe $module 2>/dev/null; done
tries=0
until [ -b /dev/vda ]; do tries=$((tries + 1)); [ $tries -lt 100 ] || fail "no root disk /dev/vda"; sleep 0.1; done
mount -t ext4 -o noatime /dev/vda /root || fail "the root disk cannot be mounted"
if [ -e /files.hash ] && ! cmp -s /files.hash /root/var/lib/weft-lab/files.hash; then
  cp -a /files/. /root/ || fail "the machine's files do not fit on the root disk"
  mkdir -p /root/var/lib/weft-lab
  cp /files.hash /root/var/lib/weft-lab/files.hash
fi
umount /proc
umount /sys
mount --move /dev /root/dev
exec switch_root /root /sbin/init
`;

export async function getInitramfs(kernel: Kernel): Promise<string> {
  const busybox = await stat('/bin/busybox');
  const key = contentHash([kernel.release, busybox.size, busybox.mtimeMs, bootModules, init]);
  const directory = await cached(`initramfs-${key}`, (building) => build(kernel, building));
  return join(directory, 'initramfs');
}

export async function writeMachineInitramfs(path: string, shared: string, files: MachineFiles): Promise<void> {
  const entries: CpioEntry[] = [];
  for (const [guestPath, file] of Object.entries(files)) {
    if (!guestPath.startsWith('/')) throw new Error(`Give the machine's file "${guestPath}" an absolute path in the guest`);
    const content = 'from' in file ? await readFile(file.from) : Buffer.from(file.content);
    const mode = file.mode ?? ('from' in file ? (await stat(file.from)).mode & 0o777 : 0o644);
    entries.push({ path: `/files${rooted(guestPath)}`, kind: 'file', mode, content });
  }
  const hash = contentHash(entries.map(({ path: name, mode, content }) => [name, mode, content.toString('base64')]));
  entries.push({ path: '/files.hash', kind: 'file', mode: 0o644, content: Buffer.from(hash) });
  const archive = cpio([...parentDirectories(entries.map((entry) => entry.path)), ...entries]);
  await writeFile(path, Buffer.concat([await readFile(shared), archive]));
}

/** /bin and similar paths are links in the root: a directory copied over them would replace them. */
function rooted(path: string): string {
  return path.replace(/^\/(bin|sbin|lib|lib64)\//, '/usr/$1/');
}

async function build(kernel: Kernel, directory: string): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'weft-initramfs-'));
  try {
    await symlink('usr/lib', join(staging, 'lib'));
    await copyModules(kernel, bootModules, staging);
    const entries: CpioEntry[] = [
      { path: '/init', kind: 'file', mode: 0o755, content: Buffer.from(init) },
      { path: '/bin/busybox', kind: 'file', mode: 0o755, content: await readFile('/bin/busybox') },
      { path: '/lib', kind: 'link', mode: 0o777, content: Buffer.from('usr/lib') },
    ];
    for (const file of await readdir(join(staging, 'usr'), { recursive: true, withFileTypes: true })) {
      const host = join(file.parentPath, file.name);
      if (file.isFile()) entries.push({ path: host.slice(staging.length), kind: 'file', mode: 0o644, content: await readFile(host) });
    }
    const directories = parentDirectories([...entries.map((entry) => entry.path), '/proc/x', '/sys/x', '/dev/x', '/root/x']);
    await writeFile(join(directory, 'initramfs'), cpio([...directories, ...entries]));
  } finally {
    await rm(staging, { recursive: true });
  }
}
