import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Job } from '../../api/types.js';
import type { BulkAction, BulkPlan } from './bulk-action.js';
import { inPool } from './in-pool.js';

/** Concurrency limit: one dialog must not overload the server. */
const AT_ONCE = 4;

export type BulkState = 'ready' | 'running' | 'stopping' | 'over';

export type Outcome =
  | { state: 'running' }
  | { state: 'asked'; jobs: readonly Job[] }
  | { state: 'failed'; why: string }
  | { state: 'not-begun' };

/** The plan of each object, made a few at a time; undefined: still loading. */
export function usePlans<T extends { id: string }>(
  action: BulkAction<T>,
  objects: readonly T[],
  choice: string,
): ReadonlyMap<string, BulkPlan> {
  const [plans, setPlans] = useState<{ choice: string; of: ReadonlyMap<string, BulkPlan> }>({ choice, of: new Map() });
  useEffect(() => {
    const stop = new AbortController();
    const made = new Map<string, BulkPlan>();
    void inPool(objects, AT_ONCE, stop.signal, async (object) => {
      const refusal = action.refusal(object);
      try {
        made.set(object.id, refusal === null ? await action.plan(object, choice) : { steps: [], refusal });
      } catch (error) {
        made.set(object.id, { steps: [], refusal: `No plan: ${messageOf(error)}` });
      }
      if (!stop.signal.aborted) setPlans({ choice, of: new Map(made) });
    });
    return () => stop.abort();
  }, [action, objects, choice]);
  const none = useMemo(() => new Map<string, BulkPlan>(), []);
  return plans.choice === choice ? plans.of : none;
}

/** Sends the request for each object in turn and keeps the outcomes. */
export function useBulkRun<T extends { id: string }>(action: BulkAction<T>) {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [state, setState] = useState<BulkState>('ready');
  const stop = useRef(new AbortController());
  // Leaving the page cancels the requests that have not been sent yet.
  useEffect(() => () => stop.current.abort(), []);

  const set = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));
  const run = async (objects: readonly T[], choice: string) => {
    stop.current = new AbortController();
    setState('running');
    await inPool(objects, AT_ONCE, stop.current.signal, async (object) => {
      set(object.id, { state: 'running' });
      try {
        const jobs = await action.run(object, choice);
        for (const job of jobs)
          client.setQueryData<Job>(queryKeys.one('job', job.id), (known) => (known && known.revision > job.revision ? known : job));
        set(object.id, { state: 'asked', jobs });
      } catch (error) {
        set(object.id, { state: 'failed', why: messageOf(error) });
      }
    });
    setOutcomes((before) => new Map([...objects.map(({ id }) => [id, { state: 'not-begun' }] as const), ...before]));
    setState('over');
  };
  const end = () => {
    setState('stopping');
    stop.current.abort();
  };
  return { outcomes, state, run, end };
}
