import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { parseStatisticsObject } from '@weft/shared/kinds/statistics';
import type { LiveStatistics } from '@weft/shared/links/console-link';
import { MAX_PEER_OBJECTS, type PeerObservation } from '@weft/shared/links/server-link';
import { metricsOf } from '@weft/shared/stats/metrics';
import { StatsCatalog } from '../catalog/stats-catalog.js';
import type { Contribution } from '../points/contributions.js';
import { metricValue } from '../points/metric-value.js';
import { SamplingOrders } from '../sampling/sampling-orders.js';
import { StatsMetrics } from '../sampling/stats-metrics.js';
import { LiveObjects, type News } from './live-statistics.js';
import { checkFromPeer, fromPeer, toPeer } from './peer-observations.js';

/** New data waits at most this long, unless its object was sent just before. */
const TELL_EVERY_MS = 100;
const HURRY_EVERY_MS = 1000;
/** A peer repeats values that still hold at this interval. Without a report it stops counting after the same time as a node that samples every second. */
const REPEAT_MS = 1500;
const PEER_SILENT_MS = 4000;
/** A sample of 5 s, the interval of agents whose objects nobody watches, plus its transfer time. */
const PART_AFTER_MS = 7000;

type TellViewer = (message: LiveStatistics) => void;
type TellPeer = (observations: PeerObservation[]) => void;

/**
 * Live values: from the agents connected here to browsers and other servers, and from other servers' agents to browsers.
 *  - A viewer watches an object: its nodes here sample every second, and this server requests the values of its other nodes from the other servers.
 *  - A peer watches an object: nodes here sample every second, and the peer gets only their values. Values of peers go only to `forViewers`: no loops.
 */
@Injectable()
export class LiveStatisticsService implements OnModuleInit, OnApplicationShutdown {
  private readonly forViewers: LiveObjects;
  private readonly forPeers: LiveObjects;
  private readonly viewers = new Map<string, TellViewer>();
  private readonly peers = new Map<string, TellPeer>();
  private askPeers: ((objects: string[]) => void) | undefined;
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly catalog: StatsCatalog,
    private readonly orders: SamplingOrders,
    private readonly metrics: StatsMetrics,
  ) {
    const nodesOf = (object: string) => catalog.nodesOf(object);
    this.forViewers = new LiveObjects(nodesOf, { partAfterMs: PART_AFTER_MS });
    this.forPeers = new LiveObjects(nodesOf, { repeatMs: REPEAT_MS });
  }

  onModuleInit(): void {
    this.timers = [setInterval(() => this.tell(), TELL_EVERY_MS), setInterval(() => this.hurry(), HURRY_EVERY_MS)];
    for (const timer of this.timers) timer.unref();
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Takes the contributions of an accepted sample. */
  take(nodeId: string, contributions: readonly Contribution[], from: number, to: number): void {
    for (const live of [this.forViewers, this.forPeers]) live.take(nodeId, contributions, from, to);
  }

  /** A node's agent is no longer connected here. */
  gone(nodeId: string): void {
    for (const live of [this.forViewers, this.forPeers]) live.gone(nodeId);
  }

  /** From now on `send` gets the updates of these objects only, at most about one per second for each; an empty list ends it. */
  watch(viewer: string, objects: readonly string[], send: TellViewer): void {
    setOrDelete(this.viewers, viewer, objects.length > 0 ? send : undefined);
    this.forViewers.watch(viewer, objects, Date.now());
    this.hurry();
  }

  /** The same for another server: it gets the values of the agents connected here, and merges them with others. */
  watchOwn(peer: string, objects: readonly string[], send: TellPeer): void {
    setOrDelete(this.peers, peer, objects.length > 0 ? send : undefined);
    this.forPeers.watch(peer, objects, Date.now());
    this.hurry();
  }

  /** Whenever it may have changed, `ask` gets the complete list of objects that are watched here and have nodes elsewhere. */
  onWantedOfPeers(ask: (objects: string[]) => void): void {
    this.askPeers = ask;
  }

  /** @throws Error when the message is not a list of observations */
  takeOfServer(serverId: string, message: unknown): void {
    const now = Date.now();
    for (const observation of checkFromPeer(message)) {
      const { object, nodes, isNew } = observation;
      this.forViewers.takeOfServer(serverId, object, fromPeer(observation, now), now + PEER_SILENT_MS, nodes, isNew);
    }
  }

  /** Another server is unreachable. */
  serverGone(serverId: string): void {
    this.forViewers.gone(serverId);
  }

  /** Attachments and nodes change while they are watched, so the nodes to hurry and the objects to request are recomputed every second. */
  private hurry(): void {
    const { objects } = this.forViewers;
    this.metrics.watchedObjects.set(objects.length);
    this.orders.watch(new Set([...objects, ...this.forPeers.objects].filter(isToHurry).flatMap((object) => this.catalog.nodesOf(object))));
    const wanted = objects.filter((object) => this.catalog.nodesOf(object).some((node) => !this.orders.isHere(node)));
    this.askPeers?.(wanted.slice(0, MAX_PEER_OBJECTS));
  }

  private tell(): void {
    const now = Date.now();
    for (const news of this.forViewers.news(now)) {
      const message = toViewer(news);
      for (const viewer of news.watchers) this.viewers.get(viewer)?.(message);
    }
    const news = this.forPeers.news(now).filter(({ nodes, isNew }) => isNew || nodes.length > 0);
    for (const [peer, send] of this.peers) {
      const own = news.filter(({ watchers }) => watchers.has(peer));
      if (own.length > 0) send(own.map((each) => toPeer(each, now)));
    }
  }
}

/** Classes and the cluster have too many nodes. */
const isToHurry = (object: string): boolean => !['drive-class', 'cluster'].includes(parseStatisticsObject(object).kind);

function toViewer({ object, second, at, nodes, expected }: News): LiveStatistics {
  const values = Object.fromEntries(metricsOf(parseStatisticsObject(object).kind).map((metric) => [metric, metricValue(metric, second)]));
  return { object, at: new Date(at).toISOString(), heard: nodes.length, expected, values };
}

function setOrDelete<T>(into: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) into.delete(key);
  else into.set(key, value);
}
