import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job, JobKind } from '@weft/shared/kinds/job';
import type { SnapshotClone } from '@weft/shared/kinds/snapshot';
import type { Volume } from '@weft/shared/kinds/volume';
import type { ClientSession } from 'mongodb';
import { newStored, requireVersion } from '../core/mongo/objects.js';
import { volumeOf } from '../domain/documents/references.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { copiedVolume } from '../domain/snapshot/copied-volume.js';
import { rolledBack } from '../domain/snapshot/roll-back.js';
import { requireReady, requireRoom } from '../domain/snapshot/snapshot-checks.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';
import { VolumesService } from '../volumes/volumes.service.js';
import { snapshotOf } from './snapshot.mapper.js';
import { SnapshotsService } from './snapshots.service.js';

/** Makes volumes from snapshots: clones, and volumes that are rolled back. */
@Injectable()
export class CopiesService {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly worlds: WorldStore,
    private readonly jobs: JobsService,
    private readonly keys: VolumeKeys,
    private readonly volumes: VolumesService,
  ) {}

  /** A volume of its own with the snapshot's data: both share blocks, and neither needs the other. */
  async clone(id: string, { name, description, labels }: SnapshotClone, requestedBy: string): Promise<{ volume: Volume; job: Job }> {
    const cloneId = randomUUID();
    const { name: of, spec } = await this.snapshots.require(id);
    const keyId = spec.encryptionKeyId;
    const key = keyId === undefined ? null : await this.keys.copied({ id, name: of, keyId }, cloneId);
    return this.made('volume.create', requestedBy, async (session) => {
      const snapshot = await this.snapshots.require(id, session);
      requireReady(snapshot);
      await this.snapshots.requireFreeName(name, session);
      const clone = copiedVolume(snapshot, {
        stored: { ...newStored(), _id: cloneId },
        newId: randomUUID,
        name,
        spec: { description, labels: labels ?? snapshot.spec.labels },
        thinOf: () => ({ order: 'take' }),
      });
      requireRoom(clone.legs, await this.snapshots.room(snapshot, session));
      if (key) await this.keys.store(cloneId, key, session);
      await this.worlds.write({ volume: null, attachments: [] }, { volume: clone, attachments: [] }, session);
      return clone;
    });
  }

  /** Gives the detached volume of a snapshot the snapshot's data. */
  rollBack(id: string, ifMatch: number | undefined, volumeName: string, requestedBy: string): Promise<{ volume: Volume; job: Job }> {
    return this.made('volume.roll-back', requestedBy, async (session) => {
      const snapshot = await this.snapshots.require(id, session);
      requireVersion(snapshot, ifMatch);
      const world = await this.worlds.read(snapshotOf(snapshot).of.id, session);
      if (!world) throw new DomainError('roll-back-needs-volume', { snapshot: volumeOf(snapshot) });
      const { volume, attachments, now } = world;
      if (volume.name !== volumeName)
        throw new DomainError('volume-name-not-repeated', { volume: volumeOf(volume), sentName: volumeName }, { field: 'volumeName' });
      const after = rolledBack(volume, attachments, snapshot, { now, newId: randomUUID });
      // The old legs stop to count when the new ones begin: what is needed is that the pools take legs at all.
      requireRoom(
        after.legs.map((leg) => ({ ...leg, spec: { ...leg.spec, thin: { originLegId: null, order: 'take', countedBytes: 0 } } })),
        await this.snapshots.room(volume, session),
      );
      return (await this.worlds.write({ volume, attachments }, { volume: after, attachments }, session)).volume ?? after;
    });
  }

  private async made(
    kind: JobKind,
    requestedBy: string,
    work: (session: ClientSession) => Promise<VolumeDocument>,
  ): Promise<{ volume: Volume; job: Job }> {
    const { volume, job } = await this.worlds.transaction(async (session) => {
      const volume = await work(session);
      const subject = { kind: 'volume' as const, id: volume._id, name: volume.name };
      return { volume, job: await this.jobs.open(session, { kind, subject, requestedBy }) };
    });
    return { volume: await this.volumes.presentOne(volume), job: this.jobs.toJob(job) };
  }
}
