import type { PairKeys } from '@weft/shared/messages/authentication';
import type { Sealed, Stored } from '../../core/mongo/stored.js';

/** A secret, encrypted under the key that is not in MongoDB (`secretsKeyFile`); `id` is its owner. */
export interface StoredKey {
  id: string;
  sealed: Sealed;
  createdAt: Date;
}

/**
 * Collection `authenticationPairs`: keys between one client and one target, `_id` is `pairId`. The kernel's target has one pair of keys for each host, so all
 * attachments of the client with legs on the target share them. Stored with the first such attachment, removed with the last.
 */
export interface AuthenticationPairDocument extends Stored {
  clientId: string;
  targetId: string;
  keys: StoredKey[];
  /** Keys that the target requires, and that the client uses. They differ during a rotation. */
  target: PairKeys;
  client: PairKeys;
  /** The rotation in progress, to these keys. */
  rotation: { requestedAt: Date; next: PairKeys } | null;
  /** When the keys in use were made or rotated to. */
  rotatedAt: Date;
}

export const pairId = (clientId: string, targetId: string): string => `${clientId}/${targetId}`;
