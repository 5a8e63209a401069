import type { Contribution } from '../points/contributions.js';
import { merge, nothing, type Observed, scaled } from '../points/observed.js';
import { type Series, seriesKey } from '../points/series.js';

/** A source that misses this many of its own intervals no longer counts. */
const SILENT_INTERVALS = 3;
const GRACE_MS = 1000;
/**
 * Shortest time between two updates of an object: an object of many nodes always has new data. It is a little less than the second at which watched
 * nodes sample; otherwise a sample that arrives slightly early would wait for the next one.
 */
const TOLD_EVERY_MS = 800;

/** One second of an observation. */
export interface Second {
  second: Observed;
  /** When it ended. */
  at: number;
}
interface Source extends Second {
  /** Node id, or id of the reporting peer. */
  origin: string;
  /** It counts until this time. */
  until: number;
  /** Nodes whose samples another server received. */
  nodes: readonly string[];
}
interface Watched {
  watchers: Set<string>;
  since: number;
  /** Newest second of each source of the object, by origin and series. */
  sources: Map<string, Source>;
  isNew: boolean;
  toldAt: number;
}
export interface News extends Second {
  object: string;
  watchers: ReadonlySet<string>;
  /** New data arrived since the last update. */
  isNew: boolean;
  /** Nodes of the object that have reported, and the number of all its nodes. */
  nodes: string[];
  expected: number;
}

/** Objects that a series contributes to. */
export function objectsOf({ kind, id, volume, node, drive }: Series): string[] {
  if (kind === 'cluster') return ['cluster'];
  const own = `${kind}:${id}`;
  if (kind === 'attachment') return [own, `volume:${volume}`, `client:${node}`];
  if (kind === 'leg') return [own, `drive:${drive}`, `target:${node}`];
  if (kind === 'cache') return [`leg:${id}`, `volume:${volume}`, `drive:${drive}`, `target:${node}`];
  return [own];
}

/**
 * The newest observations of watched objects, and of no others. Nothing here waits or is stored.
 *  - A node samples: its contributions replace its previous ones. It counts as heard, also for objects for which it has no I/O.
 *  - A node has not sampled since the first watch of the object: it does not count as heard, and the object's values are partial. They are not sent while
 *    the missing nodes may only be between two samples.
 *  - A node or a server stops reporting: its last report counts until its bound. After a disconnect it no longer counts: another server may receive it.
 */
export class LiveObjects {
  private readonly watched = new Map<string, Watched>();
  private readonly byWatcher = new Map<string, ReadonlySet<string>>();
  /** When each node's newest sample ended, and until when it counts. */
  private readonly heard = new Map<string, { at: number; until: number }>();
  private readonly repeatMs: number;
  private readonly partAfterMs: number;

  /**
   * @param nodesOf nodes whose samples contribute to an object
   * @param repeatMs without new data, an object is sent again after this time, for watchers that need to know that its values still hold
   * @param partAfterMs this long after the first watch of an object, nodes that have not reported are missing: its values are sent without them
   */
  constructor(
    private readonly nodesOf: (object: string) => readonly string[],
    { repeatMs = Number.POSITIVE_INFINITY, partAfterMs = 0 }: { repeatMs?: number; partAfterMs?: number } = {},
  ) {
    this.repeatMs = repeatMs;
    this.partAfterMs = partAfterMs;
  }

  /** From now on the watcher watches these objects, and no others. An object that stays watched keeps its data. */
  watch(watcher: string, objects: readonly string[], now: number): void {
    const wanted = new Set(objects);
    for (const object of this.byWatcher.get(watcher) ?? []) {
      const found = this.watched.get(object);
      if (wanted.has(object) || !found) continue;
      found.watchers.delete(watcher);
      if (found.watchers.size === 0) this.watched.delete(object);
    }
    if (wanted.size > 0) this.byWatcher.set(watcher, wanted);
    else this.byWatcher.delete(watcher);
    for (const object of wanted) {
      const found = this.watched.get(object) ?? unheard(now);
      found.watchers.add(watcher);
      this.watched.set(object, found);
    }
  }

