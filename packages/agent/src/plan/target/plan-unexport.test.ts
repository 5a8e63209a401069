import { describe, expect, it } from 'vitest';
import type { FastState } from '../../host/host.js';
import { contentFor, id } from '../../testing/example-cluster.js';
import { emptyFast, UP } from '../../testing/example-world.js';
import { planUnexport } from './plan-unexport.js';

const assigned = contentFor(1, UP).exports[0] ?? expect.fail('the example exports something');
const nqn = assigned.subsystemNqn;
const space = (nsid: number, enabled: boolean) => ({ nsid, enabled, devicePath: `/dev/leg${nsid}`, uuid: id('leg', nsid), nguid: '' });
const subsystem = (more: object = {}) => ({
  ...{ nqn, serial: 's', model: 'm', allowAnyHost: false, allowedHosts: [], namespaces: [] },
  ...more,
});
const port = (more: object = {}) => ({
  ...{ portId: 1, transport: 'rdma', address: '10.0.0.1', serviceId: assigned.serviceId, subsystemNqns: [] },
  ...more,
});
const steps = (fast: Partial<FastState>) => planUnexport(assigned, { ...emptyFast(), ...fast }).steps.map(({ operation }) => operation);
const check = (...devicePaths: string[]) => ({ op: 'check-drained', nqn, devicePaths, transport: 'rdma', serviceId: assigned.serviceId });
const remove = { op: 'remove-subsystem', nqn, serviceId: assigned.serviceId };

describe('planUnexport', () => {
  it('disables enabled namespaces, and checks that every namespace is drained', () => {
    const found = subsystem({ allowedHosts: ['h'], namespaces: [space(1, true), space(2, false)] });
    expect(steps({ subsystems: [found] })).toEqual([
      { op: 'disallow-host', nqn, hostNqn: 'h' },
      { op: 'disable-namespace', nqn, nsid: 1 },
      check('/dev/leg1', '/dev/leg2'),
      remove,
    ]);
  });

  it.each([
    ['rdma', 'rdma'],
    ['tcp', 'tcp'],
  ])('unlinks a linked %s port when the subsystem is already gone', (transport, named) => {
    expect(steps({ ports: [port({ transport, serviceId: 7, subsystemNqns: [nqn] })] })).toEqual([
      { op: 'unlink-port', nqn, transport: named, address: '10.0.0.1', serviceId: 7 },
      check(),
      remove,
    ]);
  });

  it('removes an export while any trace of it exists, then reports done', () => {
    for (const fast of [{ subsystems: [subsystem()] }, { ports: [port()] }]) expect(steps(fast)).toEqual([check(), remove]);
    expect(planUnexport(assigned, emptyFast())).toMatchObject({ state: 'done', steps: [] });
  });

  it('ignores subsystems and ports of other exports', () => {
    const others = [
      { subsystems: [subsystem({ nqn: 'other', allowedHosts: ['h'], namespaces: [space(1, true)] })] },
      { ports: [port({ serviceId: 7 })] },
      { ports: [port({ transport: 'tcp' })] },
      { ports: [port({ subsystemNqns: ['other'] })] },
    ];
    for (const fast of others) expect(steps(fast)).toEqual([]);
  });
});
