import type { Contribution } from '../points/contributions.js';
import { merge, nothing, type Observed, scaled } from '../points/observed.js';
import { type Series, seriesKey } from '../points/series.js';

/** A source that missed so many of its own intervals counts no more. */
const SILENT_INTERVALS = 3;
const GRACE_MS = 1000;
/**
 * An object is told of as soon as there is something new, but not again before this: what many nodes make up is always new. A little less than the
 * second at which watched nodes sample, or one that is a little early would wait for the next.
 */
const TOLD_EVERY_MS = 800;

/** One second of what something observed. */
export interface Second {
  second: Observed;
  /** When it ended. */
  at: number;
}
interface Source extends Second {
  /** A node, or the server whose nodes it is of. */
  origin: string;
  /** It counts until then. */
  until: number;
  /** Nodes that another server heard. */
  nodes: readonly string[];
}
interface Watched {
  watchers: Set<string>;
  since: number;
  /** The newest of everything that makes the object up, by origin and series. */
  sources: Map<string, Source>;
  isNew: boolean;
  toldAt: number;
}
export interface News extends Second {
  object: string;
  watchers: ReadonlySet<string>;
  /** Something came since it was told before. */
  isNew: boolean;
  /** Nodes of the object that were heard, and how many there are. */
  nodes: string[];
  expected: number;
}

/** Objects that a series tells something of. */
export function objectsOf({ kind, id, volume, node, drive }: Series): string[] {
  if (kind === 'cluster') return ['cluster'];
  const own = `${kind}:${id}`;
  if (kind === 'attachment') return [own, `volume:${volume}`, `client:${node}`];
  if (kind === 'leg') return [own, `drive:${drive}`, `target:${node}`];
  return [own];
}

/**
 * The newest observations of watched objects, and of no others. Nothing here waits or is stored.
 *  - a node samples: its contributions take the place of those before; it counts as heard, also of objects that it has no I/O of.
 *  - a node samples for the first time since the object is watched: until then it is not heard, and the object's values are of a part. They are not
 *    told while the nodes that are missing may only be between two samples.
 *  - a node falls silent, or another server does: what it said counts until its bound. It disconnects: at once no more, as it may be heard elsewhere.
 */
export class LiveObjects {
  private readonly watched = new Map<string, Watched>();
  private readonly byWatcher = new Map<string, ReadonlySet<string>>();
  /** When each node's newest sample ended, and until when it counts. */
  private readonly heard = new Map<string, { at: number; until: number }>();
  private readonly repeatMs: number;
  private readonly partAfterMs: number;

  /**
   * @param nodesOf nodes whose samples make an object up
   * @param repeatMs without anything new an object is told of again after so long, for watchers that want to know that it holds
   * @param partAfterMs so long after an object was first watched, nodes that were not heard are missing: its values are told without them
   */
  constructor(
    private readonly nodesOf: (object: string) => readonly string[],
    { repeatMs = Number.POSITIVE_INFINITY, partAfterMs = 0 }: { repeatMs?: number; partAfterMs?: number } = {},
  ) {
    this.repeatMs = repeatMs;
    this.partAfterMs = partAfterMs;
  }

  /** From now on the watcher watches these, and no others. What goes on being watched keeps what was heard of it. */
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

  /** Contributions of one sample; several of one series (the cluster's) are one source, by the node that sent them. */
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

  /** What all nodes of another server make up of an object. */
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

  /** What there is to tell of watched objects that were not told of just now. */
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

  /** Sources have intervals of their own length: each counts as one second of its newest, so that rates of all add up. */
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

/** Both are of the same second. */
function add(into: Observed, more: Observed): void {
  merge(into, more);
  into.coveredMs = 1000;
}
