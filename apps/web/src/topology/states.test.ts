import { expect, test } from 'vitest';
import type { FabricVolume } from './fabric.js';
import { volumeState } from './states.js';

const volume = (health: FabricVolume['health'], leg: FabricVolume['legs'][number]['health']) =>
  ({ state: 'available', health, legs: [{ health: 'healthy' }, { health: leg }] }) as unknown as FabricVolume;

test('names the health of a volume with a doubtful leg as its own page does', () => {
  expect(volumeState(volume('healthy', 'healthy'))).toEqual({ tone: 'good', what: 'healthy' });
  expect(volumeState(volume('healthy', 'unknown'))).toEqual({ tone: 'warn', what: 'healthy (unconfirmed)' });
  expect(volumeState(volume('detached', 'unknown'))).toEqual({ tone: 'warn', what: 'detached, incomplete' });
  expect(volumeState(volume('detached', 'pending'))).toEqual({ tone: 'idle', what: 'detached' });
  expect(volumeState(volume('degraded', 'missing'))).toEqual({ tone: 'warn', what: 'degraded' });
});
