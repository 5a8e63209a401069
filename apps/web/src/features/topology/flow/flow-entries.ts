import { LATENCY_SCALE } from '../../../topology/colours.js';
import type { LegendEntry } from '../../../topology/drawing/sheet.js';
import type { Theme } from '../../../topology/drawing/theme.js';
import { FLOW_ENDS, FLOW_WIDTHS, UNKNOWN_WIDTH } from '../../../topology/flow.js';
import { valueText } from '../../../ui/text/value-text.js';

export const FLOW_NOTE = 'Sum of the attachments that use a link, and the slowest of them, in the last 30 s. Width by steps of ten.';

interface LineEntry extends LegendEntry {
  line: number;
  isDashed?: boolean;
}

const steps = (ends: readonly number[], unit: 's' | 'B/s'): string[] => [
  ...ends.map((end) => `under ${valueText(end, unit)}`),
  `${valueText(ends.at(-1) ?? 0, unit)} and more`,
];

export const widthEntries = (theme: Theme): LineEntry[] => [
  { label: 'not observed', colour: theme.control, alpha: 1, line: UNKNOWN_WIDTH },
  ...steps(FLOW_ENDS, 'B/s').map((label, at) => ({ label, colour: theme.control, alpha: 1, line: FLOW_WIDTHS[at] ?? UNKNOWN_WIDTH })),
];

const COLOUR_WIDTH = 4;
export const latencyEntries = (theme: Theme): LineEntry[] => [
  { label: 'no I/O observed', colour: theme.control, alpha: 1, line: COLOUR_WIDTH },
  ...steps(LATENCY_SCALE.ends, 's').map((label, at) => ({
    label,
    colour: theme.latencies[at] ?? theme.control,
    alpha: 1,
    line: COLOUR_WIDTH,
  })),
  { label: 'failed', colour: theme.tones.bad, alpha: 1, line: 2, isDashed: true },
];
