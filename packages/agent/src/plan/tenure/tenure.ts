import type { AttachmentAssignment, ExportAssignment } from '@weft/shared/messages/assignment';
import { volumeRef } from '@weft/shared/text/references';
import type { FactChange, Facts, ServedFact } from '../../ledger/facts.js';
import { type AgentReason, reason } from '../../reason/reason.js';

/*
 * Tenure: the order of the attachments of one volume. A node that served a later attachment refuses an earlier one that the later one excludes, whatever the
 * assignment says: a restored database lists attachments that later ones have replaced (S3). Two attachments exclude each other unless both are shared or
 * both are read-only.
 */
type Served = Pick<ExportAssignment | AttachmentAssignment, 'attachmentId' | 'volumeId' | 'volumeName' | 'mode' | 'tenure'>;
const NONE: ServedFact = { exclusive: 0, shared: 0, readonly: 0 };
const MODES = ['exclusive', 'shared', 'readonly'] as const;

/** Why this node must not serve this attachment; undefined: it may. Tenure 0 (an older server) is not compared. */
export function supersededBy({ volumeId, volumeName, mode, tenure }: Served, facts: Facts): AgentReason | undefined {
  if (tenure === 0) return undefined;
  const seen = facts.served[volumeId] ?? NONE;
  const excluding = MODES.filter((other) => other === 'exclusive' || other !== mode);
  const latest = Math.max(...excluding.map((other) => seen[other]));
  if (latest <= tenure) return undefined;
  return reason('earlier-attachment', {
    volume: volumeRef(volumeId, volumeName),
    later: new Date(latest).toISOString(),
    own: new Date(tenure).toISOString(),
  });
}

/** The tenure to store before anything of the attachment starts here. */
export function noteServed({ volumeId, mode, tenure }: Served, facts: Facts): FactChange[] {
  const seen = facts.served[volumeId] ?? NONE;
  // An attachment without a mode counts as exclusive, because it may exclude all others.
  const as = mode ?? 'exclusive';
  return tenure > seen[as] ? [{ fact: 'served', volumeId, served: { ...seen, [as]: tenure } }] : [];
}
