import { type AddressInfo, isIPv6 } from 'node:net';
import type { Config } from './config.schema.js';

/** The settings that decide where a program listens, and with which certificate. */
export type Listening = Pick<Config, 'listenAddress' | 'tlsCertificate' | 'tlsKey' | 'insecureHttp'>;

/** Who makes the certificate: the operator, or the server itself. None: the operator chose plain HTTP. */
export const certificateOf = ({ tlsCertificate, insecureHttp }: Listening): 'given' | 'own' | 'none' => {
  if (tlsCertificate !== null) return 'given';
  return insecureHttp ? 'none' : 'own';
};

/** The operator's files; null: there are none. */
export const givenCertificate = ({ tlsCertificate: certificate, tlsKey: key }: Listening): { certificate: string; key: string } | null =>
  certificate === null || key === null ? null : { certificate, key };

export const servesTls = (config: Listening): boolean => certificateOf(config) !== 'none';

/** Of a server that listens there. */
export const urlOf = (config: Listening, { address, port, family }: AddressInfo): string =>
  `${servesTls(config) ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

const isLoopback = (address: string): boolean => (isIPv6(address) ? address === '::1' : address.startsWith('127.'));

/** Passwords and credentials cross the network in clear. */
export const isExposed = (config: Listening): boolean => !servesTls(config) && !isLoopback(config.listenAddress);
