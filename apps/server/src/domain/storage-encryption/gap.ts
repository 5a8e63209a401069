import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { Transport } from '@weft/shared/messages/assignment';
import type { TlsAbility } from '@weft/shared/messages/storage-encryption';

/** Why a client and a target do not encrypt the paths of a new export. */
export type EncryptionGap =
  | 'off'
  | 'rdma'
  | 'no-secrets-key'
  | 'older-server'
  | 'client-cannot'
  | 'target-cannot'
  | 'client-daemon'
  | 'target-daemon';

export interface EncryptionSurroundings {
  setting: SettingsSpec['storageEncryption'];
  /** The servers have a key to encrypt secrets with. */
  hasSecretsKey: boolean;
  /** A server of an earlier version is online: its assignments would have the export without TLS. */
  olderServer: boolean;
}

export interface Ends {
  transport: Transport;
  /** Of the last inventory. Undefined: the agent knows no TLS, or none was reported. */
  client: TlsAbility | undefined;
  target: TlsAbility | undefined;
}

/** Null: a new export gets TLS. Existing exports keep what they began with: their connections would end otherwise. */
export function encryptionGap(
  { setting, hasSecretsKey, olderServer }: EncryptionSurroundings,
  { transport, client, target }: Ends,
): EncryptionGap | null {
  if (setting === 'off') return 'off';
  if (transport === 'rdma') return 'rdma';
  if (!hasSecretsKey) return 'no-secrets-key';
  if (olderServer) return 'older-server';
  if (!client?.client) return 'client-cannot';
  if (!target?.target) return 'target-cannot';
  if (client.daemon !== 'ready') return 'client-daemon';
  return target.daemon === 'ready' ? null : 'target-daemon';
}

/** For exports of a cluster without encrypted storage traffic. */
export const NO_ENCRYPTION = {
  encryption: { setting: 'off', hasSecretsKey: false, olderServer: false } satisfies EncryptionSurroundings,
  tls: new Map<string, TlsAbility | undefined>(),
};
