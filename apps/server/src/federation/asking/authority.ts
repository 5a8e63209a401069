import { readFile } from 'node:fs/promises';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import type { ZoneConfig } from '../config/federation-config.js';
import { ZoneRequestError } from './zone-request.js';

const digitsOf = ({ fingerprint256 }: DetailedPeerCertificate): string => fingerprint256.replaceAll(':', '').toLowerCase();

const pemOf = ({ raw }: DetailedPeerCertificate): string =>
  `-----BEGIN CERTIFICATE-----\n${(raw.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

/** Certificates from that of the server to the one that names itself as its issuer. */
function chainFrom(first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (let next: DetailedPeerCertificate | undefined = first; next?.raw && !chain.includes(next); next = next.issuerCertificate)
    chain.push(next);
  return chain;
}

/**
 * PEM of the authority with this fingerprint, among the certificates that the server sends (docs/decisions/tls.md). Nothing is sent, the token least of
 * all: only the connections that use this authority verify the server. @throws ZoneRequestError
 */
export function authorityByFingerprint(url: string, fingerprint: string, limitMs: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false }, () => {
      clearTimeout(timer);
      const found = chainFrom(socket.getPeerCertificate(true)).find((each) => digitsOf(each) === fingerprint);
      socket.destroy();
      if (found) resolve(pemOf(found));
      else
        reject(new ZoneRequestError({ fault: 'certificate', explanation: 'it sends no certificate with the fingerprint caFingerprint' }));
    });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new ZoneRequestError({ fault: 'late' }));
    }, limitMs);
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(new ZoneRequestError({ fault: 'unreachable', explanation: error.message.slice(0, 200) }, error));
    });
  });
}

/** The authority that the zone's configuration names; null: those of the system. @throws ZoneRequestError */
export async function authorityOf(zone: ZoneConfig, url: string, limitMs: number): Promise<string | null> {
  if (zone.caFile !== null) {
    try {
      return await readFile(zone.caFile, 'utf8');
    } catch (cause) {
      // The path is for the log: readers of the federation do not see files of its machine.
      throw new ZoneRequestError({ fault: 'certificate', explanation: 'caFile cannot be read' }, cause);
    }
  }
  return zone.caFingerprint !== null && url.startsWith('https:') ? authorityByFingerprint(url, zone.caFingerprint, limitMs) : null;
}
