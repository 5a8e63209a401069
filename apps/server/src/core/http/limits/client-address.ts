import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Config } from '../../../config/config.schema.js';

/** Whether this address, `hop` connections before this server (0: the direct peer), is one of our proxies. Fastify's `trustProxy` accepts this type. */
export type Trusts = (address: string, hop: number) => boolean;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

interface Connected {
  handshake: { address: string; headers: IncomingHttpHeaders };
}

/** Address of the client behind a Socket.IO socket. */
export function addressOfSocket({ handshake: { address, headers } }: Connected, trusted: Trusts): string {
  const forwarded = headers['x-forwarded-for'];
  return clientAddress({ address, forwarded: Array.isArray(forwarded) ? forwarded.join() : forwarded }, trusted);
}

/** A wildcard IPv6 socket shows IPv4 peers as mapped addresses (RFC 4291, 2.5.5.2). */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** `trustProxy` of the configuration: a number of hops, or addresses and networks. */
export function trusts(trustProxy: Config['trustProxy']): Trusts {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  const proxies = new BlockList();
  for (const entry of trustProxy) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => {
    const plain = unmapped(address);
    return isIP(plain) !== 0 && proxies.check(plain, familyOf(plain));
  };
}

/**
 * Address of the client: the last address before our trusted proxies. Each proxy appends the address of its peer to X-Forwarded-For, so an address that a
 * sender invents stands further left.
 */
export function clientAddress({ address, forwarded = '' }: { address: string; forwarded?: string | undefined }, trusted: Trusts): string {
  const earlier = forwarded
    .split(',')
    .map((each) => each.trim())
    .reverse();
  let client = address;
  for (let hop = 0; hop < earlier.length && trusted(client, hop); hop++) {
    const before = earlier[hop] ?? '';
    if (isIP(before) === 0) break;
    client = before;
  }
  return unmapped(client);
}
