import { createHmac, randomBytes } from 'node:crypto';
import { VOLUME_KEY_BYTES, VOLUME_KEY_ID_CHARACTERS, VOLUME_KEY_ID_TEXT, volumeKeySchema } from '@weft/shared/messages/encryption';

/** A key of dm-crypt in base64, and the id that is made from it. */
export interface VolumeKey {
  id: string;
  key: string;
}

/** Names a key, proves it, and does not reveal it. */
export const volumeKeyId = (key: Buffer): string =>
  createHmac('sha256', key).update(VOLUME_KEY_ID_TEXT).digest('hex').slice(0, VOLUME_KEY_ID_CHARACTERS);

export function newVolumeKey(): VolumeKey {
  const bytes = randomBytes(VOLUME_KEY_BYTES);
  return { id: volumeKeyId(bytes), key: bytes.toString('base64') };
}

/** Whether the text is a key with this id. */
export const isVolumeKey = (id: string, key: string): boolean =>
  volumeKeySchema.safeParse(key).success && volumeKeyId(Buffer.from(key, 'base64')) === id;
