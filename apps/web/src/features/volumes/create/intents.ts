import type { VolumeForm } from './form/volume-schema.js';

interface Intent {
  name: string;
  why: string;
  /** Values that the intent sets. The fields below show them, and can change them. */
  values: Pick<VolumeForm, 'protection' | 'failureDomain'>;
}

/** Intents of a new volume, each with the protection that fits it. */
export const intents: readonly Intent[] = [
  {
    name: 'Database',
    why: 'Fast, and survives the loss of a node.',
    values: { protection: 'raid10', failureDomain: 'node' },
  },
  {
    name: 'Scratch',
    why: 'Fast and cheap. Any lost drive loses all of it.',
    values: { protection: 'raid0', failureDomain: 'node' },
  },
  {
    name: 'Shared, read-mostly',
    why: 'One mirror that survives the loss of a node. Many clients read it; attach it read-only.',
    values: { protection: 'raid1', failureDomain: 'node' },
  },
];

/** The intent that the fields match; undefined: chosen by hand. */
export const intentOf = ({ protection, failureDomain }: VolumeForm): Intent | undefined =>
  intents.find(({ values }) => values.protection === protection && (protection === 'raid0' || values.failureDomain === failureDomain));
