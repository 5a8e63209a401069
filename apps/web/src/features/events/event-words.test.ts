import { expect, test } from 'vitest';
import { eventTone, severityWord } from './event-words.js';

test.each([
  [{ severity: 'info', topic: 'state', to: 'available' }, 'idle', 'info'],
  [{ severity: 'warning', topic: 'connection', to: 'lost' }, 'warn', 'warning'],
  [{ severity: 'warning', topic: 'connection', to: 'online' }, 'good', 'warning, over'],
  [{ severity: 'critical', topic: 'health', to: 'rebuilding' }, 'bad', 'critical'],
  [{ severity: 'critical', topic: 'health', to: 'healthy' }, 'good', 'critical, over'],
  [{ severity: 'warning', topic: 'ForeignHost', to: null }, 'good', 'warning, over'],
  [{ severity: 'warning', topic: 'state', to: 'failed' }, 'warn', 'warning'],
  [{ severity: 'warning', topic: 'state', to: 'missing' }, 'warn', 'warning'],
  [{ severity: 'warning', topic: 'state', to: 'in-service' }, 'good', 'warning, over'],
] as const)('shows %j as %s', (event, tone, word) => {
  expect([eventTone(event), severityWord(event)]).toEqual([tone, word]);
});
