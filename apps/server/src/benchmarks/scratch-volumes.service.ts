import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { attachmentCreateSchema } from '@weft/shared/kinds/attachment';
import type { BenchmarkVolume } from '@weft/shared/kinds/benchmarks/benchmark';
import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { usedVolume } from '../domain/benchmark/benchmark-request.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import { VolumesService } from '../volumes/volumes.service.js';
import { BenchmarkWorlds } from './benchmark-worlds.service.js';

type Made = Pick<BenchmarkDocument, 'scratch' | 'scratchVolumes' | 'requestedBy'>;

/**
 * Volumes that a benchmark makes for itself, and removes after it. Level-triggered: each turn looks for them by name, and does what is missing. So a server
 * that dies in between leaves nothing that a later turn does not find.
 */
@Injectable()
export class ScratchVolumes {
  constructor(
    private readonly volumes: VolumesService,
    private readonly attachments: AttachmentsService,
    private readonly worlds: BenchmarkWorlds,
  ) {}

  /** @returns the volumes when all are attached; null: not yet. @throws DomainError when one cannot be made */
  async prepare(
    { scratch, scratchVolumes, requestedBy }: Made,
    description = 'Scratch volume of a benchmark, which removes it.',
  ): Promise<BenchmarkVolume[] | null> {
    if (!scratch) return [];
    const { sizeBytes, driveClassId, protection, transport } = scratch;
    const ready: BenchmarkVolume[] = [];
    for (const { name, node } of scratchVolumes) {
      const volume = await this.worlds.volumeNamed(name);
      if (!volume) {
        await this.volumes.create(volumeCreateSchema.parse({ name, sizeBytes, driveClassId, protection, description }), requestedBy);
        continue;
      }
      if (volume.status.state !== 'available') continue;
      const [attachment] = await this.worlds.attachmentsOf(volume._id);
      if (!attachment) {
        const request = { volumeId: volume._id, nodeId: node.id, transport, reattach: false };
        await this.attachments.create(attachmentCreateSchema.parse(request), requestedBy);
      } else if (attachment.status.state === 'attached') ready.push(usedVolume({ volume, attachment }, true));
    }
    return ready.length === scratchVolumes.length ? ready : null;
  }

  /** @returns whether nothing is left. */
  async remove({ scratchVolumes, requestedBy }: Omit<Made, 'scratch'>): Promise<boolean> {
    let left = 0;
    for (const { name } of scratchVolumes) {
      const volume = await this.worlds.volumeNamed(name);
      if (!volume) continue;
      left += 1;
      const attachments = await this.worlds.attachmentsOf(volume._id);
      for (const { _id, status } of attachments)
        if (status.state === 'attaching' || status.state === 'attached')
          await this.tolerant(this.attachments.remove(_id, undefined, requestedBy));
      if (attachments.length === 0 && volume.status.state !== 'deleting')
        await this.tolerant(this.volumes.remove(volume._id, undefined, requestedBy));
    }
    return left === 0;
  }

  /** What is in the wrong state now is looked at again in the next turn. */
  private async tolerant(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  }
}
