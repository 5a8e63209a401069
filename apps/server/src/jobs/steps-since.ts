import type { StepView, StoredStep } from '../domain/documents/job.document.js';

const nameOf = ({ name, node }: StepView): string => JSON.stringify([name, node]);

/** Steps by name and node; steps with the same name stay in order. */
function byName(steps: readonly StoredStep[]): Map<string, StoredStep[]> {
  const found = new Map<string, StoredStep[]>();
  for (const step of steps) found.set(nameOf(step), [...(found.get(nameOf(step)) ?? []), step]);
  return found;
}

/** The current steps, each with the time of its last state change. A step with an unchanged state keeps its time, or its missing time. */
export function stepsSince(before: readonly StoredStep[], steps: readonly StepView[], now: Date): StoredStep[] {
  const known = byName(before);
  return steps.map((step): StoredStep => {
    const was = known.get(nameOf(step))?.shift();
    if (was?.state !== step.state) return { ...step, since: now };
    return was.since ? { ...step, since: was.since } : step;
  });
}
