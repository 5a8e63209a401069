import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import type { Problem, VolumeCreate } from '../../../api/types.js';
import type { VolumeForm } from './volume-form.js';

/** A change of the form that may make the impossible possible; a dry run says whether it does. */
export interface Fix {
  label: string;
  /** What it costs, if it gives something up. */
  costs: string | null;
  change: Partial<VolumeForm>;
  spec: VolumeCreate;
}

/** So many other classes are tried: each is a dry run. */
const MOST_CLASSES = 8;

/** Weaker protection is never offered: only what survives as much. */
const AS_SAFE: Record<Protection, readonly Protection[]> = {
  raid10: ['raid1'],
  raid1: ['raid10'],
  raid0: ['concatenated'],
  concatenated: ['raid0'],
};

interface DriveClass {
  value: string;
  label: string;
}

/** @returns what is worth trying, the smallest change of what was asked first. */
export function fixesOf(spec: VolumeCreate, problem: Problem, classes: readonly DriveClass[]): Fix[] {
  const with_ = (change: Partial<VolumeCreate>): VolumeCreate => ({ ...spec, ...change });
  const fixes: Fix[] = [];
  if (spec.stripeWidth !== null && spec.stripeWidth !== undefined)
    fixes.push({ label: 'Automatic stripe width', costs: null, change: { stripeWidth: '' }, spec: with_({ stripeWidth: null }) });
  for (const protection of AS_SAFE[spec.protection])
    fixes.push({
      label: `${protection} instead`,
      costs: null,
      change: { protection, stripeWidth: '' },
      spec: with_({ protection, stripeWidth: null }),
    });
  for (const { value, label } of classes.filter(({ value: id }) => id !== spec.driveClassId).slice(0, MOST_CLASSES))
    fixes.push({ label: `Drive class ${label}`, costs: null, change: { driveClassId: value }, spec: with_({ driveClassId: value }) });
  const fitting = problem.fittingSizeBytes;
  if (fitting !== undefined) {
    // As it will stand in the form: cut to two decimals, so never more than what fits.
    const size = formatBytes(fitting);
    fixes.push({ label: `${size}, the largest size that fits`, costs: null, change: { size }, spec: with_({ sizeBytes: fitting }) });
  }
  if (isMirrored(spec.protection) && spec.failureDomain !== 'node')
    fixes.push({
      label: 'Mirror over nodes',
      costs: `no longer survives the loss of a ${spec.failureDomain}`,
      change: { failureDomain: 'node' },
      spec: with_({ failureDomain: 'node' }),
    });
  return fixes;
}
