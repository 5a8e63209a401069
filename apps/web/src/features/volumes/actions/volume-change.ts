import type { RebuildPriority } from '@weft/shared/kinds/volume';
import type { Volume } from '../../../api/types.js';
import { labelsText, parseLabels } from '../../../forms/labels-text.js';
import type { PlanStep } from '../../../ui/plan-steps.js';

/** Texts as typed. */
export interface VolumeChangeForm {
  description: string;
  labels: string;
  rebuildPriority: RebuildPriority;
  rebuildDelay: string;
}
type Change = Partial<Pick<Volume, 'description' | 'labels' | 'rebuildPriority' | 'rebuildDelaySeconds'>>;

const MOST_DELAY_SECONDS = 604_800;

export const formOfVolume = ({ description, labels, rebuildPriority, rebuildDelaySeconds }: Volume): VolumeChangeForm => ({
  description,
  labels: labelsText(labels),
  rebuildPriority,
  rebuildDelay: String(rebuildDelaySeconds),
});

/** Fields that differ from the volume, and errors for fields that cannot be parsed. */
export function changeOfVolume(
  volume: Volume,
  form: VolumeChangeForm,
): { body: Change; errors: { labels?: string; rebuildDelay?: string } } {
  const labels = parseLabels(form.labels);
  const delay = /^\d+$/.test(form.rebuildDelay.trim()) ? Number(form.rebuildDelay) : null;
  const isDelay = delay !== null && delay <= MOST_DELAY_SECONDS;
  return {
    body: {
      ...(form.description === volume.description ? {} : { description: form.description }),
      ...(labels.ok && labelsText(labels.labels) !== labelsText(volume.labels) ? { labels: labels.labels } : {}),
      ...(form.rebuildPriority === volume.rebuildPriority ? {} : { rebuildPriority: form.rebuildPriority }),
      ...(isDelay && delay !== volume.rebuildDelaySeconds ? { rebuildDelaySeconds: delay } : {}),
    },
    errors: {
      ...(labels.ok ? {} : { labels: labels.why }),
      ...(isDelay ? {} : { rebuildDelay: `It must be whole seconds from 0 to ${MOST_DELAY_SECONDS}.` }),
    },
  };
}

/** Effects of a change, with the nodes they happen on. */
export function changeSteps({ legs, rebuildDelaySeconds, rebuildPriority }: Volume, change: Change): PlanStep[] {
  const clientsOf = legs.length === 0 ? [] : [{ node: null, what: 'clients go on; no data is touched' }];
  const steps: PlanStep[] = [
    ...(change.description === undefined ? [] : [{ node: null, what: 'its description changes' }]),
    ...(change.labels === undefined ? [] : [{ node: null, what: `its labels become ${labelsText(change.labels) || 'none'}` }]),
    ...(change.rebuildDelaySeconds === undefined
      ? []
      : [
          {
            node: null,
            what: `a leg is replaced after ${change.rebuildDelaySeconds} s without it, was ${rebuildDelaySeconds} s; this counts for legs that are missing now too`,
          },
        ]),
    ...(change.rebuildPriority === undefined
      ? []
      : [
          {
            node: null,
            what: `its clients set the speed of copies to ${change.rebuildPriority}, was ${rebuildPriority}; this counts for a copy that runs too`,
          },
        ]),
  ];
  return steps.length === 0 ? [] : [...steps, ...clientsOf];
}
