import type { Reason, Report } from '@weft/shared/messages/report';
import { objectKey } from '../plan/node/plan-node.js';
import type { NodeState } from '../reconcile/loop.js';

/** What the server is known to have: texts from the last acknowledged report and the ones before it. */
export interface Acknowledged {
  objects: ReadonlyMap<string, string>;
  orphans: string;
  problems: string;
  generation: number;
  memory: string;
}

export const fullReport = ({ bootId, generation, held, lossId, objects, orphans, problems }: NodeState): Report => ({
  bootId,
  generation,
  held,
  lossId,
  full: true,
  objects,
  orphans,
  problems: problems.map(cut),
});

/** What changed since the last acknowledged report; null when nothing did. */
export function differences(state: NodeState, acknowledged: Acknowledged): Report | null {
  const objects = state.objects.filter((object) => acknowledged.objects.get(objectKey(object)) !== JSON.stringify(object));
  const orphans = state.orphans !== null && JSON.stringify(state.orphans) !== acknowledged.orphans ? state.orphans : null;
  const problemsChanged = JSON.stringify(state.problems) !== acknowledged.problems;
  const memoryChanged = state.generation !== acknowledged.generation || memoryOf(state) !== acknowledged.memory;
  if (objects.length === 0 && orphans === null && !problemsChanged && !memoryChanged) return null;
  return { ...fullReport(state), full: false, objects, orphans };
}

export function acknowledge(state: NodeState, before: Acknowledged | null): Acknowledged {
  return {
    objects: new Map(state.objects.map((object) => [objectKey(object), JSON.stringify(object)])),
    orphans: state.orphans === null ? (before?.orphans ?? 'null') : JSON.stringify(state.orphans),
    problems: JSON.stringify(state.problems),
    generation: state.generation,
    memory: memoryOf(state),
  };
}

const memoryOf = ({ held, lossId }: NodeState): string => JSON.stringify([held, lossId]);

const cut = (reason: Reason): Reason => ({ ...reason, stderr: reason.stderr?.slice(-8192) });
