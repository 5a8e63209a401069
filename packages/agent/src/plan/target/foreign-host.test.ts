import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { describe, expect, it } from 'vitest';
import type { HostConnection } from '../../host/host.js';
import { NO_FACTS } from '../../ledger/facts.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { emptyFast, operations, UP, world } from '../../testing/example-world.js';
import { fenceForeignHost, foreignHost } from './foreign-host.js';

const FOREIGN = '10.0.0.66';
const OWN = [`10.0.0.${CLIENT}`, `10.0.1.${CLIENT}`];
const from = (address: string, more: Partial<HostConnection> = {}): HostConnection => ({
  ...{ transport: 'rdma', serviceId: 4500, address, established: 2 },
  ...more,
});
type Export = AssignmentContent['exports'][number];
const given = (change: Partial<Export> = {}): Export => ({
  ...(contentFor(1, { ...UP, fenceForeign: true }).exports[0] ?? expect.fail('the example exports something')),
  ...change,
});
const FENCED = {
  ...NO_FACTS,
  foreignHosts: { [id('attachment', 1)]: { addresses: [FOREIGN, '10.0.0.67'], at: '2026-11-23T00:00:00.000Z' } },
};
const seen = (connections: HostConnection[] | null) => world(undefined, { connections });
const without = (assigned: Export, hostAddress: string | undefined): Export => ({
  ...assigned,
  portals: assigned.portals.map((portal, at) => ({ ...portal, hostAddress: at === 0 ? (hostAddress as string) : portal.hostAddress })),
});

describe('foreignHost', () => {
  it('names the address of a foreign host, the volume and its client', () => {
    expect(foreignHost(given(), seen([from(FOREIGN)]))).toMatchObject({
      code: 'foreign-host',
      message: expect.stringMatching(/^a host at 10\.0\.0\.66 is connected.* volume orders, .* client at 10\.0\.0\.9, 10\.0\.1\.9 alone/),
    });
  });

  it('reports a foreign host without an I/O queue, even with fencing off', () => {
    expect(foreignHost(given({ fenceForeign: false }), seen([from(FOREIGN, { established: 1 })]))?.code).toBe('foreign-host');
  });

  it('ignores the client, hosts of other exports, and exports to be removed', () => {
    expect(foreignHost(given(), seen(OWN.map((address) => from(address))))).toBeNull();
    expect(foreignHost(given(), seen([from(FOREIGN, { serviceId: 4501 }), from(FOREIGN, { transport: 'tcp' })]))).toBeNull();
    expect(foreignHost(given({ desired: 'absent' }), seen([from(FOREIGN)]))).toBeNull();
    expect(foreignHost(given({ desired: 'absent' }), world(undefined, { facts: FENCED }))).toBeNull();
  });

  it('reports nothing while connections or a client address are unknown', () => {
    expect(foreignHost(given(), seen(null))).toBeNull();
    expect(foreignHost(without(given(), undefined), seen([from(FOREIGN)]))).toBeNull();
  });

  it.each([8, 9])('names eight of %i addresses, and counts the others', (count) => {
    const hosts = Array.from({ length: count }, (_, at) => from(`10.9.9.${at + 1}`));
    const message = foreignHost(given(), seen(hosts))?.message ?? '';
    expect(message.match(/10\.9\.9\.\d+/g)).toHaveLength(8);
    expect(/ and (\d+) more/.exec(message)?.[1]).toBe(count > 8 ? '1' : undefined);
  });

  it('reports a fence stored in the ledger when no host is connected', () => {
    expect(foreignHost(given(), world(undefined, { facts: FENCED, connections: [] }))).toMatchObject({
      code: 'foreign-host-fenced',
      message: expect.stringMatching(/volume orders is fenced: a host at 10\.0\.0\.66, 10\.0\.0\.67 .* at 2026-11-23/),
    });
  });
});

describe('fenceForeignHost', () => {
  it('checks again against every client address, then stores the foreign host', () => {
    expect(fenceForeignHost(given(), seen([from(FOREIGN), from(OWN[0] ?? '')]))).toMatchObject({
      state: 'working',
      steps: [
        {
          operation: {
            ...{ op: 'check-foreign-host', nqn: given().subsystemNqn, transport: 'rdma', serviceId: 4500, hostAddresses: OWN },
          },
        },
      ],
      after: [{ fact: 'foreign-host', attachmentId: id('attachment', 1), addresses: [FOREIGN], at: '1970-01-01T00:00:00.000Z' }],
    });
  });

  it.each<[string, Export, HostConnection[] | null]>([
    ['the setting', given({ fenceForeign: false }), [from(FOREIGN)]],
    ['an I/O queue', given(), [from(FOREIGN, { established: 1 })]],
    ['readable connections', given(), null],
    ['every address of the client', without(given(), undefined), [from(FOREIGN)]],
    ['an export to keep', given({ desired: 'absent' }), [from(FOREIGN)]],
    ['a foreign host', given(), OWN.map((address) => from(address))],
  ])('plans no fence without %s', (_, assigned, connections) => {
    expect(fenceForeignHost(assigned, seen(connections))).toBeUndefined();
  });

  it('stores at most eight addresses', () => {
    const hosts = Array.from({ length: 12 }, (_, at) => from(`10.9.9.${at + 1}`));
    const [fact] = fenceForeignHost(given(), seen(hosts))?.after ?? [];
    expect(fact).toMatchObject({ addresses: hosts.slice(0, 8).map(({ address }) => address) });
  });

  it('withdraws the export of a stored fence even with fencing off, then reports failed', () => {
    const assigned = given({ fenceForeign: false });
    const { subsystemNqn: nqn, serial } = assigned;
    const subsystem = { nqn, serial, model: 'Weft leg', allowAnyHost: false, allowedHosts: ['nqn.client'], namespaces: [] };
    const fast = { ...emptyFast(), subsystems: [subsystem] };
    const going = fenceForeignHost(assigned, world(undefined, { facts: FENCED, fast }));
    expect(going?.state).toBe('working');
    expect(operations(going ?? expect.fail('there is a fence'))).toEqual(['disallow-host', 'check-drained', 'remove-subsystem']);
    expect(fenceForeignHost(assigned, world(undefined, { facts: FENCED }))).toMatchObject({ state: 'failed', steps: [] });
    expect(fenceForeignHost({ ...assigned, desired: 'absent' }, world(undefined, { facts: FENCED, fast }))).toBeUndefined();
  });
});
