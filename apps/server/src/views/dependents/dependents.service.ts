import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Dependents } from '@weft/shared/kinds/views/dependents';
import { nodeRef } from '@weft/shared/text/references';
import { effectsOf, type Loss, toDependent } from '../../domain/dependents/effects.js';
import { repairSpace } from '../../domain/dependents/repair-space.js';
import type { LegDocument, VolumeDocument } from '../../domain/documents/volume.document.js';
import type { CandidateDrive } from '../../domain/placement/candidates.js';
import { DriveClassesService } from '../../drive-classes/drive-classes.service.js';
import { SettingsService } from '../../settings/settings.service.js';
import { DependentsRepository } from './dependents.repository.js';

const never = () => false;
/** A loss, the filters for affected objects, and the drives that cannot take new legs. */
interface Question {
  loss: Loss;
  volumes: object | null;
  /** Null: only the attachments of the volumes. */
  attachments: object | null;
  clientId: string | null;
  isGone: (drive: CandidateDrive) => boolean;
}

/** Dependents of an object: the effects if it were lost now. */
@Injectable()
export class DependentsService {
  constructor(
    private readonly dependents: DependentsRepository,
    private readonly classes: DriveClassesService,
    private readonly settings: SettingsService,
  ) {}

  async ofNode(id: string): Promise<Dependents> {
    if (!(await this.dependents.node(id))) throw new DomainError('node-not-found', { id });
    return this.answer({
      loss: { permanent: false, leg: (leg) => leg.nodeId === id, path: never },
      volumes: { 'legs.nodeId': id },
      attachments: { $or: [{ nodeId: id }, { 'exports.nodeId': id }] },
      clientId: id,
      isGone: (drive) => drive.nodeId === id,
    });
  }

  async ofDrive(id: string): Promise<Dependents> {
    if (!(await this.dependents.drive(id))) throw new DomainError('drive-not-found', { id });
    return this.answer({
      loss: { permanent: true, leg: (leg) => leg.driveId === id, path: never },
      volumes: { 'legs.driveId': id },
      attachments: null,
      clientId: null,
      isGone: (drive) => drive.driveId === id,
    });
  }

  async ofNic(id: string, name: string): Promise<Dependents> {
    const node = await this.dependents.node(id);
    const nic = node?.status.inventory?.nics.find((each) => each.name === name);
    if (!node) throw new DomainError('node-not-found', { id });
    if (!nic) throw new DomainError('nic-not-found', { node: nodeRef(id, node.name), nic: name });
    const addresses = new Set(nic.addresses.map((each) => each.split(/[/%]/)[0]));
    return this.answer({
      loss: {
        permanent: false,
        leg: never,
        path: (attachment, exported, portal) =>
          (exported.nodeId === id && addresses.has(portal.address)) || (attachment.nodeId === id && addresses.has(portal.hostAddress)),
      },
      volumes: null,
      attachments: { $or: [{ nodeId: id }, { 'exports.nodeId': id }] },
      clientId: null,
      isGone: never,
    });
  }

  async ofStorageNetwork(name: string): Promise<Dependents> {
    const { spec } = await this.settings.get();
    if (!spec.storageNetworks.some((each) => each.name === name))
      throw new DomainError('storage-network-not-found', { storageNetwork: name, known: spec.storageNetworks.map((each) => each.name) });
    return this.answer({
      loss: { permanent: false, leg: never, path: (_attachment, _exported, portal) => portal.storageNetwork === name },
      volumes: null,
      attachments: { 'exports.spec.portals.storageNetwork': name },
      clientId: null,
      isGone: never,
    });
  }

  private async answer({ loss, volumes: filter, attachments: of, clientId, isGone }: Question): Promise<Dependents> {
    const touching = of ? await this.dependents.attachments(of) : [];
    const ofAttachments = { _id: { $in: touching.map((each) => each.volumeId) } };
    const volumes = await this.dependents.volumes(filter ?? ofAttachments);
    const attachments = filter ? await this.dependents.attachments({ volumeId: { $in: volumes.map((each) => each._id) } }) : touching;
    const silent = await this.dependents.silent(volumes.flatMap(({ legs }) => legs.map(({ nodeId }) => nodeId)));
    const affected = effectsOf(loss, volumes, attachments, (leg, volume) => isAway(leg, volume, silent));
    const { drives, names } = await this.drivesOf(affected.map(({ volume }) => volume));
    return {
      volumes: affected.map((each) => toDependent(each)),
      clientOf: touching
        .filter((each) => each.nodeId === clientId && each.spec.desired === 'attached')
        .map((each) => ({ attachmentId: each._id, volume: { id: each.volumeId, name: each.volumeName } })),
      repair: repairSpace(affected, (volume) => (drives.get(keyOf(volume)) ?? []).filter((drive) => !isGone(drive)), names),
    };
  }

  private async drivesOf(volumes: readonly VolumeDocument[]) {
    const drives = new Map<string, readonly CandidateDrive[]>();
    const names = new Map<string, string>();
    for (const { spec } of volumes) {
      if (drives.has(keyOf({ spec }))) continue;
      const found = await this.classes.candidates(spec);
      drives.set(keyOf({ spec }), found.drives);
      names.set(spec.driveClassId, found.className);
    }
    return { drives, names };
  }
}

/** For an attached volume the client's report counts: an offline agent ends no path. A detached volume has no client, so a leg on an offline node is away. */
const isAway = (leg: LegDocument, { status: { health } }: VolumeDocument, silent: ReadonlySet<string>): boolean =>
  leg.status.health === 'missing' || leg.status.health === 'stalled' || (health === 'detached' && silent.has(leg.nodeId));

const keyOf = ({ spec }: Pick<VolumeDocument, 'spec'>) => `${spec.driveClassId} ${spec.failureDomain}`;
