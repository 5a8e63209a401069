import { MAX_MESSAGE_BYTES, MOST } from '@weft/shared/messages/bounded';
import { type ObjectStatus, type Report, reportSchema } from '@weft/shared/messages/report';
import { describe, expect, it, vi } from 'vitest';
import { id } from '../testing/example-cluster.js';
import { reportParts } from './report-parts.js';

const leg = (number: number, stderr = ''): ObjectStatus => ({
  ...{ kind: 'leg', id: id('leg', number), generation: 7, state: 'failed' },
  reason: { code: 'failed', message: 'lvs failed', command: ['lvs'], exitCode: 5, stderr },
  observed: { present: true, wiped: true, open: false, sizeBytes: 1, backed: true },
});
const report = (objects: ObjectStatus[], more: Partial<Report> = {}): Report => ({
  ...{
    bootId: 'b',
    generation: 7,
    held: { historyId: null, generation: 7, hash: 'h' },
    lossId: null,
    full: true,
    orphans: [],
    problems: [],
  },
  objects,
  ...more,
});
const bytes = (part: unknown) => Buffer.byteLength(JSON.stringify(part));

describe('reportParts', () => {
  it('returns one message if the report is within the bound', () => {
    const small = report([leg(1)]);
    expect(reportParts(small)).toEqual([small]);
  });

  it('sends every object once, each message valid and within the bound', () => {
    const objects = Array.from({ length: MOST.legs }, (_, number) => leg(number, 'x'.repeat(8192)));
    const whole = report(objects);
    expect(bytes(whole)).toBeGreaterThan(2 * MAX_MESSAGE_BYTES);
    const parts = reportParts(whole);
    expect(parts.map(bytes).filter((each) => each > MAX_MESSAGE_BYTES)).toEqual([]);
    expect(parts.flatMap((part) => part.objects)).toEqual(objects);
    for (const part of parts) expect(reportSchema.safeParse(part).success).toBe(true);
  });

  it('marks no part as full, and sends orphans once', () => {
    const orphans = [{ kind: 'array' as const, name: 'md9', detail: 'd' }];
    const parts = reportParts(
      report(
        [1, 2, 3].map((number) => leg(number, 'x'.repeat(400))),
        { orphans },
      ),
      1800,
    );
    expect(parts.map((part) => [part.full, part.orphans])).toEqual([
      [false, orphans],
      [false, null],
    ]);
  });

  it('measures each object once, in one message or in several', () => {
    const counted = (number: number) => ({ ...leg(number, 'x'.repeat(400)), toJSON: vi.fn(() => leg(number, 'x'.repeat(400))) });
    for (const mostBytes of [10_000, 1800]) {
      const objects = [1, 2, 3].map(counted);
      reportParts(report(objects), mostBytes);
      expect(objects.map(({ toJSON }) => toJSON.mock.calls.length)).toEqual([1, 1, 1]);
    }
  });

  it('omits command output when a single object exceeds the bound', () => {
    const [part] = reportParts(report([leg(1, 'x'.repeat(2000))]), 1000);
    expect(part?.objects).toMatchObject([{ id: id('leg', 1), reason: { code: 'failed', message: 'lvs failed' } }]);
    expect(bytes(part)).toBeLessThan(1000);
  });
});
