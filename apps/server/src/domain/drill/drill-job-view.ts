import type { JobStep } from '@weft/shared/kinds/job';
import type { DrillDocument } from '../documents/drill.document.js';
import type { JobView } from '../documents/job.document.js';
import { type StepName, stepName } from '../job-messages/job-message.js';

type State = JobStep['state'];
const PHASES = ['settling', 'fault', 'healing'] as const;

/** The job of a drill: its phases in order. */
export function drillJobView(drill: DrillDocument): JobView {
  const { state, endsAs, phase, scratchVolume, request, error } = drill;
  const hasEnded = endsAs !== null;
  const isPrepared = drill.volume !== null;
  const at = PHASES.indexOf(phase);
  const stateOf = (index: number): State => {
    if (endsAs === 'done' || index < at) return 'done';
    if (!isPrepared || index > at) return 'pending';
    return hasEnded ? 'failed' : 'running';
  };
  const names: StepName[] = [
    stepName('drill-settle', {}),
    stepName('drill-fault', { seconds: request.faultSeconds }),
    stepName('drill-heal', {}),
  ];
  const parts: [StepName, State][] = names.map((name, index) => [name, stateOf(index)]);
  if (scratchVolume) {
    parts.unshift([stepName('drill-prepare', {}), isPrepared ? 'done' : hasEnded ? 'failed' : 'running']);
    parts.push([stepName('drill-remove', {}), hasEnded ? (state === 'removing' ? 'running' : 'done') : 'pending']);
  }
  return {
    state: state === 'done' ? 'done' : state === 'failed' || state === 'cancelled' ? 'failed' : 'running',
    steps: parts.map(([name, each]) => ({ ...name, node: null, state: each, reason: each === 'failed' ? error : null })),
    waitingFor: [],
    error: hasEnded ? error : null,
  };
}
