import type { StepView, StoredStep } from '../domain/documents/job.document.js';

const nameOf = ({ name, node }: StepView): string => JSON.stringify([name, node]);

/** Steps of one name on one node follow each other in order. */
function byName(steps: readonly StoredStep[]): Map<string, StoredStep[]> {
  const found = new Map<string, StoredStep[]>();
  for (const step of steps) found.set(nameOf(step), [...(found.get(nameOf(step)) ?? []), step]);
  return found;
}

/** Steps as they are now, each with since when: a step whose state is as it was keeps its moment, and one that was not kept stays so. */
export function stepsSince(before: readonly StoredStep[], steps: readonly StepView[], now: Date): StoredStep[] {
  const known = byName(before);
  return steps.map((step): StoredStep => {
    const was = known.get(nameOf(step))?.shift();
    if (was?.state !== step.state) return { ...step, since: now };
    return was.since ? { ...step, since: was.since } : step;
  });
}
