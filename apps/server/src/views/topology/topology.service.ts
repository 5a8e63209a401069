import { Injectable } from '@nestjs/common';
import type { Topology } from '@weft/shared/kinds/views/topology';
import type { TopologyKind } from '@weft/shared/kinds/views/topology-objects';
import { readTime } from '../../core/as-of/as-of.js';
import { SharedReads } from '../../core/load/shared-reads.js';
import { DriveClassesService } from '../../drive-classes/drive-classes.service.js';
import { OrphansService } from '../../orphans/orphans.service.js';
import { SettingsService } from '../../settings/settings.service.js';
import { toTopologyAttachment, toTopologyDrive, toTopologyNode, toTopologyVolume } from './topology.mapper.js';
import { TopologyRepository } from './topology.repository.js';

/** The connections between objects. A reader reads all of it once, and then single objects that live events report as changed. */
@Injectable()
export class TopologyService {
  private readonly whole = new SharedReads<Topology>();

  constructor(
    private readonly topology: TopologyRepository,
    private readonly classes: DriveClassesService,
    private readonly settings: SettingsService,
    private readonly orphans: OrphansService,
  ) {}

  /** @param objects `drive:<id>`: only these; the answer omits objects that no longer exist. Requests for all that arrive together share one reading. */
  read(objects?: readonly string[]): Promise<Topology> {
    return objects ? this.readNow(objects) : this.whole.get('topology', () => this.readNow());
  }

  private async readNow(objects?: readonly string[]): Promise<Topology> {
    const now = readTime();
    const of = (kind: TopologyKind) => objects && idsOf(objects, kind);
    const [{ spec }, classes, nodes, drives, volumes, attachments, paths, orphans] = await Promise.all([
      this.settings.get(),
      this.classes.members(of('drive')),
      this.topology.nodes(of('node')),
      this.topology.drives(of('drive')),
      this.topology.volumes(of('volume')),
      this.topology.attachments(of('attachment')),
      this.topology.paths(of('attachment')),
      this.orphans.byNode(of('node')),
    ]);
    const classesOf = new Map<string, number[]>(drives.map(({ _id }) => [_id, []]));
    for (const [index, { driveIds }] of classes.entries()) for (const id of driveIds) classesOf.get(id)?.push(index);
    return {
      at: now.toISOString(),
      storageNetworks: spec.storageNetworks.map(({ name }) => name),
      driveClasses: classes.map(({ id, name }) => ({ id, name })),
      nodes: nodes.map((node) => toTopologyNode(node, spec, (orphans.get(node._id)?.count ?? 0) > 0, now)),
      drives: drives.map((drive) => toTopologyDrive(drive, classesOf.get(drive._id) ?? [])),
      volumes: volumes.map(toTopologyVolume),
      attachments: attachments.map((attachment) => toTopologyAttachment(attachment, paths.get(attachment._id))),
    };
  }
}

const idsOf = (objects: readonly string[], kind: TopologyKind): string[] =>
  objects.filter((each) => each.startsWith(`${kind}:`)).map((each) => each.slice(kind.length + 1));
