import { FAILURE_DOMAIN_VIOLATED } from '@weft/shared/kinds/condition-types';
import type { FailureDomain, Protection, Volume } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';

export interface ProtectionWords {
  /** Raw bytes for each byte of the volume, before rounding and md's metadata. */
  cost: 1 | 2;
  layout: string;
  survives: (domain: FailureDomain) => string;
}

/** Cost and benefit of each protection. */
export const protectionWords: Record<Protection, ProtectionWords> = {
  raid10: {
    cost: 2,
    layout: 'Stripes over mirror sets: the speed of many drives.',
    survives: (domain) => `Survives the loss of any one ${domain}, and of more while each mirror set keeps a half.`,
  },
  raid1: {
    cost: 2,
    layout: 'One mirror of two or three legs: at most as large as one drive.',
    survives: (domain) => `Survives the loss of any one ${domain}.`,
  },
  raid0: {
    cost: 1,
    layout: 'Stripes over drives: the speed of many drives.',
    survives: () => 'Survives nothing: the loss of any drive loses all data. For applications that replicate.',
  },
  concatenated: {
    cost: 1,
    layout: 'Drive after drive, as few as possible.',
    survives: () => 'Survives nothing: the loss of any of its drives loses all data. For applications that replicate.',
  },
};

/** With three copies the second loss is survived too. */
export const survivesWith = (protection: Protection, copies: number, domain: FailureDomain): string =>
  copies > DEFAULT_COPIES ? `Survives the loss of any two ${domain}s.` : protectionWords[protection].survives(domain);

/** Failure-domain violation: one rack or zone holds two legs of a mirror set; undefined: none. */
export const domainViolated = ({ conditions }: Pick<Volume, 'conditions'>) =>
  conditions.find(({ type, status }) => type === FAILURE_DOMAIN_VIOLATED && status === 'true');

/** What a volume survives now: the protection it was placed for holds only without a failure-domain violation. */
export function survivesNow(volume: Pick<Volume, 'protection' | 'copies' | 'failureDomain' | 'conditions'>): string {
  const { protection, copies, failureDomain } = volume;
  if (domainViolated(volume)) return `Does not survive the loss of the ${failureDomain} with more than one half of a mirror.`;
  return survivesWith(protection, copies, failureDomain);
}
