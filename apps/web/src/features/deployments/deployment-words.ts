import type { Deployment } from '../../api/types.js';
import type { Tone } from '../../ui/marks/mark.js';
import type { StatusFacts } from '../../ui/status.js';

type Summary = Pick<Deployment, 'state' | 'goal' | 'error' | 'finishedAt' | 'createdAt'>;

export function deploymentStatus({ state, goal, error, finishedAt, createdAt }: Summary, ended: number, steps: number): StatusFacts {
  const isUndo = goal === 'undone';
  switch (state) {
    case 'done':
      return isUndo ? { tone: 'idle', what: 'undone' } : { tone: 'good', what: 'applied' };
    case 'running':
      return { tone: 'busy', what: isUndo ? 'undoing' : 'applying', since: createdAt, why: `${ended} of ${steps} steps ended` };
    case 'stopped':
      return { tone: 'warn', what: 'stopped', since: finishedAt, why: error?.message ?? 'no reason given' };
    case 'failed':
      return { tone: 'bad', what: isUndo ? 'undo failed' : 'failed', since: finishedAt, why: error?.message ?? 'no reason given' };
  }
}

export const stepTone: Record<Deployment['steps'][number]['state'], Tone> = {
  pending: 'idle',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  undoing: 'busy',
  undone: 'idle',
  kept: 'idle',
};

/** Of a sentence that the server began in lower case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