  get objects(): string[] {
    return [...this.watched.keys()];
  }

  /** Contributions of one sample; several to one series (the cluster's) are one source, of the node that sent them. */
  take(nodeId: string, contributions: readonly Contribution[], from: number, to: number): void {
    const durationMs = to - from;
    const until = to + SILENT_INTERVALS * durationMs + GRACE_MS;
    this.heard.set(nodeId, { at: to, until });
    if (this.watched.size === 0) return;
    const seen = new Set<Source>();
    for (const { series, observed } of contributions) {
      for (const object of objectsOf(series)) {
        const watched = this.watched.get(object);
        if (!watched) continue;
        const key = `${nodeId} ${seriesKey(series)}`;
        let source = watched.sources.get(key);
        if (!source || !seen.has(source)) {
          source = { origin: nodeId, second: nothing(), at: to, until, nodes: [] };
          watched.sources.set(key, source);
          seen.add(source);
        }
        add(source.second, scaled(observed, 1000 / durationMs));
        watched.isNew = true;
      }
    }
  }

  /** Takes the sum of another server's nodes for an object. */
  takeOfServer(serverId: string, object: string, { second, at }: Second, until: number, nodes: readonly string[], isNew: boolean): void {
    const watched = this.watched.get(object);
    if (!watched) return;
    const before = watched.sources.get(serverId);
    watched.sources.set(serverId, { origin: serverId, second, at, until, nodes });
    if (isNew || before?.nodes.length !== nodes.length) watched.isNew = true;
  }

  /** A node or a server disconnected. */
  gone(origin: string): void {
    this.heard.delete(origin);
    for (const watched of this.watched.values())
      for (const [key, source] of watched.sources)
        if (source.origin === origin) {
          watched.sources.delete(key);
          watched.isNew = true;
        }
  }

  /** Updates for the watched objects that were not sent just now. */
  news(now: number): News[] {
    const news: News[] = [];
    for (const [object, watched] of this.watched) {
      const { isNew, toldAt } = watched;
      if (now - toldAt < (isNew ? TOLD_EVERY_MS : this.repeatMs)) continue;
      watched.toldAt = now;
      const newest = this.newest(object, watched, now);
      if (newest.nodes.length < newest.expected && now - watched.since < this.partAfterMs) continue;
      watched.isNew = false;
      news.push({ object, watchers: watched.watchers, isNew, ...newest });
    }
    return news;
  }

  /** Sources have intervals of different lengths: each counts as one second of its newest sample, so that all rates add up. */
  private newest(object: string, { sources, since }: Watched, now: number): Pick<News, 'second' | 'at' | 'nodes' | 'expected'> {
    const second = nothing();
    let at = 0;
    const elsewhere = new Set<string>();
    for (const [key, source] of sources) {
      if (now > source.until) {
        sources.delete(key);
        continue;
      }
      at = Math.max(at, source.at);
      add(second, source.second);
      for (const node of source.nodes) elsewhere.add(node);
    }
    const all = this.nodesOf(object);
    const nodes = all.filter((node) => elsewhere.has(node) || this.isHeard(node, since, now));
    return { second, at: at || now, nodes, expected: all.length };
  }

  private isHeard(nodeId: string, since: number, now: number): boolean {
    const heard = this.heard.get(nodeId);
    return heard !== undefined && heard.at >= since && now <= heard.until;
  }
}

const unheard = (now: number): Watched => ({
  watchers: new Set(),
  since: now,
  sources: new Map(),
  isNew: false,
  toldAt: 0,
});

/** Both cover the same second. */
function add(into: Observed, more: Observed): void {
  merge(into, more);
  into.coveredMs = 1000;
}
