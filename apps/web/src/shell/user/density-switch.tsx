import { NativeSelect } from '@mantine/core';
import { type Density, setDensity, useDensity } from '../../theme/density.js';

/** Height of the rows of lists. */
export const DensitySwitch = () => (
  <NativeSelect
    size="xs"
    aria-label="Density"
    value={useDensity()}
    data={[
      { value: 'comfortable', label: 'Rows: comfortable' },
      { value: 'compact', label: 'Rows: compact' },
    ]}
    onChange={({ currentTarget }) => setDensity(currentTarget.value as Density)}
  />
);
