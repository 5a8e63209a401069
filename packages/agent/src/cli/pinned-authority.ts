import { connect, type DetailedPeerCertificate } from 'node:tls';
import { UsageError } from '../config/config.js';
import { errorText } from '../log/log.js';

const TIMEOUT_MS = 30_000;

/** @returns 64 hexadecimal digits @throws UsageError */
export function fingerprintFrom(text: string): string {
  const digits = text.replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits))
    throw new UsageError(`"${text}" is not a SHA-256 fingerprint (64 hexadecimal digits): copy the whole command from the console`);
  return digits;
}

/** The certificates that the server sends, its own first. Nothing is verified, and nothing is sent. */
function sentCertificates({ hostname, port }: URL): Promise<DetailedPeerCertificate[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false }, () => {
      const chain: DetailedPeerCertificate[] = [];
      let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
      // The last one names itself as its issuer.
      while (certificate && !chain.includes(certificate)) {
        chain.push(certificate);
        certificate = certificate.issuerCertificate;
      }
      socket.destroy();
      resolve(chain);
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    socket.on('error', reject);
  });
}

const pem = ({ raw }: DetailedPeerCertificate): string =>
  `-----BEGIN CERTIFICATE-----\n${(raw.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

/**
 * PEM of the authority with this fingerprint, among the certificates that the server sends. Its use must still be verified: anybody can send it.
 * @throws UsageError for a server of another authority
 */
export async function pinnedAuthority(server: string, fingerprint: string): Promise<string> {
  const chain = await sentCertificates(new URL(server));
  const found = chain.find(({ fingerprint256 }) => fingerprint256.replaceAll(':', '').toLowerCase() === fingerprint);
  if (found) return pem(found);
  throw new UsageError(
    `${server} is a server of another certificate authority than the one of --ca-fingerprint ${fingerprint}: the token was not sent. Check the address, and copy a new enrollment command from the console of this cluster. If both are right, somebody answers in place of the server: do not enroll over this network`,
  );
}

/** What to do about a certificate that cannot be verified, beside the error itself. */
export function explainCertificate(error: unknown): string {
  const text = errorText(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${text}. Add this address to publicUrl of the server, or to the agents' servers in the settings of the cluster`;
  if (/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/.test(code))
    return `${text}. This machine does not know the authority of the server's certificate: give --ca-fingerprint as in the console's command, or --ca FILE`;
  return text;
}
