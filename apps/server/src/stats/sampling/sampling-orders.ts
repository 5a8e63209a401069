import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { SettingsService } from '../../settings/settings.service.js';

const WATCHED_SECONDS = 1;
type Send = (order: { intervalSeconds: number }) => void;

/** Sampling interval of each node connected here: the cluster's interval, or one second while somebody watches an object of the node. */
@Injectable()
export class SamplingOrders implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(SamplingOrders.name);
  private readonly nodes = new Map<string, { send: Send; told: number }>();
  private watched: ReadonlySet<string> = new Set();
  private clusterSeconds = defaultSettings.statisticsIntervalSeconds;

  constructor(
    private readonly settings: SettingsService,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    const again = () => {
      this.readSettings().catch((error: unknown) =>
        this.logger.warn(
          { err: error },
          `the interval of statistics could not be read: it stays ${this.clusterSeconds} s until it changes again`,
        ),
      );
    };
    this.feed.onChange(({ collection }) => {
      if (collection === 'settings') again();
    });
    this.feed.onResync(again);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.readSettings();
  }

  get intervalSeconds(): number {
    return this.clusterSeconds;
  }

  /** A node has connected; it gets its interval at once. */
  connected(nodeId: string, send: Send): void {
    this.nodes.set(nodeId, { send, told: 0 });
    this.tell(nodeId);
  }

  isHere(nodeId: string): boolean {
    return this.nodes.has(nodeId);
  }

  disconnected(nodeId: string): void {
    this.nodes.delete(nodeId);
  }

  /** From now on these nodes are watched, and no others. */
  watch(nodeIds: ReadonlySet<string>): void {
    const touched = new Set([...this.watched, ...nodeIds]);
    this.watched = nodeIds;
    for (const nodeId of touched) this.tell(nodeId);
  }

  private async readSettings(): Promise<void> {
    this.clusterSeconds = (await this.settings.get()).spec.statisticsIntervalSeconds;
    for (const nodeId of this.nodes.keys()) this.tell(nodeId);
  }

  private tell(nodeId: string): void {
    const node = this.nodes.get(nodeId);
    const intervalSeconds = this.watched.has(nodeId) ? WATCHED_SECONDS : this.clusterSeconds;
    if (!node || node.told === intervalSeconds) return;
    node.told = intervalSeconds;
    node.send({ intervalSeconds });
  }
}
