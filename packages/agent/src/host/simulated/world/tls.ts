import { UNKNOWN_KEY } from '@weft/shared/messages/authentication';
import type { TlsAbility } from '@weft/shared/messages/storage-encryption';
import { type FastState, HostError, type NvmetPort, type Secrets } from '../../host.js';
import type { Operation } from '../../operations.js';
import { secretOf } from './keys.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

interface Machine {
  readonly tls: TlsAbility;
  /** Secrets in the kernel's keyring, by `<host NQN> <subsystem NQN>`. */
  readonly tlsKeys: Map<string, string>;
  readonly secrets: Secrets;
}

const nameOf = ({ hostNqn, nqn }: { hostNqn: string; nqn: string }): string => `${hostNqn} ${nqn}`;

export function setTlsKey(host: Machine, operation: Of<'set-tls-key'>): void {
  if (!host.tls.target && !host.tls.client)
    throw new HostError('keyctl failed with exit code 1: there is no keyring .nvme', ['keyctl', 'padd'], 1, 'Required key not available');
  host.tlsKeys.set(nameOf(operation), secretOf(host.secrets, operation.keyId));
}
export function forgetTlsKeys(host: Machine, { nqn }: Of<'forget-tls-keys'>): void {
  for (const name of host.tlsKeys.keys()) if (name.endsWith(` ${nqn}`)) host.tlsKeys.delete(name);
}
export const viewTlsKeys = ({ tlsKeys, secrets }: Machine): NonNullable<FastState['tls']>['keys'] =>
  [...tlsKeys].map(([name, held]) => {
    const [hostNqn = '', nqn = ''] = name.split(' ');
    return { hostNqn, nqn, keyId: [...secrets].find(([, secret]) => secret === held)?.[0] ?? UNKNOWN_KEY };
  });

/** Outcome of the handshake, as on 6.12; null: both ends agree. No refusal is for good: the client tries again. */
export function handshake(
  client: Machine,
  target: Machine,
  port: NvmetPort,
  connect: Pick<Of<'connect'>, 'nqn' | 'hostNqn' | 'tls'>,
): string | null {
  if (!connect.tls) return port.tls ? 'Connection reset by peer (the port takes only connections with TLS)' : null;
  if (!port.tls) return 'Connection timed out (the port takes no TLS)';
  const own = client.tlsKeys.get(nameOf(connect));
  if (own === undefined) return 'Required key not available';
  if (client.tls.daemon !== 'ready' || target.tls.daemon !== 'ready') return 'Connection timed out (no tlshd made the handshake)';
  return target.tlsKeys.get(nameOf(connect)) === own ? null : 'Connection reset by peer (the target has another key)';
}
