import type { Reason, Report } from '@weft/shared/messages/report';
import { objectKey } from '../plan/plan-node.js';
import type { NodeState } from '../reconcile/loop.js';

/** What the server is known to have: the texts of the last acknowledged report and the ones before it. */
export interface Acknowledged {
  objects: ReadonlyMap<string, string>;
  orphans: string;
  problems: string;
  generation: number;
}

export const fullReport = ({ bootId, generation, objects, orphans, problems }: NodeState): Report => ({
  bootId,
  generation,
  full: true,
  objects,
  orphans,
  problems: problems.map(cut),
});

/** What changed since; null when nothing did. */
export function differences(state: NodeState, acknowledged: Acknowledged): Report | null {
  const objects = state.objects.filter((object) => acknowledged.objects.get(objectKey(object)) !== JSON.stringify(object));
  const orphans = state.orphans !== null && JSON.stringify(state.orphans) !== acknowledged.orphans ? state.orphans : null;
  const problemsChanged = JSON.stringify(state.problems) !== acknowledged.problems;
  if (objects.length === 0 && orphans === null && !problemsChanged && state.generation === acknowledged.generation) return null;
  return { bootId: state.bootId, generation: state.generation, full: false, objects, orphans, problems: state.problems.map(cut) };
}

export function acknowledge(state: NodeState, before: Acknowledged | null): Acknowledged {
  return {
    objects: new Map(state.objects.map((object) => [objectKey(object), JSON.stringify(object)])),
    orphans: state.orphans === null ? (before?.orphans ?? 'null') : JSON.stringify(state.orphans),
    problems: JSON.stringify(state.problems),
    generation: state.generation,
  };
}

const cut = (reason: Reason): Reason => ({ ...reason, stderr: reason.stderr?.slice(-8192) });
