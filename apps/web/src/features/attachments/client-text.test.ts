import { expect, it } from 'vitest';
import { clientText } from './client-text.js';

type Client = Parameters<typeof clientText>[0];
const client = (more: Partial<Client> = {}): Client => ({
  name: 'c1',
  connection: { state: 'online', since: '2026-11-25T10:00:00.000Z' } as Client['connection'],
  maintenance: null,
  labels: {},
  ...more,
});
const connection = (state: 'lost' | 'never') => ({ state, since: null }) as Client['connection'];

it('states the connection, zone and rack, and load of an online client', () => {
  expect(clientText(client({ labels: { owner: 'db', rack: 'r1', zone: 'z1' } }), 0.041)).toBe('c1: online, zone=z1, rack=r1, CPU 4.1 %');
});

it('says that the load of an online client is not known', () => {
  expect(clientText(client(), null)).toBe('c1: online, CPU not known');
});

it.each([
  ['lost', 'c1: lost'],
  ['never', 'c1: never connected'],
] as const)('states no load of a client that is %s', (state, text) => {
  expect(clientText(client({ connection: connection(state) }), 0.5)).toBe(text);
});

it('names a maintenance', () => {
  const maintenance = { until: null } as unknown as Client['maintenance'];
  expect(clientText(client({ maintenance }), 0)).toBe('c1: online, in maintenance, CPU 0 %');
});
