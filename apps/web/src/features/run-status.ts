import type { StatusFacts } from '../ui/status.js';

interface Run {
  state: 'preparing' | 'running' | 'removing' | 'done' | 'failed' | 'cancelled';
  error: { message: string } | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Status of a benchmark or a drill. @param scratch subject and verb for its scratch volumes. @param progress what it does while it runs */
export function runStatus({ state, error, createdAt, finishedAt }: Run, scratch: string, progress: string): StatusFacts {
  switch (state) {
    case 'done':
      return { tone: 'good', what: 'done' };
    case 'failed':
      return { tone: 'bad', what: 'failed', since: finishedAt, why: error?.message ?? 'no reason given' };
    case 'cancelled':
      return { tone: 'warn', what: 'cancelled', since: finishedAt, why: error?.message ?? 'no reason given' };
    case 'preparing':
      return { tone: 'busy', what: 'preparing', since: createdAt, why: `${scratch} created and attached` };
    case 'removing':
      return { tone: 'busy', what: 'removing', since: createdAt, why: `${scratch} detached and deleted` };
    case 'running':
      return { tone: 'busy', what: 'running', since: createdAt, why: progress };
  }
}
