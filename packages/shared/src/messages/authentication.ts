import { z } from 'zod';
import { idSchema } from '../identity.js';
import { boundedList, MOST } from './bounded.js';

/*
 * NVMe in-band authentication (NVM Express Base 2.0, 8.13.5: DH-HMAC-CHAP) between one client and one target. Assignments and reports name keys by id.
 * Their secrets travel in a message of their own (`keys`), so that no assignment, plan, log or description of a node contains one.
 */

/** The keys of one pair: the client proves itself with the host key, the target with the controller key. */
export const pairKeysSchema = z.strictObject({ hostKeyId: idSchema, controllerKeyId: idSchema });
export type PairKeys = z.infer<typeof pairKeysSchema>;

/** Key that a kernel has and the agent does not know. */
export const UNKNOWN_KEY = 'unknown';
const observedKeySchema = z.union([idSchema, z.literal(UNKNOWN_KEY)]).nullable();
/** Keys that a kernel uses; null: none. */
export const observedKeysSchema = z.strictObject({ hostKeyId: observedKeySchema, controllerKeyId: observedKeySchema });
export type ObservedKeys = z.infer<typeof observedKeysSchema>;

export const hasKeys = (observed: ObservedKeys | null | undefined, wanted: PairKeys): boolean =>
  observed?.hostKeyId === wanted.hostKeyId && observed.controllerKeyId === wanted.controllerKeyId;

/** A secret as the kernel and nvme-cli write it (NVM Express Base 2.0, 8.13.5.8): 32 random bytes and their CRC-32, base64, used without a transformation. */
export const secretSchema = z
  .string()
  .max(128)
  .regex(/^DHHC-1:00:[A-Za-z0-9+/]{48}:$/);

/** A secret as nvme-cli writes it (NVM Express TCP Transport 1.1, 3.6.1.5): `01` is SHA-256, then 32 random bytes and their CRC-32 in base64. */
const tlsSecretSchema = z
  .string()
  .max(128)
  .regex(/^NVMeTLSkey-1:01:[A-Za-z0-9+/]{48}:$/);

/** Of a key for authentication, or of a key for TLS. */
const anySecretSchema = z.union([secretSchema, tlsSecretSchema]);

/** Secrets of all keys that the node's assignment names, and of those that it is about to name. The agent forgets the others. */
export const nodeKeysSchema = z.strictObject({
  keys: boundedList(z.strictObject({ id: idSchema, secret: anySecretSchema }), MOST.objects),
});
export type NodeKeys = z.infer<typeof nodeKeysSchema>;

/** What one kernel can do: check hosts as a target, prove itself as a client. */
export const authenticationAbilitySchema = z.strictObject({ target: z.boolean(), client: z.boolean() });
export type AuthenticationAbility = z.infer<typeof authenticationAbilitySchema>;
