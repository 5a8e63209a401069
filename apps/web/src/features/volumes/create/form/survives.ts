import { type FailureDomain, failureDomains, isMirrored, type Protection } from '@weft/shared/kinds/volume';
import type { VolumeForm } from './volume-schema.js';

/** The largest single loss that a volume shall survive. A mirror survives at least the loss of a node. */
export const survivals = ['nothing', ...failureDomains] as const;
export type Survives = 'nothing' | FailureDomain;

type Chosen = Pick<VolumeForm, 'protection' | 'failureDomain'>;

/** The same layout with and without a mirror. */
const mirrorOf: Record<Protection, Protection> = { raid0: 'raid10', concatenated: 'raid1', raid10: 'raid10', raid1: 'raid1' };
const plainOf: Record<Protection, Protection> = { raid10: 'raid0', raid1: 'concatenated', raid0: 'raid0', concatenated: 'concatenated' };

/** What the chosen protection and failure domain survive. */
export const survivesOf = ({ protection, failureDomain }: Chosen): Survives => (isMirrored(protection) ? failureDomain : 'nothing');

/** Values that survive it, with the layout as near to the chosen one as possible. */
export const valuesFor = (survives: Survives, { protection, failureDomain }: Chosen): Chosen =>
  survives === 'nothing'
    ? { protection: plainOf[protection], failureDomain }
    : { protection: mirrorOf[protection], failureDomain: survives };
