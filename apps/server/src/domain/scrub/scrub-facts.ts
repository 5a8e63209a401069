import { MISMATCHES_FOUND } from '@weft/shared/kinds/condition-types';
import type { VolumeDocument } from '../documents/volume.document.js';

const DAY_MS = 86_400_000;

type Scrubbed = { spec: Pick<VolumeDocument['spec'], 'scrubIntervalDays'>; status: Pick<VolumeDocument['status'], 'scrub' | 'conditions'> };

/** MongoDB filter: attachments whose client may write, so that it can scrub. */
export const WRITING = { 'spec.mode': 'exclusive', 'spec.desired': 'attached' } as const;

/** Days between scheduled scrubs of the volume; 0: none. */
export const scrubIntervalDays = ({ spec }: Pick<Scrubbed, 'spec'>, setting: number): number => spec.scrubIntervalDays ?? setting;

/** When the next scheduled scrub is due; null: never. */
export function scrubDueAt(volume: Scrubbed, setting: number): Date | null {
  const days = scrubIntervalDays(volume, setting);
  const { scrub } = volume.status;
  return days === 0 || !scrub ? null : new Date(scrub.countedFrom.getTime() + days * DAY_MS);
}

/** As the condition has it; 0: no mismatch is known. */
export function mismatchBytesOf({ status: { conditions } }: Scrubbed): number {
  const found = conditions.find(({ type, status }) => type === MISMATCHES_FOUND && status === 'true')?.params?.['mismatchBytes'];
  return typeof found === 'number' ? found : 0;
}
