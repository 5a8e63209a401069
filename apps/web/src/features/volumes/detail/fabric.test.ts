import { expect, test } from 'vitest';
import type { Leg, Node } from '../../../api/types.js';
import { fabricOf } from './fabric.js';

const nic = (name: string, address: string, storageNetwork: string, up = true) => ({
  name,
  addresses: [`${address}/24`],
  storageNetwork,
  up,
});
const node = (id: string, ...nics: ReturnType<typeof nic>[]) =>
  [id, { id, name: id, nics, connection: { state: 'online' } } as unknown as Node] as const;
const client = { id: 'c1', name: 'c1' };

function leg(change: { controllerState?: string | null; linked?: boolean; clientFreshness?: 'current' | 'old' } = {}): Leg {
  const { controllerState = 'live', linked = true, clientFreshness = 'current' } = change;
  const view = {
    attachmentId: 'a',
    client,
    clientFreshness,
    export: { freshness: 'current', namespaceEnabled: true, portals: [{ address: '10.0.0.1', linked }] },
    paths: [{ storageNetwork: 'left', address: '10.0.0.1', controllerState }],
  };
  const observations = { health: 'healthy', message: 'in use and whole', since: null, attachments: [view] };
  return { index: 0, node: { id: 't1', name: 't1' }, drive: { id: 'd', serial: 'S' }, observations } as unknown as Leg;
}
const nodes = new Map([node('c1', nic('eth0', '10.0.0.9', 'left')), node('t1', nic('eth1', '10.0.0.1', 'left'))]);
const hops = (of: Leg, known = nodes) => {
  const [path] = fabricOf({ legs: [of] }, { id: 'a', node: client }, known)[0]?.paths ?? [];
  return [path?.clientNic, path?.network, path?.targetNic].map((hop) => `${hop?.name} ${hop?.status.what}`);
};

test('finds the NICs of a live path by network and by address', () => {
  expect(hops(leg())).toEqual(['eth0 up', 'left live', 'eth1 up']);
});

test('locates the fault in the network for a failed path, in the target for a missing portal', () => {
  expect(hops(leg({ controllerState: 'connecting' }))).toEqual(['eth0 up', 'left connecting', 'eth1 up']);
  expect(hops(leg({ controllerState: null }))).toEqual(['eth0 up', 'left not connected', 'eth1 up']);
  expect(hops(leg({ linked: false }))).toEqual(['eth0 up', 'left live', 'eth1 up, not exported']);
  expect(hops(leg({ clientFreshness: 'old' }))).toEqual(['eth0 up', 'left was live', 'eth1 up']);
});

test('distinguishes a NIC without carrier, a missing NIC and a node that was not read', () => {
  const known = new Map([node('c1', nic('eth0', '10.0.0.9', 'left', false)), node('t1')]);
  expect(hops(leg(), known)).toEqual(['eth0 down', 'left live', 'none missing']);
  expect(hops(leg(), new Map())).toEqual(['not known unknown', 'left live', 'not known unknown']);
});

test('shows the last known state of the NICs of a lost target in the past tense', () => {
  const lost = { ...nodes.get('t1'), connection: { state: 'lost' } } as Node;
  expect(hops(leg({ controllerState: null }), new Map([...nodes, ['t1', lost]]))).toEqual(['eth0 up', 'left not connected', 'eth1 was up']);
});
