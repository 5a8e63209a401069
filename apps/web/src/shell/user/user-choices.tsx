import { DensitySwitch } from './density-switch.js';
import { ThemeSwitch } from './theme-switch.js';

/** Settings of this browser in the user menu. */
export const UserChoices = () => (
  <>
    <ThemeSwitch />
    <DensitySwitch />
  </>
);
