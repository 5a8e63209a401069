import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_BYTES, MOST } from '../messages/bounded.js';
import { type Trace, traceNewsSchema } from './trace.js';

const id = '00000000-0000-4000-8000-000000000001';
const trace = (spans: Trace['spans']): Trace => ({
  ...{ kind: 'attachment', id, generation: 7, begin: 'assignment', omitted: 0, sentMs: 31_535_999_999.9 },
  spans,
});
const operation = { what: 'operation', op: 'x'.repeat(64), startMs: 31_535_999_999.9, durationMs: 31_535_999_999.9, failed: true };

describe('the message with traces', () => {
  it('is accepted from a newer agent, without the fields that this version does not know', () => {
    const known = trace([{ what: 'operation', op: 'connect', startMs: 1, durationMs: 2 }]);
    const newer = {
      ...known,
      host: 'n1',
      spans: [
        { ...known.spans[0], bytes: 7 },
        { what: 'compress', startMs: 3, durationMs: 4 },
      ],
    };
    expect(traceNewsSchema.parse({ traces: [newer], compressed: false })).toEqual({
      traces: [{ ...known, spans: [...known.spans, { what: 'compress', startMs: 3, durationMs: 4 }] }],
    });
  });

  it('refuses more spans than the bound', () => {
    const many = (count: number) => ({ traces: [trace(Array.from({ length: count }, () => operation))] });
    expect(traceNewsSchema.safeParse(many(MOST.traceSpans)).success).toBe(true);
    expect(traceNewsSchema.safeParse(many(MOST.traceSpans + 1)).success).toBe(false);
  });

  it('takes less than half of the largest message when it is full', () => {
    const full = trace(Array.from({ length: MOST.traceSpans }, () => operation));
    expect(JSON.stringify({ traces: Array.from({ length: MOST.traces }, () => full) }).length).toBeLessThan(MAX_MESSAGE_BYTES / 2);
  });
});
