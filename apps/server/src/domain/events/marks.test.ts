import type { EventSeverity } from '@weft/shared/kinds/views/event';
import { expect, it } from 'vitest';
import { marksOf } from './marks.js';

const at = (second: number) => new Date(second * 1000);
const event = (second: number, severity: EventSeverity, lastAt = second) => ({ at: at(second), lastAt: at(lastAt), severity });
const range = { from: at(0), to: at(1200) };
const marks = (...events: ReturnType<typeof event>[]) => marksOf(events, range, ({ severity }) => severity);

it('makes one mark of events that lie closely together, with the text of the most serious one', () => {
  expect(marks(event(100, 'info'), event(104, 'critical'), event(102, 'warning'), event(500, 'info'))).toEqual([
    { at: at(104).toISOString(), severity: 'critical', count: 3, message: 'critical' },
    { at: at(500).toISOString(), severity: 'info', count: 1, message: 'info' },
  ]);
});

it('places an event that goes on after the range at its begin, and makes at most 120 marks', () => {
  expect(marks(event(600, 'info', 5000))).toMatchObject([{ at: at(600).toISOString() }]);
  expect(marks(...Array.from({ length: 1201 }, (_, second) => event(second, 'info')))).toHaveLength(120);
});
