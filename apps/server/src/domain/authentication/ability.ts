import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { AuthenticationAbility } from '@weft/shared/messages/authentication';

/** Why a client and a target do not authenticate each other. */
export type AuthenticationGap = 'off' | 'no-secrets-key' | 'client-cannot' | 'target-cannot' | 'connected-before';

export interface PairSurroundings {
  setting: SettingsSpec['authentication'];
  /** The servers have a key to encrypt secrets with. */
  hasSecretsKey: boolean;
  /** Of the last inventory. Undefined: the agent knows no keys, or none was reported. */
  client: AuthenticationAbility | undefined;
  target: AuthenticationAbility | undefined;
  /** The target's stored assignment already lists an export to the client: the client may be connected without keys. */
  isServed: boolean;
}

/**
 * Null: a pair without keys may get them now. The kernel takes no keys for a connected controller, and a target with keys refuses its reconnect, so a pair
 * gets keys only while nothing is exported between its nodes.
 */
export function authenticationGap({ setting, hasSecretsKey, client, target, isServed }: PairSurroundings): AuthenticationGap | null {
  if (setting === 'off') return 'off';
  if (!hasSecretsKey) return 'no-secrets-key';
  if (!client?.client) return 'client-cannot';
  if (!target?.target) return 'target-cannot';
  return isServed ? 'connected-before' : null;
}
