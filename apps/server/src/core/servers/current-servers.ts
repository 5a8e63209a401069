import type { ServerDocument } from './servers.js';

type Listed = Pick<ServerDocument, 'address'> & { online: boolean };

/** Without the offline processes of servers that run again at the same address: a killed process stays listed for an hour. */
export function currentServers<S extends Listed>(servers: readonly S[]): S[] {
  const running = new Set(servers.flatMap(({ address, online }) => (online && address !== null ? [address] : [])));
  return servers.filter(({ address, online }) => online || address === null || !running.has(address));
}
