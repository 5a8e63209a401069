import { parseStatisticsObject } from '@weft/shared/kinds/statistics';
import type { LiveStatistics } from '@weft/shared/messages/console-link';
import { metricsOf } from '@weft/shared/stats/metrics';
import type { Contribution } from './contributions.js';
import { metricValue } from './metric-value.js';
import { merge, nothing, type Observed, scaled } from './observed.js';
import { type Series, seriesKey } from './series.js';

/** A source that missed so many of its own intervals counts no more. */
const SILENT_INTERVALS = 3;
/**
 * An object is told of as soon as there is something new, but not again before this: what many nodes make up is always new. A little less than the
 * second at which watched nodes sample, or one that is a little early would wait for the next.
 */
const TOLD_EVERY_MS = 800;

interface Source {
  observed: Observed;
  durationMs: number;
  to: number;
}
interface Watched {
  watchers: Set<string>;
  /** The newest of everything that makes the object up, by series. */
  sources: Map<string, Source>;
  isNew: boolean;
  toldAt: number;
}

/** Objects that a series tells something of. */
export function objectsOf({ kind, id, volume, node, drive }: Series): string[] {
  if (kind === 'cluster') return ['cluster'];
  const own = `${kind}:${id}`;
  if (kind === 'attachment') return [own, `volume:${volume}`, `client:${node}`];
  if (kind === 'leg') return [own, `drive:${drive}`, `target:${node}`];
  return [own];
}

/** The newest observations of watched objects, and of no others. Nothing here waits or is stored. */
export class LiveObjects {
  private readonly watched = new Map<string, Watched>();
  private readonly byWatcher = new Map<string, ReadonlySet<string>>();

  /** From now on the watcher watches these, and no others. */
  watch(watcher: string, objects: readonly string[]): void {
    for (const object of this.byWatcher.get(watcher) ?? []) {
      const found = this.watched.get(object);
      found?.watchers.delete(watcher);
      if (found?.watchers.size === 0) this.watched.delete(object);
    }
    if (objects.length > 0) this.byWatcher.set(watcher, new Set(objects));
    else this.byWatcher.delete(watcher);
    for (const object of objects) {
      const found = this.watched.get(object) ?? { watchers: new Set(), sources: new Map(), isNew: false, toldAt: Number.NEGATIVE_INFINITY };
      found.watchers.add(watcher);
      this.watched.set(object, found);
    }
  }

  get objects(): string[] {
    return [...this.watched.keys()];
  }

  /** Contributions of one sample; several of one series (the cluster's) are one source, by the node that sent them. */
  take(nodeId: string, contributions: readonly Contribution[], from: number, to: number): void {
    if (this.watched.size === 0) return;
    const seen = new Set<Source>();
    for (const { series, observed } of contributions) {
      for (const object of objectsOf(series)) {
        const watched = this.watched.get(object);
        if (!watched) continue;
        const key = `${nodeId} ${seriesKey(series)}`;
        let source = watched.sources.get(key);
        if (!source || !seen.has(source)) {
          source = { observed: nothing(), durationMs: to - from, to };
          watched.sources.set(key, source);
          seen.add(source);
        }
        merge(source.observed, observed);
        source.observed.coveredMs = to - from;
        watched.isNew = true;
      }
    }
  }

  /** What is new of each watched object that was not told of just now, and who watches it. */
  news(now: number): { watchers: ReadonlySet<string>; message: LiveStatistics }[] {
    const news: { watchers: ReadonlySet<string>; message: LiveStatistics }[] = [];
    for (const [object, watched] of this.watched) {
      if (!watched.isNew || now - watched.toldAt < TOLD_EVERY_MS) continue;
      watched.isNew = false;
      watched.toldAt = now;
      news.push({ watchers: watched.watchers, message: live(object, watched, now) });
    }
    return news;
  }
}

/** Sources have intervals of their own length: each counts as one second of its newest, so that rates of all add up. */
function live(object: string, { sources }: Watched, now: number): LiveStatistics {
  const second = nothing();
  let at = 0;
  for (const [key, { observed, durationMs, to }] of sources) {
    if (now - to > SILENT_INTERVALS * durationMs + 1000) {
      sources.delete(key);
      continue;
    }
    at = Math.max(at, to);
    merge(second, scaled(observed, 1000 / durationMs));
    second.coveredMs = 1000;
  }
  const kind = parseStatisticsObject(object).kind;
  const values = Object.fromEntries(metricsOf(kind).map((metric) => [metric, metricValue(metric, second)]));
  return { object, at: new Date(at).toISOString(), values };
}
