import { dmCryptName } from '@weft/shared/identity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { volumeRef } from '@weft/shared/text/references';
import type { FactChange, Facts } from '../ledger/facts.js';
import type { AttachmentTrace } from './attachment-trace.js';
import { type Decision, failed, waiting } from './plan.js';

/*
 * The key of an encrypted volume. dm-crypt has no header: with a wrong key a volume is garbage, and the first write destroys its data.
 *  - the agent does not have the key (it restarted, and no server has sent it yet): building and growing wait; whatever runs goes on.
 *  - the assignment names another key than the running device or the ledger, or none for an encrypted volume: nothing is built.
 *  - the key itself was compared with its id when it arrived, and again when it is used (host/volume-key.ts).
 */

const opens = ({ steps }: Decision): boolean => steps.some(({ operation: { op } }) => op === 'create-crypt' || op === 'resize-crypt');

/** The decision, if the key that it needs is there. */
export function withKey(attachment: AttachmentAssignment, decision: Decision, keyIds: readonly string[]): Decision {
  const { volumeId, volumeName, encryption } = attachment;
  if (!encryption || !opens(decision) || keyIds.includes(encryption.keyId)) return decision;
  return waiting('volume-key-awaited', { volume: volumeRef(volumeId, volumeName), keyId: encryption.keyId });
}

/** Why nothing of the volume may be built; null: the key is the one that it was always opened with here. */
export function otherKey(attachment: AttachmentAssignment, { crypt }: AttachmentTrace, facts: Facts): Decision | null {
  const { volumeId, volumeName, encryption } = attachment;
  const known = facts.volumeKeys[volumeId];
  const opened = crypt?.name ?? (known && dmCryptName(volumeId, known));
  if (!opened || (encryption && opened === dmCryptName(volumeId, encryption.keyId))) return null;
  return failed('volume-key-differs', { volume: volumeRef(volumeId, volumeName), found: opened, keyId: encryption?.keyId ?? 'none' });
}

/** Stored before the volume is opened. */
export function noteKey({ volumeId, encryption }: AttachmentAssignment, decision: Decision, facts: Facts): FactChange[] {
  if (!encryption || !opens(decision) || facts.volumeKeys[volumeId] === encryption.keyId) return [];
  return [{ fact: 'volume-key', volumeId, keyId: encryption.keyId }];
}
