import type { ObservedKeys } from '@weft/shared/messages/authentication';
import { HostError, type Secrets } from '../../host.js';
import { keyIdOf } from '../../kernel/nvmet/observe-keys.js';

/** Secrets of one end. Null: none. */
export interface SecretPair {
  host: string | null;
  controller: string | null;
}
export const NO_SECRETS: SecretPair = { host: null, controller: null };

/** @throws HostError `key-missing`. */
export function secretOf(secrets: Secrets, id: string): string {
  const found = secrets.get(id);
  if (found !== undefined) return found;
  throw new HostError(`this node has not received the secret of key ${id}`, ['echo'], null, '', { code: 'key-missing' });
}
/** @throws HostError `key-missing`. */
export const secretsOf = (
  secrets: Secrets,
  { hostKeyId, controllerKeyId }: { hostKeyId: string; controllerKeyId: string },
): SecretPair => ({
  host: secretOf(secrets, hostKeyId),
  controller: secretOf(secrets, controllerKeyId),
});

export const observedKeys = (secrets: Secrets, { host, controller }: SecretPair): ObservedKeys => ({
  hostKeyId: keyIdOf(secrets, host ?? undefined),
  controllerKeyId: keyIdOf(secrets, controller ?? undefined),
});

/**
 * Outcome of an authentication, as on 6.12. A target without a key asks for none, and the client then connects without (drivers/nvme/host/fabrics.c).
 * Refused for good: the kernel removes a controller whose key was rejected, and retries one that has no key (nvmf_should_reconnect).
 */
export function authenticate(client: SecretPair, target: SecretPair): { refusal: string; forGood: boolean } | null {
  if (target.host === null) return null;
  if (client.host === null) return { refusal: 'Required key not available', forGood: false };
  const isRight = client.host === target.host && (client.controller === null || client.controller === target.controller);
  return isRight ? null : { refusal: 'Key was rejected by service', forGood: true };
}
