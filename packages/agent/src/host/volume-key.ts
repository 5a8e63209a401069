import { createHmac } from 'node:crypto';
import { VOLUME_KEY_BYTES, VOLUME_KEY_ID_CHARACTERS, VOLUME_KEY_ID_TEXT } from '@weft/shared/messages/encryption';
import { HostError } from './host.js';

/**
 * Whether the key, in base64, is the one that the id names. With a wrong key, dm-crypt shows garbage and reports no error: so no key is used before this was
 * checked.
 */
export function isKeyOf(keyId: string, key: string): boolean {
  const bytes = Buffer.from(key, 'base64');
  const id = createHmac('sha256', bytes).update(VOLUME_KEY_ID_TEXT).digest('hex').slice(0, VOLUME_KEY_ID_CHARACTERS);
  return bytes.length === VOLUME_KEY_BYTES && id === keyId;
}

/** The keys that are what their ids say. */
export const onlyRight = (keys: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...keys].filter(([keyId, key]) => isKeyOf(keyId, key)));

export const volumeKeyMissing = (keyId: string, command: string[]): HostError =>
  new HostError(`this node does not have volume key ${keyId}`, command, null, '', { code: 'key-missing' });
