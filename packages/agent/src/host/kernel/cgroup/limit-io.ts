import { writeFile } from 'node:fs/promises';
import { type IoLimits, NO_LIMITS, sameLimits } from '@weft/shared/limits/io-limits';
import type { FactResult } from '../lookup/host-context.js';
import type { Tree } from '../run/host-fs.js';
import { limitLine, parseIoMax } from '../run/io-max.js';
import { below } from '../run/paths.js';
import { CGROUP } from './observe-limits.js';

interface SliceLimit {
  /** dm name. */
  name: string;
  slice: string;
  limits: IoLimits;
}

/** The number is read now: the caller has compared the device and keeps it open, so that the kernel gives its number to no other one. */
export async function limitIo({ name, slice, limits }: SliceLimit, tree: Tree): Promise<void> {
  const path = below(CGROUP, slice, 'io.max');
  const number = await tree.deviceNumber(below('/dev/mapper', name));
  if (number === undefined) throw new Error(`/dev/mapper/${name} is not a block device here`);
  if (await tree.exists(below(CGROUP, slice))) await writeFile(tree.path(path), limitLine(number, limits));
}

/** True for a slice that has disappeared. */
export async function limitsFact({ name, slice, limits }: SliceLimit, tree: Tree): Promise<FactResult> {
  if (!(await tree.exists(below(CGROUP, slice)))) return null;
  const number = await tree.deviceNumber(below('/dev/mapper', name));
  const text = await tree.text(below(CGROUP, slice, 'io.max'));
  if (text === undefined) return `${slice} has no io.max: the kernel was built without CONFIG_BLK_DEV_THROTTLING`;
  const found = parseIoMax(text).get(number ?? '') ?? NO_LIMITS;
  return sameLimits(found, limits) ? null : `${slice} limits ${name} (${number}) to other values: ${text}`;
}
