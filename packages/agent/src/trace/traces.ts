import { MOST } from '@weft/shared/messages/bounded';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { Trace, TraceSpanKind } from '@weft/shared/timeline/trace';
import { steadyMs } from '../clock/steady-clock.js';
import { objectKey } from '../plan/node/plan-node.js';
import { hasOperation, type ObjectTrace, toMessage, type Work, withWork } from './object-trace.js';

/*
 * Traces of this agent's objects, in memory only.
 *  - an assignment arrives, and an object's assigned text has changed: its trace begins at the arrival.
 *  - the agent starts with a stored assignment: traces begin with its first look; those in which nothing was done on the host are dropped.
 *  - the server has acknowledged a report in which the object is done: its trace ends, and can be sent.
 *  - a newer assignment changes the object before that: its trace ends there, and is sent if something was done on the host.
 *  - an object waits or fails: its trace is sent while it goes on, at most every 10 s.
 *  - no object has an open trace: nothing is timed.
 */

/** What the loop calls. */
export interface Tracing {
  /** The assigned text of an object is new. */
  begin(key: string, generation: number): void;
  /** Runs `work`, and notes how long it took. `key` of the object; missing: it is for all objects. */
  time<T>(of: { what: TraceSpanKind; key?: string; op?: string }, work: () => Promise<T>): Promise<T>;
}

export const untraced: Tracing = { begin: () => undefined, time: (_of, work) => work() };

const INTERIM_EVERY_MS = 10_000;

interface Open {
  trace: ObjectTrace;
  sentAtMs: number;
  /** Number of parts that were sent. */
  sentWork: number;
  /** Parts of its own that have not ended. */
  running: number;
  /** When the last of them ended. */
  doneMs: number;
}

export class Traces implements Tracing {
  readonly #open = new Map<string, Open>();
  #ended: ObjectTrace[] = [];
  /** Of the newest assignment. */
  #arrival: { generation: number; fromMs: number; toMs: number | null } | null = null;

  /** Called when traces have ended. */
  onEnded: () => void = () => undefined;

  constructor(private readonly now: () => number = steadyMs) {}

  /** An assignment has arrived, and is not on the disk yet. */
  arrived(generation: number): void {
    this.#arrival = { generation, fromMs: this.now(), toMs: null };
  }

  stored(generation: number): void {
    if (this.#arrival?.generation === generation) this.#arrival = { ...this.#arrival, toMs: this.now() };
  }

  begin(key: string, generation: number): void {
    const arrival = this.#arrival?.generation === generation ? this.#arrival : null;
    const [kind, id] = key.split('/') as [Trace['kind'], string];
    const beganMs = arrival?.fromMs ?? this.now();
    const begin = arrival ? 'assignment' : 'agent-start';
    const trace: ObjectTrace = { kind, id, generation, begin, beganMs, work: [], look: null, omitted: 0 };
    // The loop may see the assignment right before its writer returns.
    const stored = arrival && withWork(trace, { what: 'store', fromMs: beganMs, toMs: arrival.toMs ?? this.now() });
    const superseded = this.#open.get(key)?.trace;
    if (superseded && hasOperation(superseded)) this.#ended = [...this.#ended, superseded].slice(-MOST.traces);
    this.#open.set(key, { trace: stored ?? trace, sentAtMs: this.now(), sentWork: 0, running: 0, doneMs: beganMs });
  }

  async time<T>({ key, ...of }: { what: TraceSpanKind; key?: string; op?: string }, work: () => Promise<T>): Promise<T> {
    if (this.#open.size === 0) return work();
    const fromMs = this.now();
    const own = key === undefined ? undefined : this.#open.get(key);
    if (own) own.running++;
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      const toMs = this.now();
      if (own) Object.assign(own, { running: own.running - 1, doneMs: toMs });
      for (const each of key === undefined ? this.#open.keys() : [key]) this.#add(each, { ...of, fromMs, toMs, failed });
    }
  }

  /** The server has acknowledged a report of these objects, all of the node, that was sent at this steady time. */
  reported(objects: readonly ObjectStatus[], sentMs: number): void {
    if (this.#open.size === 0) return;
    const statuses = new Map(objects.map((status) => [objectKey(status), status]));
    for (const [key, { trace, running, doneMs }] of this.#open) {
      const status = statuses.get(key);
      // A report that was on its way when the assignment arrived, or while something was done, shows the object as it was before.
      if (status && (status.state !== 'done' || status.generation < trace.generation || running > 0 || sentMs < doneMs)) continue;
      this.#open.delete(key);
      if (!status || (trace.begin === 'agent-start' && !hasOperation(trace))) continue;
      this.#ended.push(withWork(trace, { what: 'report', fromMs: sentMs, toMs: this.now() }));
    }
    this.#ended = this.#ended.slice(-MOST.traces);
    if (this.#ended.length > 0) this.onEnded();
  }

  /** Takes what is to be sent now; what does not arrive is lost. */
  take(): Trace[] {
    if (this.#open.size === 0 && this.#ended.length === 0) return [];
    const nowMs = this.now();
    const ended = this.#ended;
    this.#ended = [];
    const open = [...this.#open.values()].filter(
      ({ trace, sentAtMs, sentWork }) =>
        trace.work.length > sentWork && nowMs - sentAtMs >= INTERIM_EVERY_MS && hasOperation(trace) && ended.length < MOST.traces,
    );
    const taken = open.slice(0, MOST.traces - ended.length);
    for (const each of taken) Object.assign(each, { sentAtMs: nowMs, sentWork: each.trace.work.length });
    return [...ended, ...taken.map(({ trace }) => trace)].map((trace) => toMessage(trace, nowMs));
  }

  #add(key: string, work: Work): void {
    const open = this.#open.get(key);
    if (open) open.trace = withWork(open.trace, work);
  }
}
