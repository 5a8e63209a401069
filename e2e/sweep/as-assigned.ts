import { dmCryptName, dmName, dmUuid } from '@weft/shared/identity';
import { type IoLimits, limitsOrNone, NO_LIMITS, sameLimits } from '@weft/shared/limits/io-limits';
import type { AttachmentDocument } from '../../apps/server/src/domain/documents/attachment.document.js';
import { limited } from '../../apps/server/src/domain/requests/limit.js';
import type { StoredWorld } from './stored-world.js';
import type { Sweep } from './sweep.js';

/* What clients hold of attached volumes besides their data: limits of their I/O, and keys. */

const LIMITS: readonly IoLimits[] = [
  NO_LIMITS,
  { ...NO_LIMITS, readIops: 1_000 },
  { ...NO_LIMITS, writeBytesPerSecond: 2 ** 24 },
  { readBytesPerSecond: 2 ** 26, writeBytesPerSecond: 2 ** 25, readIops: 5_000, writeIops: 2_000 },
];

/** Changes the limits of an attachment (like AttachmentsService). */
export function limit(stored: StoredWorld, attachment: AttachmentDocument | undefined, which: number): string | null {
  if (!attachment) return null;
  const limits = LIMITS[which % LIMITS.length] ?? NO_LIMITS;
  const { nodeId: _id, nodeName: name } = attachment;
  const client = { _id, name, status: { inventory: { capabilities: { ioLimits: true } } } };
  stored.write(
    { volume: null, attachments: [attachment] },
    { volume: null, attachments: [limited(attachment, limits, client)] },
    'request',
  );
  return `limit ${attachment.volumeName} on ${name} to ${JSON.stringify(limits)}`;
}

/** Keys that the server sends a node with its assignment: those of the volumes that are attached there. */
export function keysFor({ assignments, volumeKeys }: StoredWorld, nodeId: string): Map<string, string> {
  const attachments = assignments.get(nodeId)?.content.attachments ?? [];
  const ids = attachments.flatMap(({ encryption }) => (encryption ? [encryption.keyId] : []));
  return new Map(ids.flatMap((id) => [volumeKeys.get(id)].flatMap((key) => (key === undefined ? [] : [[id, key] as const]))));
}

/** When everything has settled: each slice has the limits that were asked for, and encrypted volumes lie on dm-crypt with their own key. */
export function notAsAssigned({ stored, machine }: Sweep): string[] {
  return [...stored.attachments.values()].flatMap(({ volumeId, volumeName, nodeId, nodeName, spec, status }) => {
    if (status.state !== 'attached') return [];
    const { host } = machine(nodeId);
    const wanted = limitsOrNone(spec.limits) ?? NO_LIMITS;
    const uuid = dmUuid(dmName(volumeId));
    const wrong = host.cgroups.view().slices.filter((slice) => {
      const found = slice.limits.find((each) => each.uuid === uuid)?.limits ?? NO_LIMITS;
      return !sameLimits(found, wanted);
    });
    const keyId = stored.volumes.get(volumeId)?.spec.encryptionKeyId;
    const isOpen = keyId === undefined || host.mappings.list.some(({ name }) => name === dmCryptName(volumeId, keyId));
    return [
      ...wrong.map(({ name }) => `${name} on ${nodeName} has other limits of ${volumeName} than ${JSON.stringify(wanted)}`),
      ...(isOpen ? [] : [`${volumeName} on ${nodeName} is attached without its key`]),
    ];
  });
}
