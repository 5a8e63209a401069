import { DomainError } from '@weft/shared/errors/domain-error';
import { expect, test } from 'vitest';
import { NO_ENCRYPTION } from '../storage-encryption/gap.js';
import { attachment, leg } from '../world/worlds.fixture.js';
import { planExports, reaches, withExport, withExports } from './exports.js';

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
  ...NO_ENCRYPTION,
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

test('orders the namespaces of a target by the index of the leg, with a serial that NVMe allows', () => {
  const [first] = planExports({ ...request, legs: [leg(2, 't1'), leg(0, 't1')] });
  expect(first?.spec.namespaces.map(({ legId }) => legId)).toEqual(['leg-0', 'leg-2']);
  // NVMe allows 20 characters.
  expect(first?.serial).toMatch(/^[0-9a-f]{20}$/);
});

const refusal = (change: Partial<typeof request>) => {
  try {
    planExports({ ...request, ...change });
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params, error };
    throw error;
  }
  return expect.fail('it was planned');
};

test('refuses a target without a portal, with the data of both nodes', () => {
  const { error, ...refused } = refusal({ targets: new Map(), client: { id: 'c1', name: 'one', portals: [portal('left', '10.0.0.9')] } });
  expect(refused).toEqual({
    ...{ code: 'nodes-share-no-network', field: 'nodeId' },
    params: {
      ...{ client: { kind: 'node', id: 'c1', name: 'one' }, target: { kind: 'node', id: 't1', name: 't1' }, transport: 'rdma' },
      clientPortals: [{ code: 'network-portal', params: { storageNetwork: 'left', address: '10.0.0.9', rdma: true } }],
      targetPortals: [],
    },
  });
  expect(error.shortages).toEqual([{ what: 'storage-networks', unit: 'count', needed: 1, available: 0, where: 'one and t1' }]);
});

test('uses every service id of its range, and refuses when none is left', () => {
  const used = (last: number) => new Map([['t1', new Set(Array.from({ length: last - 9_999 }, (_, at) => 10_000 + at))]]);
  expect(planExports({ ...request, usedServiceIds: used(32_766) })[0]?.serviceId).toBe(32_767);
  expect(refusal({ usedServiceIds: used(32_767) })).toMatchObject({
    ...{ code: 'service-ids-used-up', params: { target: { id: 't1' }, firstId: 10_000, lastId: 32_767 } },
  });
});

test('takes a target as reachable over a storage network that both nodes use with the transport', () => {
  const near = [portal('left', '10.0.0.1', false)];
  expect(reaches(near, [portal('left', '10.0.0.2')], 'tcp')).toBe(true);
  expect(reaches(near, [portal('left', '10.0.0.2')], 'rdma')).toBe(false);
  expect(reaches([portal('left', '10.0.0.2')], near, 'rdma')).toBe(false);
  expect(reaches(near, [portal('far', '10.0.9.2')], 'tcp')).toBe(false);
});

const [running, other] = attachment().exports;
if (!running || !other) throw new Error('the example has two exports');
const planned = (nodeId: string, ...legIds: string[]) => ({
  ...{ ...running, nodeId, nodeName: nodeId },
  spec: { ...running.spec, namespaces: legIds.map((legId, at) => ({ nsid: at + 1, legId })) },
});

test('adds namespaces after the last namespace id that the export ever had', () => {
  const [first, second] = withExport([running, other], planned('t1', 'x', 'y'));
  expect(first?.spec).toMatchObject({
    namespaces: [
      { nsid: 1, legId: 'leg-0' },
      { nsid: 2, legId: 'x' },
      { nsid: 3, legId: 'y' },
    ],
    lastNsid: 3,
  });
  expect(second).toBe(other);
  const before = { ...running, spec: { ...running.spec, lastNsid: 7 } };
  expect(withExport([before], planned('t1', 'x'))[0]?.spec).toMatchObject({
    namespaces: [{ nsid: 1 }, { nsid: 8, legId: 'x' }],
    lastNsid: 8,
  });
});

test('exports a withdrawn export again, without the legs that left', () => {
  const going = { ...running, spec: { ...running.spec, desired: 'absent' as const, leftOut: true }, status: { gone: true } };
  const [first] = withExport([going], planned('t1', 'x'));
  expect(first?.spec).toMatchObject({ desired: 'exported', namespaces: [{ nsid: 2, legId: 'x' }] });
  expect(first?.spec.leftOut).toBeUndefined();
  expect(first?.status.gone).toBeUndefined();
});

test('adds an export of another target, to the named attachment only', () => {
  const third = planned('t3', 'x');
  const attachments = [attachment(), attachment({ _id: 'b' })];
  const [first, second] = withExports(attachments, 'b', [third]);
  expect(first).toBe(attachments[0]);
  expect(second?.exports).toEqual([...attachment().exports, third]);
});

test('an export over TCP gets a key and a port of its own range when both ends can encrypt, and required refuses one that cannot', () => {
  const can = { target: true, client: true, daemon: 'ready' } as const;
  const abilities = (of: Record<string, typeof can | undefined>) => new Map(Object.entries(of));
  const encryption = { setting: 'preferred', hasSecretsKey: true, olderServer: false } as const;
  const tcp = { ...request, transport: 'tcp' as const, encryption, tls: abilities({ c1: can, t1: can }) };
  const [first, second] = planExports(tcp);
  expect(first).toMatchObject({ nodeId: 't1', serviceId: 22_000, spec: { tlsKeyId: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  expect(planExports(tcp)[0]?.spec.tlsKeyId).toBe(first?.spec.tlsKeyId);
  expect(second?.serviceId).toBe(10_000);
  expect(second?.spec).not.toHaveProperty('tlsKeyId');
  const required = { ...encryption, setting: 'required' } as const;
  expect(() => planExports({ ...tcp, encryption: required })).toThrow(/t2/);
  const both = { ...tcp, encryption: required, tls: abilities({ c1: can, t1: can, t2: can }) };
  expect(planExports(both).every(({ spec }) => spec.tlsKeyId !== undefined)).toBe(true);
  expect(() => planExports({ ...both, transport: 'rdma' })).toThrow('RDMA has no TLS');
  for (const { spec } of planExports({ ...request, encryption, tls: both.tls })) expect(spec).not.toHaveProperty('tlsKeyId');
});
