import { MOST } from '@weft/shared/messages/bounded';
import type { Trace, TraceSpan, TraceSpanKind } from '@weft/shared/timeline/trace';

/** A part of an agent's work, by the steady clock. */
export interface Work {
  what: TraceSpanKind;
  op?: string;
  fromMs: number;
  toMs: number;
  failed?: boolean;
}

/** Trace of one object since its assigned text changed. Replaced as a whole, never modified. */
export interface ObjectTrace {
  kind: Trace['kind'];
  id: string;
  generation: number;
  begin: Trace['begin'];
  beganMs: number;
  work: readonly Work[];
  /** Last reading of the host, while nothing has followed it: an object that waits is read every 2 s, and only the reading before the next step matters. */
  look: Work | null;
  omitted: number;
}

/** Readings with a shorter pause are one: a quick one, and at once a full one. */
const SAME_LOOK_MS = 20;

/** Adds work, after the reading of the host that led to it. Work that began before the trace belongs to the assignment before. */
export function withWork(trace: ObjectTrace, work: Work): ObjectTrace {
  if (work.fromMs < trace.beganMs) return trace;
  const { look } = trace;
  if (work.what === 'observe') {
    const isSame = look !== null && work.fromMs - look.toMs <= SAME_LOOK_MS;
    return { ...trace, look: isSame ? { ...work, fromMs: look.fromMs } : work };
  }
  // An operation of several seconds goes on beside later readings, which did not lead to it.
  const more = look && look.toMs <= work.fromMs ? [look, work] : [work];
  const all = [...trace.work, ...more];
  // The last place is for the report.
  const kept = all.slice(0, work.what === 'report' ? MOST.traceSpans : MOST.traceSpans - 1);
  return { ...trace, look: null, work: kept, omitted: trace.omitted + all.length - kept.length };
}

export const hasOperation = ({ work }: ObjectTrace): boolean => work.some(({ what }) => what === 'operation');

export function toMessage({ kind, id, generation, begin, beganMs, work, omitted }: ObjectTrace, nowMs: number): Trace {
  const span = ({ what, op, fromMs, toMs, failed }: Work): TraceSpan => ({
    what,
    ...(op === undefined ? {} : { op }),
    startMs: rounded(fromMs - beganMs),
    durationMs: rounded(toMs - fromMs),
    ...(failed ? { failed } : {}),
  });
  return { kind, id, generation, begin, spans: work.map(span), omitted, sentMs: rounded(nowMs - beganMs) };
}

/** To 0.1 ms. */
const rounded = (ms: number): number => Math.max(0, Math.round(ms * 10) / 10);
