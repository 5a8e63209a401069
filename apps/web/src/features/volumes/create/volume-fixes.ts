import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { formatBytes } from '@weft/shared/units';
import type { Problem, VolumeCreate } from '../../../api/types.js';
import type { VolumeForm } from './form/volume-schema.js';

/** A change of the form that may make the volume possible; a dry run checks it. */
export interface Fix {
  label: string;
  /** What the user gives up; null: nothing. */
  costs: string | null;
  change: Partial<VolumeForm>;
  spec: VolumeCreate;
}

/** Limit of other classes to try: each needs a dry run. */
const MOST_CLASSES = 8;

/** Protections that survive at least as much: a weaker one is never offered. */
const AS_SAFE: Record<Protection, readonly Protection[]> = {
  raid10: ['raid1'],
  raid1: ['raid10'],
  raid0: ['concatenated'],
  concatenated: ['raid0'],
};

const hasThreeCopies = ({ copies }: VolumeCreate): boolean => (copies ?? DEFAULT_COPIES) > DEFAULT_COPIES;

interface DriveClass {
  value: string;
  label: string;
}

/** @returns the changes worth trying, smallest change first. */
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
    // The value that the form will hold: cut to two decimals, so never more than the space.
    const size = formatBytes(fitting);
    fixes.push({ label: `${size}, the largest size that fits`, costs: null, change: { size }, spec: with_({ sizeBytes: fitting }) });
  }
  if (hasThreeCopies(spec))
    fixes.push({ label: 'Two copies', costs: 'survives one loss instead of two', change: { copies: '2' }, spec: with_({ copies: null }) });
  if (isMirrored(spec.protection) && spec.failureDomain !== 'node')
    fixes.push({
      label: 'Mirror over nodes',
      costs: `no longer survives the loss of a ${spec.failureDomain}`,
      change: { failureDomain: 'node' },
      spec: with_({ failureDomain: 'node' }),
    });
  return fixes;
}
