import { expect, it } from 'vitest';
import { isTrouble, isWell } from './condition-types.js';

it.each([
  ['Healthy', 'false', 'trouble'],
  ['Healthy', 'true', 'well'],
  ['ForeignHost', 'true', 'trouble'],
  ['ForeignHost', 'false', 'well'],
  ['Stalled', 'true', 'trouble'],
  ['Disagreement', 'true', 'trouble'],
  ['VolumeGroupLost', 'true', 'trouble'],
  ['Maintenance', 'true', 'well'],
  ['OfAnotherVersion', 'false', 'trouble'],
  ['NodeUnreadable', 'unknown', 'neither'],
  ['Present', 'unknown', 'neither'],
] as const)('classifies %s with status %s as %s', (type, status, wanted) => {
  const said = { type, status };
  expect(isTrouble(said) ? 'trouble' : isWell(said) ? 'well' : 'neither').toBe(wanted);
});
