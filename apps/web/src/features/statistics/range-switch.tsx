import { SegmentedControl } from '@mantine/core';
import { type Range, rangeNames, ranges } from '../../charts/range.js';

export const RangeSwitch = ({ range, onRange }: { range: Range; onRange: (range: Range) => void }) => (
  <SegmentedControl
    aria-label="Time range"
    size="xs"
    value={range}
    data={rangeNames.map((value) => ({ value, label: ranges[value].short }))}
    onChange={(value) => onRange(value as Range)}
  />
);
