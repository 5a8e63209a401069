import { hostNqn } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import type { NvmetPort } from '../../host/host.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { drive, emptyFast, legVolume, operations, slowWith, UP, world } from '../../testing/example-world.js';
import { planExport } from './plan-export.js';

const content = contentFor(1, { ...UP, protection: 'raid10' });
const plain = content.exports[0] ?? expect.fail('the example exports something');
const assigned = { ...plain, transport: 'tcp' as const };
const client = hostNqn(id('node', CLIENT));
const nqn = assigned.subsystemNqn;
const port = (address: string): NvmetPort => ({
  portId: 1,
  transport: 'tcp',
  address,
  serviceId: assigned.serviceId,
  subsystemNqns: [nqn],
});
const subsystem = () => ({
  ...{ nqn, serial: assigned.serial, model: 'Weft leg', allowAnyHost: false, allowedHosts: [client] },
  namespaces: [0, 2].map((leg, at) => ({
    ...{ nsid: at + 1, devicePath: legVolume(leg).devicePath, uuid: id('leg', leg), nguid: '', enabled: true },
  })),
});
const at = (fast: Partial<ReturnType<typeof emptyFast>>) =>
  world(content, { fast: { ...emptyFast(), ...fast }, slow: slowWith([drive()], [legVolume(0), legVolume(2)]) });
describe('with TLS', () => {
  const tls = { keyId: id('order', 1) };
  const secured = { ...assigned, tls };
  const held = (keyId: string) => ({ keys: [{ hostNqn: client, nqn, keyId }], daemon: 'ready' as const });
  const running = { subsystems: [subsystem()] };

  it('has the key in the keyring before it makes the subsystem, and links ports that take only TLS', () => {
    expect(operations(planExport(secured, at({}))).slice(0, 2)).toEqual(['set-tls-key', 'create-subsystem']);
    const linking = planExport(secured, at({ ...running, tls: held(tls.keyId) }));
    expect(linking.steps.map(({ operation }) => operation)).toMatchObject(
      assigned.portals.map(({ address }) => ({ op: 'link-port', address, tls: true })),
    );
    expect(linking.status.observed).toMatchObject({ tlsKeyId: tls.keyId });
  });

  it('sets another key of a running export without touching its ports', () => {
    const ports = assigned.portals.map(({ address }) => ({ ...port(address), tls: true as const }));
    const plan = planExport(secured, at({ ...running, ports, tls: held('unknown') }));
    expect(operations(plan)).toEqual(['set-tls-key']);
    expect(plan.status.observed.portals.every((each) => each.tls)).toBe(true);
  });

  it('closes a port that takes plain connections before anything else', () => {
    const ports = assigned.portals.map(({ address }) => port(address));
    const plan = planExport(secured, at({ ...running, ports, tls: held(tls.keyId) }));
    expect(new Set(operations(plan))).toEqual(new Set(['unlink-port']));
    expect(plan.status.observed.portals.some((each) => each.linked)).toBe(false);
  });

  it('leaves ports with TLS as they are when none is assigned: a client may be connected with it', () => {
    const ports = assigned.portals.map(({ address }) => ({ ...port(address), tls: true as const }));
    expect(planExport(assigned, at({ ...running, ports }))).toMatchObject({ status: { state: 'done' }, steps: [] });
  });
});
