import { expect, test } from 'vitest';
import { leg } from '../world/worlds.fixture.js';
import { planExports } from './exports.js';

const portal = (storageNetwork: string, address: string, rdma = true) => ({ storageNetwork, address, rdma });
const request = {
  attachmentId: 'a',
  epoch: 1,
  transport: 'rdma' as const,
  client: { id: 'c1', name: 'c1', portals: [portal('left', '10.0.0.9'), portal('right', '10.0.1.9')] },
  legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1')],
  targets: new Map([
    ['t1', [portal('left', '10.0.0.1'), portal('right', '10.0.1.1')]],
    ['t2', [portal('left', '10.0.0.2'), portal('right', '10.0.1.2', false), portal('far', '10.0.2.2')]],
  ]),
  usedServiceIds: new Map([['t1', new Set([10_000, 10_002])]]),
};

test('plans one subsystem per target: its legs, a free service id, a portal per usable network', () => {
  const [first, second] = planExports(request);
  expect(first).toMatchObject({
    nodeId: 't1',
    serviceId: 10_001,
    spec: {
      namespaces: [
        { nsid: 1, legId: 'leg-0' },
        { nsid: 2, legId: 'leg-2' },
      ],
      portals: [
        { storageNetwork: 'left', address: '10.0.0.1', hostAddress: '10.0.0.9' },
        { storageNetwork: 'right', address: '10.0.1.1', hostAddress: '10.0.1.9' },
      ],
    },
  });
  expect(second).toMatchObject({ nodeId: 't2', serviceId: 10_000, spec: { portals: [{ storageNetwork: 'left' }] } });
  expect(first?.subsystemNqn).not.toBe(second?.subsystemNqn);
});

test('names client, target and their networks when they share no RDMA network', () => {
  expect(() => planExports({ ...request, client: { ...request.client, portals: [portal('far', '10.0.2.9', false)] } })).toThrow(
    /Client c1 and target t1 share no storage network that carries rdma: c1 has far \(10.0.2.9\); t1 has left/,
  );
});

test('plans paths over NICs without RDMA when the transport is TCP', () => {
  expect(planExports({ ...request, transport: 'tcp' })[1]?.spec.portals).toHaveLength(2);
});
