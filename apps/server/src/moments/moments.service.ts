import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { type AsOf, readingNow } from '../core/as-of/as-of.js';
import { concurrency } from '../core/load/concurrency.js';
import { type Gap, gapAt, type Run } from '../domain/moments/coverage.js';
import { folded, type Version } from '../domain/moments/fold.js';
import { isRecorded, type Recorded, type RecordedName, recordedNames } from '../domain/moments/recorded.js';
import { MomentsRepository, type Source } from './moments.repository.js';

/** Collections of two moments stay decoded, and no longer than this after their last use. */
const MOST_KEPT = 2 * recordedNames.length;
const KEPT_MS = 60_000;

interface Kept {
  documents: Promise<Recorded[]>;
  usedAt: number;
}

const notRecorded = (at: Date, { from, to }: Gap): DomainError<'moment-not-recorded'> =>
  new DomainError('moment-not-recorded', { at: at.toISOString(), from: from?.toISOString(), to: to?.toISOString() }, { field: 'query.at' });

/** Reads recorded moments. */
@Injectable()
export class MomentsService {
  private readonly limit = new ConcurrencyLimit(
    concurrency.pastMoments,
    () => new DomainError('too-many-moments', { retryAfterSeconds: 5 }),
  );
  /** By last use, the oldest first. */
  private readonly kept = new Map<string, Kept>();
  private forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly repository: MomentsRepository) {}

  /** @throws DomainError `moment-not-recorded` with the times between which nothing is recorded */
  async at(at: Date): Promise<AsOf> {
    const gap = gapAt(await this.repository.runsAround(at), at);
    if (gap) throw notRecorded(at, gap);
    return {
      at,
      documents: (collection) => {
        if (!isRecorded(collection)) throw new Error(`${collection} is not recorded: a past moment has nothing of it`);
        return readingNow(() => this.documents(collection, at));
      },
    };
  }

  /**
   * Documents of one collection at a recorded moment. Callers share them.
   * @throws DomainError `moment-not-recorded` if the version of that time did not record this collection
   */
  async documents(collection: RecordedName, at: Date): Promise<Recorded[]> {
    const source = await this.repository.source(collection, at);
    if (!source) throw notRecorded(at, { from: null, to: await this.repository.firstSnapshotAt(collection) });
    const key = `${collection} ${source.snapshotAt.getTime()} ${source.changedAt?.getTime() ?? ''}`;
    const known = this.kept.get(key);
    const kept: Kept = known ?? { documents: this.limit.run(() => this.read(collection, source)), usedAt: 0 };
    kept.usedAt = Date.now();
    this.kept.delete(key);
    this.kept.set(key, kept);
    this.forget();
    try {
      return await kept.documents;
    } catch (error) {
      this.kept.delete(key);
      throw error;
    }
  }

  /** In order of time. */
  runs(touching?: { from: Date; to: Date }): Promise<Run[]> {
    return this.repository.recordedRuns(touching);
  }

  private async read(collection: RecordedName, source: Source): Promise<Recorded[]> {
    const snapshot: Recorded[] = [];
    const changes: Version[][] = [];
    for await (const { kind, versions } of this.repository.versions(collection, source)) {
      if (kind === 'changes') changes.push(versions);
      else for (const { document } of versions) if (document) snapshot.push(document);
      // Decoding a part takes some 10 ms: other requests come between.
      await nextTurn();
    }
    return folded(snapshot, changes);
  }

  private forget(): void {
    for (const key of this.kept.keys()) if (this.kept.size > MOST_KEPT) this.kept.delete(key);
    this.forgetting ??= setTimeout(() => {
      this.forgetting = undefined;
      const oldest = Date.now() - KEPT_MS;
      for (const [key, { usedAt }] of this.kept) if (usedAt <= oldest) this.kept.delete(key);
      if (this.kept.size > 0) this.forget();
    }, KEPT_MS).unref();
  }
}
