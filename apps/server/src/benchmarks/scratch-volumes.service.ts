import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { attachmentCreateSchema } from '@weft/shared/kinds/attachment';
import type { BenchmarkVolume } from '@weft/shared/kinds/benchmarks/benchmark';
import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { usedVolume } from '../domain/benchmark/benchmark-request.js';
import type { BenchmarkDocument, ScratchWait } from '../domain/documents/benchmark.document.js';
import { jobWait } from '../domain/job-messages/job-message.js';
import { JobsService } from '../jobs/jobs.service.js';
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
    private readonly jobs: JobsService,
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

  /** @returns the refusals of this turn; null: nothing is left. */
  async remove({ scratchVolumes, requestedBy }: Omit<Made, 'scratch'>): Promise<ScratchWait[] | null> {
    let left = 0;
    const refusals: ScratchWait[] = [];
    const attempt = async (volume: string, work: Promise<unknown>) => {
      const refusal = await refusalOf(work);
      if (refusal !== null)
        refusals.push({
          volume,
          wait: jobWait(null, { reason: { code: 'benchmark-scratch-refused', params: { volume, error: refusal } }, ways: [] }),
        });
    };
    for (const { name } of scratchVolumes) {
      const volume = await this.worlds.volumeNamed(name);
      if (!volume) continue;
      left += 1;
      const attachments = await this.worlds.attachmentsOf(volume._id);
      for (const { _id, status } of attachments)
        if (status.state === 'attaching' || status.state === 'attached')
          await attempt(name, this.attachments.remove(_id, undefined, requestedBy));
      if (attachments.length === 0 && volume.status.state !== 'deleting')
        await attempt(name, this.volumes.remove(volume._id, undefined, requestedBy));
    }
    return left === 0 ? null : refusals;
  }

  /** What the open jobs of the scratch volumes wait for (S10). */
  async waits({ scratchVolumes }: BenchmarkDocument): Promise<ScratchWait[]> {
    const found: ScratchWait[] = [];
    for (const { name } of scratchVolumes) {
      const volume = await this.worlds.volumeNamed(name);
      if (!volume) continue;
      const attachments = await this.worlds.attachmentsOf(volume._id);
      const jobs = await this.jobs.openFor([volume._id, ...attachments.map(({ _id }) => _id)]);
      found.push(...jobs.flatMap(({ waitingFor }) => waitingFor.map((wait) => ({ volume: name, wait }))));
    }
    return found;
  }
}

/** The refusal of a change in the present state: the next turn tries again. Null: it was not refused. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}
