import { type AddressInfo, isIPv6 } from 'node:net';
import type { Config } from './config.schema.js';

/** Who makes the certificate: the operator, or the server itself. None: the operator chose plain HTTP. */
export const certificateOf = ({ tlsCertificate, insecureHttp }: Config): 'given' | 'own' | 'none' => {
  if (tlsCertificate !== null) return 'given';
  return insecureHttp ? 'none' : 'own';
};

export const servesTls = (config: Config): boolean => certificateOf(config) !== 'none';

/** Of a server that listens there. */
export const urlOf = (config: Config, { address, port, family }: AddressInfo): string =>
  `${servesTls(config) ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

const isLoopback = (address: string): boolean => (isIPv6(address) ? address === '::1' : address.startsWith('127.'));

/** Passwords and credentials cross the network in clear. */
export const isExposed = (config: Config): boolean => !servesTls(config) && !isLoopback(config.listenAddress);
