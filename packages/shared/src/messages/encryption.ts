import { z } from 'zod';
import { boundedList, MOST } from './bounded.js';

/*
 * Encryption of a volume at its client (docs/decisions/encryption-at-rest.md). Assignments name the volume's key by id. The keys travel in a message of their
 * own (`volume-keys`), which an agent keeps in memory only, so that no assignment, plan, log, file or description of a node contains one.
 */

/** AES-256 in XTS mode: two keys of 256 bits (IEEE 1619). */
export const VOLUME_KEY_BYTES = 64;

/** The first 128 bits of HMAC-SHA256 with the key over `VOLUME_KEY_ID_TEXT`, in hex: names the key, proves it, and does not reveal it. */
export const volumeKeyIdSchema = z
  .string()
  .max(32)
  .regex(/^[0-9a-f]{32}$/)
  .meta({ description: 'Id of an encryption key: made from the key, which it does not reveal.' });
export const VOLUME_KEY_ID_TEXT = 'weft volume key';
export const VOLUME_KEY_ID_CHARACTERS = 32;

/** 64 bytes in base64. */
export const volumeKeySchema = z
  .string()
  .max(88)
  .regex(/^[A-Za-z0-9+/]{86}==$/);

/** Keys of all encrypted volumes that the node has attached, and of those that it is about to attach. The agent forgets the others. */
export const volumeKeysSchema = z.strictObject({
  keys: boundedList(z.strictObject({ id: volumeKeyIdSchema, key: volumeKeySchema }), MOST.objects),
});
export type VolumeKeys = z.infer<typeof volumeKeysSchema>;

export const attachmentEncryptionSchema = z.strictObject({ keyId: volumeKeyIdSchema });
