import { MAX_TOPOLOGY_OBJECTS, type TopologyKind, topologyKinds } from '@weft/shared/kinds/views/topology-objects';
import type { LiveChange } from '@weft/shared/links/console-link';
import type { Topology } from '../api/types.js';

/*
 * - A change newer than the object in the copy: reads that object again and merges it into the copy.
 * - Changes during a read, or right after one: wait for the next read; at most one read per second.
 * - A deleted object: leaves the copy at once.
 * - More changes than one request may name, a change of classes or settings, or a failed read: reads everything again.
 * - A change while there is no copy, or while everything is being read: waits until there is one.
 */
const REST_MS = 1000;
const lists = { node: 'nodes', drive: 'drives', volume: 'volumes', attachment: 'attachments' } as const;
const isDrawn = (kind: string): kind is TopologyKind => (topologyKinds as readonly string[]).includes(kind);

export interface TopologySource {
  /** Undefined: no copy yet, or everything is being read. */
  copy: () => Topology | undefined;
  keep: (topology: Topology) => void;
  readSome: (objects: string[]) => Promise<Topology>;
  /** Settles when everything was read or the read failed; the view reports a failure. */
  readAll: () => Promise<unknown>;
  after: (milliseconds: number, callback: () => void) => void;
}

/** Keeps the copy of the topology current. */
export class TopologyCopy {
  private readonly pending = new Map<string, LiveChange>();
  private everything = false;
  private isBusy = false;
  private hasEnded = false;

  constructor(private readonly source: TopologySource) {}

  changed(changes: readonly LiveChange[]): void {
    for (const change of changes) {
      if (isDrawn(change.kind)) this.pending.set(`${change.kind}:${change.id}`, change);
      else if (change.kind === 'drive-class' || change.kind === 'settings') this.everything = true;
    }
    this.go();
  }

  /** Processes the pending changes. Also called when the first copy arrives. */
  go(): void {
    const copy = this.source.copy();
    if (this.isBusy || this.hasEnded || !copy) return;
    const stale = staleOf(copy, this.pending);
    this.pending.clear();
    if (stale.removed.length > 0) this.source.keep(withoutThese(copy, stale.removed));
    if (stale.changed.length === 0 && !this.everything) return;
    this.isBusy = true;
    void this.read(stale.changed).finally(() => {
      this.source.after(REST_MS, () => {
        this.isBusy = false;
        this.go();
      });
    });
  }

  end(): void {
    this.hasEnded = true;
  }

  private async read(changed: string[]): Promise<void> {
    const part = this.everything || changed.length > MAX_TOPOLOGY_OBJECTS ? null : await this.source.readSome(changed).catch(() => null);
    // A failed read is not reported: reading everything follows, which retries and reports its own failure.
    const copy = this.source.copy();
    const merged = part && copy ? merge(copy, part, changed) : null;
    this.everything = false;
    if (merged) this.source.keep(merged);
    else if (!this.hasEnded) await this.source.readAll();
  }
}

function staleOf(copy: Topology, pending: ReadonlyMap<string, LiveChange>): { changed: string[]; removed: string[] } {
  const [changed, removed]: [string[], string[]] = [[], []];
  const revisions = pending.size > 0 ? revisionsOf(copy) : new Map<string, number>();
  for (const [object, { revision, deleted }] of pending) {
    const known = revisions.get(object);
    if (deleted) {
      if (known !== undefined) removed.push(object);
    } else if (known === undefined || known < revision) changed.push(object);
  }
  return { changed, removed };
}

function revisionsOf(copy: Topology): Map<string, number> {
  const revisions = new Map<string, number>();
  for (const kind of topologyKinds) for (const { id, revision } of copy[lists[kind]]) revisions.set(`${kind}:${id}`, revision);
  return revisions;
}

const withoutThese = (copy: Topology, objects: readonly string[]): Topology => {
  const gone = new Set(objects);
  const kept = <T extends { id: string }>(kind: TopologyKind, items: T[]): T[] => items.filter(({ id }) => !gone.has(`${kind}:${id}`));
  return {
    ...copy,
    nodes: kept('node', copy.nodes),
    drives: kept('drive', copy.drives),
    volumes: kept('volume', copy.volumes),
    attachments: kept('attachment', copy.attachments),
  };
};

/**
 * Merges the objects of `part` into the copy. Objects in `asked` that `part` does not contain were deleted.
 * @returns null if the drive classes differ: the indexes of classes in `part` would then have another meaning.
 */
export function merge(copy: Topology, part: Topology, asked: readonly string[]): Topology | null {
  const classes = ({ driveClasses }: Topology) => driveClasses.map(({ id, name }) => `${id} ${name}`).join();
  if (classes(copy) !== classes(part)) return null;
  const wanted = new Set(asked);
  const merged = <T extends { id: string; revision: number }>(kind: TopologyKind, before: T[], read: T[]): T[] => {
    const news = new Map(read.map((item) => [item.id, item]));
    const kept = before.flatMap((item) => {
      const next = news.get(item.id);
      news.delete(item.id);
      if (next) return [next.revision >= item.revision ? next : item];
      return wanted.has(`${kind}:${item.id}`) ? [] : [item];
    });
    return news.size > 0 ? [...kept, ...news.values()] : kept;
  };
  return {
    ...copy,
    at: part.at,
    storageNetworks: part.storageNetworks,
    nodes: merged('node', copy.nodes, part.nodes),
    drives: merged('drive', copy.drives, part.drives),
    volumes: merged('volume', copy.volumes, part.volumes),
    attachments: merged('attachment', copy.attachments, part.attachments),
  };
}
