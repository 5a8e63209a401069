import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { SettingsService } from '../../settings/settings.service.js';
import { SamplingPace } from './sampling-pace.js';
import { StatsMetrics } from './stats-metrics.js';

const WATCHED_SECONDS = 1;
const WINDOW_MS = 2000;
type Send = (order: { intervalSeconds: number }) => void;

/**
 * Sampling interval of each node connected here: the cluster's interval, a longer one while this server is busy, or one second while somebody watches an object
 * of the node.
 */
@Injectable()
export class SamplingOrders implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SamplingOrders.name);
  private readonly nodes = new Map<string, { send: Send; told: number }>();
  private watched: ReadonlySet<string> = new Set();
  private clusterSeconds = defaultSettings.statisticsIntervalSeconds;
  private readonly pace = new SamplingPace();
  private utilization: EventLoopUtilization = performance.eventLoopUtilization();
  private window: NodeJS.Timeout | undefined;
  /** Milliseconds in the present window, and the longest wait of a sample in it. */
  private takingMs = 0;
  private waitMs = 0;

  constructor(
    private readonly settings: SettingsService,
    private readonly feed: ChangeFeed,
    private readonly metrics: StatsMetrics,
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
    this.window = setInterval(() => this.windowEnded(), WINDOW_MS).unref();
    return this.readSettings();
  }

  onApplicationShutdown(): void {
    clearInterval(this.window);
  }

  /** @param milliseconds that it took to take a sample */
  took(milliseconds: number): void {
    this.takingMs += milliseconds;
  }

  /** @param milliseconds that a sample waited for its turn */
  waited(milliseconds: number): void {
    this.waitMs = Math.max(this.waitMs, milliseconds);
  }

  /** Of nodes that nobody watches. */
  get intervalSeconds(): number {
    return this.pace.secondsFor(this.clusterSeconds);
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
    this.tellAll();
  }

  private windowEnded(): void {
    const now = performance.eventLoopUtilization();
    const { utilization, active, idle } = performance.eventLoopUtilization(now, this.utilization);
    const [samples, seconds, waitSeconds] = [this.takingMs / (active + idle), (active + idle) / 1000, this.waitMs / 1000];
    this.utilization = now;
    this.takingMs = 0;
    this.waitMs = 0;
    const before = this.intervalSeconds;
    this.pace.observe({ utilization, samples, seconds, waitSeconds }, this.clusterSeconds);
    if (this.intervalSeconds === before) return;
    this.logger.warn(
      { intervalSeconds: this.intervalSeconds, clusterSeconds: this.clusterSeconds, utilization, samples, waitSeconds },
      this.intervalSeconds > before
        ? `this server is busy: its agents sample every ${this.intervalSeconds} s, in place of ${before} s`
        : `this server has time again: its agents sample every ${this.intervalSeconds} s`,
    );
    this.tellAll();
  }

  private tellAll(): void {
    this.metrics.samplingSeconds.set(this.intervalSeconds);
    for (const nodeId of this.nodes.keys()) this.tell(nodeId);
  }

  private tell(nodeId: string): void {
    const node = this.nodes.get(nodeId);
    const intervalSeconds = this.watched.has(nodeId) ? WATCHED_SECONDS : this.intervalSeconds;
    if (!node || node.told === intervalSeconds) return;
    node.told = intervalSeconds;
    node.send({ intervalSeconds });
  }
}
