import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../../config/config.schema.js';

/** `https://[::1]:4000` → `::1` */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');

/** Means all addresses of the machine; another machine cannot call such an address. */
export const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

const addresses = (listenAddress: string): string[] =>
  isWildcard(listenAddress)
    ? Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
    : [listenAddress];

/**
 * Host names and addresses under which clients may reach this server, sorted.
 * @param urls further addresses of servers of the cluster
 */
export function ownNames(
  { listenAddress, publicUrl, peerUrl }: Pick<Config, 'listenAddress' | 'publicUrl' | 'peerUrl'>,
  urls: readonly string[],
): string[] {
  const named = [publicUrl, peerUrl, ...urls].flatMap((url) => (url === null ? [] : [hostOf(url)]));
  const names = ['localhost', '127.0.0.1', '::1', hostname().toLowerCase(), ...addresses(listenAddress), ...named];
  // A link-local address (RFC 4291) means nothing without its interface.
  return [...new Set(names)].filter((name) => !/^fe80:/i.test(name)).sort();
}
