import { describe, expect, it } from 'vitest';
import { foreignConnections, withIoQueue } from './foreign-connections.js';

const client = { transport: 'tcp' as const, serviceId: 4500, hostAddresses: ['10.0.0.9', 'FD00::0009'] };
const from = (address: string, more = {}) => ({ transport: 'tcp' as const, serviceId: 4500, address, established: 2, ...more });

describe('foreign connections', () => {
  it('recognizes the client by any form of its address', () => {
    const own = ['10.0.0.9', '::ffff:10.0.0.9', 'fd00::9', 'fd00:0:0:0:0:0:0:9', 'fd00::9%eth0'].map((address) => from(address));
    expect(foreignConnections(own, client)).toEqual([]);
  });

  it('lists every other address of this service id and transport', () => {
    const strangers = [from('10.0.0.7'), from('fd00::7')];
    const elsewhere = [from('10.0.0.7', { serviceId: 4501 }), from('10.0.0.7', { transport: 'rdma' })];
    expect(foreignConnections([...strangers, ...elsewhere], client)).toEqual(strangers);
  });

  it('omits a connection whose address the kernel does not report', () => {
    expect(foreignConnections([from('')], client)).toEqual([]);
  });

  it('lists none when the client’s addresses are missing or cannot be parsed', () => {
    expect(foreignConnections([from('10.0.0.7')], { ...client, hostAddresses: ['10.0.0.9', 'c1.example'] })).toEqual([]);
    expect(foreignConnections([from('10.0.0.7')], { ...client, hostAddresses: [] })).toEqual([]);
  });

  it('ignores a host that has only an admin queue', () => {
    expect(withIoQueue([from('10.0.0.7', { established: 1 }), from('10.0.0.8')])).toEqual([from('10.0.0.8')]);
    expect(withIoQueue([from('10.0.0.7', { established: 1, hasController: true })])).toEqual([]);
  });

  it('ignores connections without a controller where the kernel lists controllers: anybody can open them', () => {
    const admitted = from('10.0.0.8', { hasController: true });
    expect(withIoQueue([from('10.0.0.7', { established: 9, hasController: false }), admitted])).toEqual([admitted]);
  });
});
