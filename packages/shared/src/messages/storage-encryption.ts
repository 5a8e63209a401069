import { z } from 'zod';
import { idSchema } from '../identity.js';
import { UNKNOWN_KEY } from './authentication.js';

/*
 * TLS 1.3 with a pre-shared key on the paths of NVMe/TCP (NVM Express TCP Transport 1.1, 3.6). One key for each export: the name of a key in the kernel holds
 * the NQNs of host and subsystem. Assignments and reports name keys by id; their secrets travel in the message `keys`.
 */

/** Key of the TLS connections of an export. */
export const tlsAssignmentSchema = z.strictObject({ keyId: idSchema });
export type TlsAssignment = z.infer<typeof tlsAssignmentSchema>;

/** Key that a kernel's keyring has; null: none. */
export const observedTlsKeySchema = z.union([idSchema, z.literal(UNKNOWN_KEY)]).nullable();

/** tlshd(8) makes the handshakes for the kernel, at both ends. `without-keyring`: its configuration does not name the kernel's keyring `.nvme`. */
export const tlsDaemonStates = ['ready', 'without-keyring', 'stopped', 'not-installed'] as const;
export const tlsDaemonSchema = z.enum(tlsDaemonStates);
export type TlsDaemon = z.infer<typeof tlsDaemonSchema>;

/** What one kernel can do (as a target, as a client), and what makes its handshakes. */
export const tlsAbilitySchema = z.strictObject({ target: z.boolean(), client: z.boolean(), daemon: tlsDaemonSchema });
export type TlsAbility = z.infer<typeof tlsAbilitySchema>;
