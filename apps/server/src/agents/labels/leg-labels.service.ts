import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { LegLabels } from '@weft/shared/labels/leg-label';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { allLegs, anyLeg } from '../../domain/documents/volume.document.js';
import { labelsOfNode } from '../../domain/legs/label-of-leg.js';
import { readable } from '../../domain/store/readable.js';

type Tell = (labels: LegLabels) => void;

/** Changes of many volumes of a node at once make one reading. */
const SETTLE_MS = 1000;

/*
 * Tells the agents of this server what their legs say of themselves on the drives (leg-label.ts).
 *  - An agent connects, or a volume with legs on its node changes: it is told, if the labels differ from those that it was told last.
 *  - A node whose history is in doubt is told nothing: labels of an older database would replace newer ones.
 *  - A message is lost: the next connection tells again.
 */
@Injectable()
export class LegLabelsService implements OnModuleInit {
  private readonly logger = new Logger(LegLabelsService.name);
  private readonly agents = new Map<string, { tell: Tell; told: string }>();
  /** Nodes to read at the next turn. */
  private readonly due = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly mongo: Mongo,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.onChange(({ collection, id, deleted }) => {
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
    const volume = await readable(this.mongo, 'volumes').findOne({ _id: id }, { projection: { legs: 1, obsoleteLegs: 1 } });
    for (const { nodeId } of volume ? allLegs(volume) : []) this.later(nodeId);
  }

  private later(nodeId: string): void {
    if (!this.agents.has(nodeId)) return;
    this.due.add(nodeId);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const nodeIds = [...this.due];
      this.due.clear();
      this.inBackground(this.tellAll(nodeIds));
    }, SETTLE_MS).unref();
  }

  private async tellAll(nodeIds: readonly string[]): Promise<void> {
    const certain = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: [...nodeIds] }, 'status.historyDoubt': null }, { projection: { _id: 1 } })
      .toArray();
    const $in = certain.map(({ _id }) => _id);
    const volumes = await readable(this.mongo, 'volumes').find(anyLeg('nodeId', { $in })).toArray();
    const classes = await readable(this.mongo, 'driveClasses')
      .find({}, { projection: { name: 1 } })
      .toArray();
    const names = new Map(classes.map(({ _id, name }) => [_id, name]));
    for (const nodeId of $in) {
      const agent = this.agents.get(nodeId);
      const labels = { legs: labelsOfNode(nodeId, volumes, names) };
      const text = JSON.stringify(labels);
      if (!agent || agent.told === text) continue;
      agent.told = text;
      agent.tell(labels);
    }
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.logger.warn({ err: error }, 'labels of legs were not sent; the next change or connection sends them'),
    );
  }
}
