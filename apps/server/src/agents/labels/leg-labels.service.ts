import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { LegLabels } from '@weft/shared/labels/leg-label';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { Throttle } from '../../core/load/throttle.js';
import { allLegs, type VolumeDocument } from '../../domain/documents/volume.document.js';
import { labelOfLeg, labelsOfNode } from '../../domain/legs/label-of-leg.js';
import { LegLabelsRepository } from './leg-labels.repository.js';

type Tell = (labels: LegLabels) => void;

/** Changes of many volumes of a node at once make one reading. */
const SETTLE_MS = 1000;
/** Nodes whose volumes are read together: those of all 512 targets at once, in several readings side by side, took more than 5 GB. */
const NODES_AT_ONCE = 16;

const digest = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64');
/** Of all that the labels of a volume's legs say, before it becomes tags: thousands of volumes at once take seconds. Names of classes never change. */
const digestOf = (volume: VolumeDocument): string =>
  digest(allLegs(volume).map((leg) => [leg.id, leg.nodeId, leg.spec.desired, labelOfLeg(volume, leg, volume.spec.driveClassId)]));

/*
 * Tells the agents of this server what their legs say of themselves on the drives (leg-label.ts).
 *  - An agent connects, or labels of a volume with legs on its node change: it is told, if the labels differ from those that it was told last. A change of
 *    a volume that changes no label reads this volume, and not the others of its nodes.
 *  - A node whose history is in doubt is told nothing: labels of an older database would replace newer ones.
 *  - A message is lost: the next connection tells again.
 */
@Injectable()
export class LegLabelsService implements OnModuleInit {
  private readonly logger = new Logger(LegLabelsService.name);
  /** By node id. `told`: digest of the labels that the agent was told last; the labels themselves are 100 kB for a target with 400 legs. */
  private readonly agents = new Map<string, { tell: Tell; told: string }>();
  /** By volume id: the digest of the labels that the nodes were read for last. */
  private readonly known = new Map<string, string>();
  /** Nodes to read at the next turn. */
  private readonly due = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isTelling = false;

  constructor(
    private readonly repository: LegLabelsRepository,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.onChange(({ collection, id, deleted }) => {
      if (collection === 'volumes' && deleted) this.known.delete(id);
      if (this.agents.size === 0 || deleted) return;
      if (collection === 'volumes') this.inBackground(this.volumeChanged(id));
      // The end of a doubt.
      if (collection === 'nodes' && this.agents.get(id)?.told === '') this.later(id);
    });
    this.feed.onResync(() => {
      for (const nodeId of this.agents.keys()) this.later(nodeId);
    });
  }

  connected(nodeId: string, tell: Tell): void {
    this.agents.set(nodeId, { tell, told: '' });
    this.later(nodeId);
  }

  disconnected(nodeId: string): void {
    this.agents.delete(nodeId);
    this.due.delete(nodeId);
  }

  private async volumeChanged(id: string): Promise<void> {
    const volume = await this.repository.volume(id);
    if (!volume) return;
    const now = digestOf(volume);
    if (this.known.get(id) === now) return;
    this.known.set(id, now);
    for (const { nodeId } of allLegs(volume)) this.later(nodeId);
  }

  private later(nodeId: string): void {
    if (!this.agents.has(nodeId)) return;
    this.due.add(nodeId);
    this.wait();
  }

  private wait(): void {
    if (this.isTelling || this.due.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.inBackground(this.tellDue());
    }, SETTLE_MS).unref();
  }

  /** A few nodes after the other, however many are due: after a lost change stream all are. */
  private async tellDue(): Promise<void> {
    this.isTelling = true;
    const throttle = new Throttle();
    try {
      while (this.due.size > 0) {
        const nodeIds = [...this.due].slice(0, NODES_AT_ONCE);
        for (const nodeId of nodeIds) this.due.delete(nodeId);
        await this.tellAll(nodeIds);
        await throttle.rest();
      }
    } finally {
      this.isTelling = false;
      this.wait();
    }
  }

  private async tellAll(nodeIds: readonly string[]): Promise<void> {
    const certain = await this.repository.certain(nodeIds);
    const volumes = await this.repository.volumesOn(certain);
    const names = await this.repository.classNames();
    for (const volume of volumes) this.known.set(volume._id, digestOf(volume));
    const of = new Map<string, VolumeDocument[]>(certain.map((nodeId) => [nodeId, []]));
    for (const volume of volumes) for (const nodeId of new Set(allLegs(volume).map((leg) => leg.nodeId))) of.get(nodeId)?.push(volume);
    for (const [nodeId, own] of of) {
      const agent = this.agents.get(nodeId);
      const labels = { legs: labelsOfNode(nodeId, own, names) };
      const told = digest(labels);
      if (!agent || agent.told === told) continue;
      agent.told = told;
      agent.tell(labels);
    }
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      // Nodes of changed labels may not have been told: the next change of such a volume has to read them.
      this.known.clear();
      this.logger.warn({ err: error }, 'labels of legs were not sent; the next change or connection sends them');
    });
  }
}
