import { isIP } from 'node:net';
import type { HostConnection, ServicePoint } from './host.js';

export interface ExportClient extends ServicePoint {
  /** Every address that the client may connect from. */
  hostAddresses: readonly string[];
}

/** Admin queue and one I/O queue. A host whose NQN is refused never gets a second queue. */
const QUEUES_FOR_IO = 2;

/** Connections to this export from addresses of other hosts. An address that cannot be parsed belongs to no known host, so it is not listed. */
export function foreignConnections(connections: readonly HostConnection[], { transport, serviceId, hostAddresses }: ExportClient) {
  const own = new Set(hostAddresses.map(canonicalAddress));
  // An own address that cannot be parsed would make the client look foreign.
  if (own.size === 0 || own.has(undefined)) return [];
  return connections.filter((each) => {
    const address = canonicalAddress(each.address);
    return each.transport === transport && each.serviceId === serviceId && address !== undefined && !own.has(address);
  });
}

/** Connections that can read and write: they have an I/O queue, and a controller if the kernel lists controllers. */
export const withIoQueue = (connections: readonly HostConnection[]): HostConnection[] =>
  connections.filter(({ established, hasController = true }) => hasController && established >= QUEUES_FOR_IO);

/** Why nothing was fenced. */
export const noForeignHost = ({ transport, serviceId }: ServicePoint): string =>
  `no host but the client has an I/O queue over ${transport} to service id ${serviceId} now; nothing was fenced`;

/** One spelling per address: `FD00::0001` equals `fd00::1`, and an IPv4 address equals its form in IPv6. @returns undefined: no address. */
export function canonicalAddress(address: string): string | undefined {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return undefined;
  const { hostname } = new URL(`http://[${bare}]`);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (!mapped) return hostname;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
