import type { Stored, WrappedKey } from '../../core/mongo/stored.js';

/**
 * Collection `volumeKeys`: the key of an encrypted volume, wrapped; `_id` is the volume's id. Stored and removed in the transactions that store and remove the
 * volume. No part of recorded moments.
 */
export interface VolumeKeyDocument extends Stored {
  keyId: string;
  wrapped: WrappedKey;
}
