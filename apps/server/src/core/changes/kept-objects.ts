import type { WatchedCollection } from '../mongo/collections.js';
import type { ChangeFeed } from './change-feed.js';

interface Source<T> {
  collection: WatchedCollection;
  /** Ids of objects that matter; missing: all. */
  matters?: (id: string) => boolean;
  /** Reads the objects with these ids, or all: those that exist, and that the caller wants. */
  read: (ids?: readonly string[]) => Promise<T[]>;
}

/** From this number of changed objects on, one read of all is cheaper. */
const MOST_CHANGED = 2000;

/**
 * Objects of a collection that are needed again and again: the first read reads all of them, and every later one only those that changed since, as the change
 * feed says. So a read costs what has changed, and not what there is. A change is seen when the feed has told it, some milliseconds after its commit.
 */
export class KeptObjects<T extends { _id: string }> {
  private readonly objects = new Map<string, T>();
  private readonly changed = new Set<string>();
  private everything = true;
  private reading: Promise<readonly T[]> | undefined;

  constructor(
    feed: Pick<ChangeFeed, 'onChange' | 'onResync'>,
    private readonly source: Source<T>,
  ) {
    feed.onChange(({ collection, id }) => {
      if (collection !== source.collection || this.everything || source.matters?.(id) === false) return;
      this.changed.add(id);
      if (this.changed.size > MOST_CHANGED) this.forget();
    });
    feed.onResync(() => this.forget());
  }

  /** The next read reads all, and nothing is kept until then. */
  forget(): void {
    this.everything = true;
    this.changed.clear();
    this.objects.clear();
  }

  /** In no order. Calls that arrive during a read share it. @throws error of the read; the next call then reads all */
  read(): Promise<readonly T[]> {
    this.reading ??= this.update().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async update(): Promise<readonly T[]> {
    const ids = this.everything ? undefined : [...this.changed];
    // What changes from here on is of the next read.
    this.everything = false;
    this.changed.clear();
    if (ids?.length === 0) return [...this.objects.values()];
    try {
      const found = await this.source.read(ids);
      // Forgotten meanwhile: what was read is a part only.
      if (ids && this.everything) return this.update();
      if (ids) for (const id of ids) this.objects.delete(id);
      else this.objects.clear();
      for (const object of found) this.objects.set(object._id, object);
    } catch (error) {
      this.forget();
      throw error;
    }
    return [...this.objects.values()];
  }
}
