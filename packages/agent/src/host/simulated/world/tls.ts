import { UNKNOWN_KEY } from '@weft/shared/messages/authentication';
import type { FastState, NvmetPort } from '../../host.js';
import type { Operation } from '../../operations.js';
import type { Connect } from '../controller.js';
import { refuse } from '../failure.js';
import type { SimulatedHost } from '../simulated-host.js';
import { secretOf } from './keys.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

const nameOf = ({ hostNqn, nqn }: { hostNqn: string; nqn: string }): string => `${hostNqn} ${nqn}`;

export function setTlsKey(host: SimulatedHost, operation: Of<'set-tls-key'>): void {
  if (!host.tls.target && !host.tls.client) refuse('keyctl', 'keyctl_search: Required key not available: the kernel has no keyring .nvme');
  host.tlsKeys.set(nameOf(operation), secretOf(host.secrets, operation.keyId));
}
export function forgetTlsKeys(host: SimulatedHost, { nqn }: Of<'forget-tls-keys'>): void {
  for (const name of host.tlsKeys.keys()) if (name.endsWith(` ${nqn}`)) host.tlsKeys.delete(name);
}
export const viewTlsKeys = ({ tlsKeys, secrets }: SimulatedHost): NonNullable<FastState['tls']>['keys'] =>
  [...tlsKeys].map(([name, held]) => {
    const [hostNqn = '', nqn = ''] = name.split(' ');
    return { hostNqn, nqn, keyId: [...secrets].find(([, secret]) => secret === held)?.[0] ?? UNKNOWN_KEY };
  });

/** Outcome of the handshake, as on 6.12; null: both ends agree. No refusal is for good: the client tries again. */
export function handshake(client: SimulatedHost, target: SimulatedHost, port: NvmetPort, connect: Connect): string | null {
  if (!connect.tls) return port.tls ? 'Connection reset by peer (the port takes only connections with TLS)' : null;
  if (!port.tls) return 'Connection timed out (the port takes no TLS)';
  const own = client.tlsKeys.get(nameOf(connect));
  if (own === undefined) return 'Required key not available';
  if (client.tls.daemon !== 'ready' || target.tls.daemon !== 'ready') return 'Connection timed out (no tlshd made the handshake)';
  return target.tlsKeys.get(nameOf(connect)) === own ? null : 'Connection reset by peer (the target has another key)';
}
