import type { Volume } from '../../../api/types.js';
import { labelsText } from '../../../forms/labels-text.js';
import type { PlanStep } from '../../../ui/plan-steps.js';

type Change = Partial<Pick<Volume, 'description' | 'labels' | 'rebuildPriority' | 'rebuildDelaySeconds' | 'scrubIntervalDays'>>;

/** Effects of a change, with the nodes they happen on. */
export function changeSteps({ legs, rebuildDelaySeconds, rebuildPriority }: Volume, change: Change): PlanStep[] {
  const clientsOf = legs.length === 0 ? [] : [{ node: null, what: 'clients continue; no data is touched' }];
  const steps: PlanStep[] = [
    ...(change.description === undefined ? [] : [{ node: null, what: 'its description changes' }]),
    ...(change.labels === undefined ? [] : [{ node: null, what: `its labels become ${labelsText(change.labels) || 'none'}` }]),
    ...(change.rebuildDelaySeconds === undefined
      ? []
      : [
          {
            node: null,
            what: `a missing leg is replaced after ${change.rebuildDelaySeconds} s, was ${rebuildDelaySeconds} s; this also applies to legs that are missing now`,
          },
        ]),
    ...(change.rebuildPriority === undefined
      ? []
      : [
          {
            node: null,
            what: `its clients set the resync speed to ${change.rebuildPriority}, was ${rebuildPriority}; this also applies to a running resync`,
          },
        ]),
    ...(change.scrubIntervalDays === undefined ? [] : [{ node: null, what: scrubText(change.scrubIntervalDays) }]),
  ];
  return steps.length === 0 ? [] : [...steps, ...clientsOf];
}

const scrubText = (days: number | null): string => {
  if (days === null) return 'it is scrubbed as often as the setting of the cluster says';
  return days === 0 ? 'it is no longer scrubbed by schedule' : `it is scrubbed every ${days} days`;
};
