import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NvmetPort, NvmetSubsystem } from '../../host.js';

/** State that actions depend on, besides the operation itself. */
export interface Surroundings {
  /** udevd runs: it creates device nodes and links, and LVM and dmsetup must wait for it. */
  udev: boolean;
  ports: NvmetPort[];
  subsystems: NvmetSubsystem[];
  /** Mappings that carry a human name in /dev/weft. */
  published: { name: string; link: string }[];
}

/** udevd's control socket exists exactly while udevd runs (systemd-udevd.service(8)); libudev and LVM check the same path. */
export const udevRuns = (root: string): boolean => existsSync(join(root, '/run/udev/control'));
