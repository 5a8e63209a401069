/** Files that a machine boots from, built or taken from the cache. */
import { getAccelerator } from '../image/accelerator.js';
import { getDebianRoot } from '../image/debian-root.js';
import { getInitramfs } from '../image/initramfs.js';
import { getKernel, type Suite } from '../image/kernel.js';
import { getSmallRoot } from '../image/small-root.js';
import type { MachineImage } from './machine-spec.js';

/** `small`: busybox and the storage tools, boots in seconds. `debian`: a full Debian 13 with systemd and udev. */
export type RootKind = 'small' | 'debian';

export async function getImage(kind: RootKind = 'small', suite: Suite = 'trixie'): Promise<MachineImage> {
  const kernel = await getKernel(suite);
  const initramfs = await getInitramfs(kernel);
  const accelerator = await getAccelerator(kernel, initramfs);
  const root = kind === 'debian' ? await getDebianRoot(kernel) : await getSmallRoot(kernel);
  return { vmlinuz: kernel.vmlinuz, initramfs, root, accelerator, bootTimeoutSeconds: kind === 'debian' ? 300 : 180 };
}
