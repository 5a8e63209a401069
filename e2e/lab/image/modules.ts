/** Copies kernel modules and their dependencies out of an unpacked kernel package. */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hostCommand } from './host-command.js';
import type { Kernel } from './kernel.js';

/** Enough to mount the root disk. */
export const bootModules = ['virtio_pci', 'virtio_blk', 'ext4', 'crc32c_generic'];

/** The small root loads these at boot, in this order. It skips names that are built in or that this kernel does not have. */
export const guestModules = [
  ...['crc32_generic', 'crc32c_generic', 'virtio_pci', 'virtio_net', 'nvme', 'rdma_rxe', 'nvmet', 'nvmet-rdma', 'nvmet-tcp', 'nvme-rdma'],
  ...['nvme-tcp', 'tcp_diag', 'nf_tables', 'raid0', 'raid1', 'raid10', 'dm-mod', 'dm-delay', 'dm-crypt', 'dm-cache', 'dm-cache-smq'],
  'dm-thin-pool',
  'dm-integrity',
];

/** Available to modprobe in the small root, not loaded at boot. */
export const extraModules = [
  'xfs',
  'xts',
  'ecb',
  'aes_generic',
  'nvme-auth',
  'nvme-keyring',
  'tls',
  'gcm',
  'ctr',
  'ghash-generic',
  'aesni-intel',
  'dh_generic',
  'hmac',
  'sha256_generic',
  'rdma_ucm',
  'ib_uverbs',
  'dm-flakey',
  'linear',
  'raid456',
  'loop',
  'sch_netem',
  'sch_tbf',
];

/**
 * Copies `names` and their dependencies into `root`/usr/lib/modules, decompressed, and runs depmod there.
 * (busybox's modprobe reads no .ko.xz.)
 */
export async function copyModules(kernel: Kernel, names: readonly string[], root: string): Promise<void> {
  const source = join(kernel.root, 'lib/modules', kernel.release);
  const target = join(root, 'usr/lib/modules', kernel.release);
  const files = new Set<string>();
  for (const name of names) {
    for (const file of await moduleFiles(kernel, name)) files.add(file);
  }
  for (const file of files) {
    const copy = join(target, relative(source, file.replace('/usr/lib/modules/', '/lib/modules/')));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(file, copy);
  }
  const packed = [...files]
    .filter((file) => file.endsWith('.xz'))
    .map((file) => join(target, relative(source, file.replace('/usr/lib/modules/', '/lib/modules/'))));
  if (packed.length > 0) await hostCommand(['unxz', ...packed]);
  for (const index of ['modules.order', 'modules.builtin', 'modules.builtin.modinfo'])
    await copyFile(join(source, index), join(target, index));
  await hostCommand(['depmod', '-b', root, kernel.release]);
}

/** The `insmod <file>` lines of modprobe; none for an unknown module (another kernel's name for it). */
async function moduleFiles(kernel: Kernel, name: string): Promise<string[]> {
  const known = await hostCommand(['modprobe', '-d', kernel.root, '-S', kernel.release, '--show-depends', name]).catch((error: Error) => {
    if (error.message.includes('not found')) return '';
    throw error;
  });
  return [...known.matchAll(/^insmod (\S+)/gm)].map((match) => match[1] ?? '');
}
