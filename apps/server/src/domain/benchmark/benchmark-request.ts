import { DomainError } from '@weft/shared/errors/domain-error';
import type { BenchmarkCreate, BenchmarkVolume } from '@weft/shared/kinds/benchmarks/benchmark';
import type { Process } from '@weft/shared/messages/report';
import { nodeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

type Requested = NonNullable<BenchmarkCreate['volumes']>[number];

export interface VolumeFacts {
  volume: VolumeDocument;
  attachment: AttachmentDocument;
  /** All attachments of the volume. */
  all: readonly AttachmentDocument[];
  /** Processes that hold the device open, by the last report. */
  openBy: readonly Process[];
}

/**
 * A volume of a benchmark. Refuses one that is not ready or in use, as far as the server knows; the agent checks again when it acts.
 * @param requested every volume of the request
 * @throws DomainError
 */
export function benchmarkVolume({ confirmName }: Requested, facts: VolumeFacts, requested: readonly Requested[]): BenchmarkVolume {
  const { volume, attachment, all, openBy } = facts;
  const { name } = volume;
  const { state } = attachment.status;
  if (confirmName !== undefined && confirmName !== name)
    throw new DomainError('benchmark-name-not-repeated', { volume: name, sent: confirmName }, { field: 'volumes' });
  if (state !== 'attached' || volume.status.state !== 'available')
    throw new DomainError('benchmark-volume-not-attached', { volume: name, state: state === 'attached' ? volume.status.state : state });
  if (attachment.spec.mode === 'readonly') throw new DomainError('benchmark-volume-not-attached', { volume: name, state: 'readonly' });
  const others = all.filter(({ _id }) => !requested.some(({ attachmentId }) => attachmentId === _id));
  if (others.length > 0) throw new DomainError('benchmark-volume-shared', { volume: name });
  if (openBy.length > 0) {
    const users = openBy
      .slice(0, 5)
      .map(({ command, pid, via, path }) => (via === 'mount' ? `the mount at ${path}` : `${command} (pid ${pid})`));
    throw new DomainError('benchmark-volume-open', { volume: name, users: users.join(', ') });
  }
  return usedVolume(facts, confirmName !== undefined);
}

/** A volume of a benchmark, without checks. */
export function usedVolume({ volume, attachment }: Pick<VolumeFacts, 'volume' | 'attachment'>, mayHoldData: boolean): BenchmarkVolume {
  const legs = volume.legs.filter(({ spec }) => spec.desired === 'present');
  const targets = new Map(legs.map(({ nodeId, nodeName }) => [nodeId, nodeName]));
  const isLocal = (nodeId: string) => nodeId === attachment.nodeId;
  return {
    attachmentId: attachment._id,
    volume: { id: volume._id, name: volume.name },
    node: { id: attachment.nodeId, name: attachment.nodeName },
    sizeBytes: volume.spec.sizeBytes,
    protection: volume.spec.protection,
    transport: attachment.spec.transport,
    placement: [...targets.keys()].every(isLocal) ? 'local' : [...targets.keys()].some(isLocal) ? 'mixed' : 'remote',
    targets: [...targets].map(([id, targetName]) => ({ id, name: targetName })),
    mayHoldData,
  };
}

/** @throws DomainError when one of these clients is offline, or takes part in a benchmark that has not ended. */
export function checkClients(
  clients: readonly { id: string; name: string }[],
  isOnline: (id: string) => boolean,
  open: readonly { _id: string; clients: readonly { id: string }[] }[],
): void {
  for (const { id, name } of clients) {
    if (!isOnline(id)) throw new DomainError('benchmark-client-offline', { node: nodeRef(id, name) });
    const other = open.find((benchmark) => benchmark.clients.some((client) => client.id === id));
    if (other) throw new DomainError('benchmark-client-busy', { node: nodeRef(id, name), benchmark: other._id });
  }
}
