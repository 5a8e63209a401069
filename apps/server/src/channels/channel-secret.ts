import { DomainError } from '@weft/shared/errors/domain-error';
import { type ChannelTarget, secretFieldOf } from '@weft/shared/kinds/alerting/channel';

/** Splits the secret from its target: the target is stored and shown, the secret is encrypted. */
export function splitSecret(target: ChannelTarget): { target: ChannelTarget; secret: string | null } {
  const field = secretFieldOf[target.type];
  if (field === null) return { target, secret: null };
  const { [field]: secret, ...rest } = target as ChannelTarget & Record<string, unknown>;
  return { target: rest as ChannelTarget, secret: typeof secret === 'string' ? secret : null };
}

/** @throws DomainError for a target that needs a secret, or has half of its credentials. */
export function checkCredentials(target: ChannelTarget, hasSecret: boolean): void {
  if ((target.type === 'slack' || target.type === 'teams') && !hasSecret)
    throw new DomainError('channel-secret-missing', { name: 'url', type: target.type }, { field: 'target.url' });
  if ((target.type === 'smtp' || target.type === 'alertmanager') && (target.username !== null) !== hasSecret)
    throw new DomainError('channel-password-without-user', {}, { field: 'target.password' });
}

/** Who would get the secret. */
const receiver = (target: ChannelTarget): string => {
  const { host, port, security, transport, url, authority } = target as ChannelTarget & Record<string, unknown>;
  return JSON.stringify([host, port, security, transport, url, authority]);
};

/**
 * Whether a stored secret would go to another receiver, or less protected: whoever can change a channel, but does not know its secret, could read it so.
 */
export const goesElsewhere = (before: ChannelTarget, after: ChannelTarget): boolean => receiver(before) !== receiver(after);
