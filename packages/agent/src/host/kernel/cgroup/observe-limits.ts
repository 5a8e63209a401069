import { isWeftDmUuid } from '@weft/shared/identity';
import { MOST } from '@weft/shared/messages/bounded';
import type { LimitsState, SliceLimits } from '../../host.js';
import type { Tree } from '../run/host-fs.js';
import { parseIoMax, parsePressure } from '../run/io-max.js';
import { below } from '../run/paths.js';

/** Where every distribution with cgroup v2 mounts it (systemd: file-hierarchy(7)). */
export const CGROUP = '/sys/fs/cgroup';
const OURS_ONLY = /^0::\/([^/\n]+)$/m;

/** Limits of Weft's mappings in every top-level cgroup except one that only the agent is in. A few small reads of the kernel's memory for each cgroup. */
export async function observeLimits(tree: Tree): Promise<LimitsState> {
  const controllers = await tree.text(`${CGROUP}/cgroup.controllers`);
  if (controllers === undefined) return { obstacle: 'no-cgroup2', slices: [] };
  if (!hasIo(controllers)) return { obstacle: 'no-io-controller', slices: [] };
  const own = OURS_ONLY.exec((await tree.text('/proc/self/cgroup')) ?? '')?.[1];
  const enabled = hasIo((await tree.text(`${CGROUP}/cgroup.subtree_control`)) ?? '');
  const slices: SliceLimits[] = [];
  let throttles = !enabled;
  for (const name of await tree.list(CGROUP)) {
    // Only cgroups have it; the root has files and folders of other kinds.
    if (name === own || slices.length >= MOST.slices || !(await tree.exists(below(CGROUP, name, 'cgroup.type')))) continue;
    const text = await tree.text(below(CGROUP, name, 'io.max'));
    throttles ||= text !== undefined;
    const ioWait = parsePressure((await tree.optional(below(CGROUP, name, 'io.pressure'))) ?? '');
    slices.push({ name, limits: await limitsOf(text ?? '', tree), ...(ioWait && { ioWait }) });
  }
  return throttles || slices.length === 0 ? { obstacle: null, slices } : { obstacle: 'no-throttling', slices: [] };
}

const hasIo = (controllers: string): boolean => controllers.split(/\s+/).includes('io');

async function limitsOf(text: string, tree: Tree): Promise<SliceLimits['limits']> {
  const found: SliceLimits['limits'] = [];
  for (const [number, limits] of parseIoMax(text)) {
    const uuid = tree.attributeNow(`/sys/dev/block/${number}/dm/uuid`);
    if (uuid !== undefined && isWeftDmUuid(uuid)) found.push({ uuid, limits });
  }
  return found;
}
