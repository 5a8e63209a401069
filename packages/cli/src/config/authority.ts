import { connect, type DetailedPeerCertificate } from 'node:tls';
import { connectionFailure } from '../client/transport.js';
import { Failure, usage } from '../core/failure.js';

const TIMEOUT_MS = 30_000;

/** The last certificate that a server sends: the authority, or a self-signed certificate. */
export interface Authority {
  pem: string;
  /** SHA-256, 64 hexadecimal digits. */
  fingerprint: string;
  subject: string;
  validTo: string;
  /** Whether the system's authorities vouch for the server. */
  isTrusted: boolean;
  /** Its issuer is itself: certificates that it signed can be verified with it. */
  isRoot: boolean;
}

/** @returns 64 hexadecimal digits @throws Failure */
export function fingerprintFrom(text: string): string {
  const digits = text
    .trim()
    .replace(/^sha256:/i, '')
    .replaceAll(':', '')
    .toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) throw usage(`"${text}" is not a SHA-256 fingerprint (64 hexadecimal digits).`);
  return digits;
}

/** `ab:cd:…` as openssl and browsers show it. */
export const shownFingerprint = (digits: string): string => (digits.toUpperCase().match(/../g) ?? []).join(':');

/** What the server presents. Nothing is verified, and nothing is sent. */
export function authorityOf(url: URL): Promise<Authority> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host, port: Number(url.port) || 443, rejectUnauthorized: false, ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }) },
      () => {
        const chain: DetailedPeerCertificate[] = [];
        let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
        while (certificate?.raw && !chain.some(({ fingerprint256 }) => fingerprint256 === certificate?.fingerprint256)) {
          chain.push(certificate);
          certificate = certificate.issuerCertificate;
        }
        const isTrusted = socket.authorized;
        socket.destroy();
        const last = chain.at(-1);
        if (last) resolve({ ...described(last), isTrusted });
        else reject(new Failure('certificate', `${url.origin} sent no certificate.`));
      },
    );
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    socket.on('error', (error) => reject(connectionFailure(url, error)));
  });
}

function described(certificate: DetailedPeerCertificate): Omit<Authority, 'isTrusted'> {
  const { raw, fingerprint256, subject, valid_to: validTo } = certificate;
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: String(subject?.CN ?? subject?.O ?? 'no name'),
    validTo,
    isRoot: JSON.stringify(certificate.issuer) === JSON.stringify(subject),
  };
}

export interface PinOptions {
  url: URL;
  /** Fingerprint that the caller knows. */
  expected?: string;
  /** Fingerprint of the context, from an earlier login. */
  pinned?: string;
  /** Asks a person. Undefined: nobody can be asked. */
  ask?: (authority: Authority) => Promise<boolean>;
}

/**
 * The authority to trust from now on; undefined: those of the system. A changed one is refused: only a person who removes the context accepts it.
 * @throws Failure
 */
export async function pinAuthority({ url, expected, pinned, ask }: PinOptions): Promise<Authority | undefined> {
  if (url.protocol !== 'https:') return undefined;
  const authority = await authorityOf(url);
  const wanted = expected ?? pinned;
  if (wanted !== undefined) {
    if (authority.fingerprint === wanted) return authority;
    throw mismatch(url, wanted, authority, expected !== undefined);
  }
  if (authority.isTrusted) return undefined;
  if (!authority.isRoot)
    throw new Failure(
      'certificate',
      `${url.origin} has a certificate of an authority that this machine does not know and that the server does not send.`,
      'Give the certificate of the authority: --ca-file FILE.',
    );
  if (!ask)
    throw new Failure(
      'certificate',
      `${url.origin} has an unknown authority, and there is no terminal to ask on. Its fingerprint is ${authority.fingerprint}.`,
      'Compare it with the one that the console shows for new nodes, and give it as WEFT_FINGERPRINT. Or give --ca-file.',
    );
  if (await ask(authority)) return authority;
  throw new Failure('unconfirmed', 'The authority was not accepted. Nothing was sent.');
}

const mismatch = (url: URL, wanted: string, { fingerprint }: Authority, isGiven: boolean): Failure =>
  new Failure(
    'certificate',
    `${url.origin} has the authority ${fingerprint}, not the ${isGiven ? 'given' : 'pinned'} ${wanted}. Nothing was sent.`,
    isGiven
      ? 'Check the address and the fingerprint. If both are right, somebody answers in place of the server.'
      : 'If the authority was replaced on purpose, remove the context (weft context delete NAME) and log in again. Otherwise somebody answers in place of the server.',
  );
