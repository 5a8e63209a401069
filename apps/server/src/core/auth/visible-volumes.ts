import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { VolumeVerb } from '@weft/shared/kinds/access/volume-reach';
import { readingNow } from '../as-of/as-of.js';
import type { UserCaller } from '../http/caller.js';
import { Mongo } from '../mongo/mongo.js';
import { readingEverything, readingWithin } from '../scope/scope.js';
import type { ScopeRows } from '../scope/scope-rows.js';
import { allows, type VolumeRights } from '../scope/volume-rights.js';

/** The parts of stored volumes and attachments that decide who sees them. */
interface LabelledVolume {
  _id: string;
  name: string;
  spec: { labels: Record<string, string> };
  legs: { id: string }[];
  obsoleteLegs?: { id: string }[];
}
interface AttachmentOfVolume {
  _id: string;
  volumeId: string;
}

/** The subject of a stored note, alert or job. */
interface Hanging {
  _id: string;
  subject: { kind: string; id: string };
  subjects?: { kind: string; id: string }[];
}
const hanging = {
  note: { collection: 'notes', notFound: (id: string) => new DomainError('note-not-found', { id }) },
  alert: { collection: 'alerts', notFound: (id: string) => new DomainError('object-not-found', { collection: 'alerts', id }) },
  job: { collection: 'jobs', notFound: (id: string) => new DomainError('job-not-found', { id }) },
} as const;

const FIELDS = { name: 1, 'spec.labels': 1, 'legs.id': 1, 'obsoleteLegs.id': 1 };

/** Finds the volumes of a caller who does not reach all of them, and checks what such a caller may do with one. */
@Injectable()
export class VisibleVolumes {
  constructor(private readonly mongo: Mongo) {}

  /** What the caller sees now. Labels are compared here: their keys may contain dots, which a query reads as paths. */
  rowsFor({ id, name: callerName, token }: UserCaller, rights: VolumeRights): Promise<ScopeRows> {
    return everythingNow(async () => {
      const all = await this.volumes.find({}, { projection: FIELDS }).toArray();
      const volumes = all.filter(({ spec }) => allows(rights, spec.labels, 'see'));
      const volumeIds = volumes.map(({ _id }) => _id);
      const attachments = await this.attachments.find({ volumeId: { $in: volumeIds } }, { projection: { volumeId: 1 } }).toArray();
      const legIds = volumes.flatMap(({ legs, obsoleteLegs = [] }) => [...legs, ...obsoleteLegs].map((leg) => leg.id));
      return {
        key: `${id} ${token?.id ?? ''}`,
        ...{ callerName, jobsOf: rights.token === null ? callerName : null },
        ...{ volumeIds, attachmentIds: attachments.map(({ _id }) => _id), legIds },
      };
    });
  }

  /** @throws DomainError `volume-not-found` for a volume out of sight, `volume-verb-required` */
  async require({ name: userName }: UserCaller, rights: VolumeRights, volumeId: string, verb: VolumeVerb): Promise<void> {
    const volume = await everythingNow(() => this.volumes.findOne({ _id: volumeId }, { projection: FIELDS }));
    if (!volume || !allows(rights, volume.spec.labels, 'see')) throw new DomainError('volume-not-found', { id: volumeId });
    if (!allows(rights, volume.spec.labels, verb))
      throw new DomainError('volume-verb-required', { userName, volumeName: volume.name, verb });
  }

  /** The same for the volume of an attachment. @throws DomainError `attachment-not-found` */
  async requireAttachment(caller: UserCaller, rights: VolumeRights, id: string, verb: VolumeVerb): Promise<void> {
    const attachment = await everythingNow(() => this.attachments.findOne({ _id: id }, { projection: { volumeId: 1 } }));
    const volume = attachment && (await everythingNow(() => this.volumes.findOne({ _id: attachment.volumeId }, { projection: FIELDS })));
    if (!attachment || !volume || !allows(rights, volume.spec.labels, 'see')) throw new DomainError('attachment-not-found', { id });
    await this.require(caller, rights, attachment.volumeId, verb);
  }

  /** The same for all volumes that a note, alert or job is about. @throws DomainError `not-found` for one out of sight */
  async requireHanging(caller: UserCaller, rights: VolumeRights, what: keyof typeof hanging, id: string): Promise<void> {
    const { collection, notFound } = hanging[what];
    const rows = await this.rowsFor(caller, rights);
    const found = await readingWithin(rows, () => this.mongo.reading<Hanging>(collection).findOne({ _id: id }));
    if (!found) throw notFound(id);
    for (const subject of found.subjects ?? [found.subject]) await this.requireSubject(caller, rights, subject);
  }

  /** Only volumes and attachments have groups. @throws DomainError `volume-scope` for another object */
  async requireSubject(caller: UserCaller, rights: VolumeRights, { kind, id }: Hanging['subject']): Promise<void> {
    if (kind === 'volume') return this.require(caller, rights, id, 'change');
    if (kind === 'attachment') return this.requireAttachment(caller, rights, id, 'attach');
    throw new DomainError('volume-scope', { userName: caller.name });
  }

  /** A volume may neither be created nor moved out of reach. @throws DomainError `volume-labels-outside` */
  requireLabels({ name: userName }: UserCaller, rights: VolumeRights, labels: Record<string, string>): void {
    if (!allows(rights, labels, 'change')) throw new DomainError('volume-labels-outside', { userName }, { field: 'labels' });
  }

  /** Names are unique in the cluster. The refusal of a name tells nothing else about a volume out of sight. @throws DomainError `volume-name-in-use` */
  async requireFreeName(rights: VolumeRights, volumeName: string): Promise<void> {
    const volume = await everythingNow(() => this.volumes.findOne({ name: volumeName }, { projection: FIELDS }));
    if (volume && !allows(rights, volume.spec.labels, 'see'))
      throw new DomainError('volume-name-in-use', { volumeName }, { field: 'name' });
  }

  private get volumes() {
    return this.mongo.reading<LabelledVolume>('volumes');
  }
  private get attachments() {
    return this.mongo.reading<AttachmentOfVolume>('attachments');
  }
}

/** Rights are those of now, also for past moments: a volume that left the reach of a caller leaves the past that the caller sees. */
const everythingNow = <T>(work: () => T): T => readingEverything(() => readingNow(work));
