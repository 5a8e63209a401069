import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.schema.js';

/** Whether this address, `hop` connections before this server (0: the direct peer), is one of our proxies. */
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

/** Node's request, once `addClientAddress` has stored the address of its client. */
export interface Addressed {
  weftAddress?: string;
}

/**
 * Stores on every request the address of its client, before any other hook. Fastify's own `trustProxy` takes any text in the header for an address, with the
 * port that some proxies add.
 */
export function addClientAddress(fastify: FastifyInstance, trusted: Trusts): void {
  fastify.addHook('onRequest', ({ raw, headers, socket: { remoteAddress: address = '' } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for'];
    (raw as Addressed).weftAddress = clientAddress(
      { address, forwarded: Array.isArray(forwarded) ? forwarded.join() : forwarded },
      trusted,
    );
    done();
  });
}

/** @throws Error when the hook that stores the address has not run. */
export function addressOf({ raw, method, url }: Pick<FastifyRequest, 'raw' | 'method' | 'url'>): string {
  const { weftAddress } = raw as Addressed;
  if (weftAddress === undefined) throw new Error(`the address of ${method} ${url} is not known`);
  return weftAddress;
}

/** One spelling per IPv6 address (RFC 5952), without a zone; the URL parser writes it. @returns null: not an IPv6 address. */
function canonicalIpv6(address: string): string | null {
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : null;
}

/** A wildcard IPv6 socket shows IPv4 peers as mapped addresses (RFC 4291, 2.5.5.2). */
function plainAddress(address: string): string {
  const canonical = canonicalIpv6(address);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical ?? '');
  if (!mapped) return canonical ?? address;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Some proxies add the port of the client (RFC 7239, 6): it changes with each connection, and is no part of the address. */
const withoutPort = (text: string): string => /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/**
 * What limits count for this address. One host can have each address of an IPv6 network of 64 bits (RFC 4291, 2.5.1; RFC 8981), so all of them share a
 * limit.
 */
export function limitedBy(address: string): string {
  const canonical = canonicalIpv6(address);
  if (canonical === null) return address;
  const [before = '', after] = canonical.split('::');
  const groups = before === '' ? [] : before.split(':');
  const zeros = after === undefined ? 0 : 8 - groups.length - (after === '' ? 0 : after.split(':').length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...(after?.split(':') ?? [])].slice(0, 4).join(':');
}

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
    const plain = plainAddress(address);
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
    .map((each) => withoutPort(each.trim()))
    .reverse();
  let client = address;
  for (let hop = 0; hop < earlier.length && trusted(client, hop); hop++) {
    const before = earlier[hop] ?? '';
    if (isIP(before) === 0) break;
    client = before;
  }
  return plainAddress(client);
}
