import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { histogramDifference } from '@weft/shared/stats/histograms';
import { slowOf } from '@weft/shared/stats/slow-io';
import type { IoCounters } from '../host/host.js';
import { errorText, type Log } from '../log/log.js';
import type { World } from '../plan/plan.js';
import type { Collector, Reading } from './collector.js';

/** Readings are this far apart, at least; a share covers the last of these. */
const STEP_MS = 10_000;
const STEPS = 3;
/** Fewer I/O say nothing about a share of a percent. */
const ENOUGH = 100;

/** Slow I/O of volumes with an ordered scrub and a latency objective, from the counters of this node alone. Nothing else is read. */
export class RecentLatency {
  #readings: Reading[] = [];

  constructor(
    private readonly collector: Pick<Collector, 'read' | 'now'>,
    private readonly log: Log,
  ) {}

  /** By attachment id: share of the I/O of about the last half minute that took longer than the objective. Missing: not measured yet. */
  async slowShares({ attachments }: Pick<AssignmentContent, 'attachments'>): Promise<NonNullable<World['slowShares']>> {
    const wanted = attachments.flatMap(({ attachmentId, array }) => {
      const objective = array?.scrub?.latencyObjectiveSeconds;
      return objective ? [{ attachmentId, objective }] : [];
    });
    if (wanted.length === 0) {
      this.#readings = [];
      return new Map();
    }
    await this.#read();
    const [first, last] = [this.#readings[0], this.#readings.at(-1)];
    if (!first || !last || first === last) return new Map();
    return new Map(
      wanted.flatMap(({ attachmentId, objective }): [string, number][] => {
        const subject = last.subjects.attachments.find((each) => each.attachmentId === attachmentId);
        const counters = subject && last.counters.io[subject.key];
        const before = subject && first.counters.io[subject.key];
        const histogram = counters && before && histogramSince(counters, before);
        if (!histogram) return [];
        const [total, slow] = slowOf(histogram, objective);
        return [[attachmentId, total < ENOUGH ? 0 : slow / total]];
      }),
    );
  }

  async #read(): Promise<void> {
    const newest = this.#readings.at(-1);
    if (newest && this.collector.now() - newest.atMs < STEP_MS) return;
    try {
      const reading = await this.collector.read(STEP_MS);
      if (newest && reading.atMs - newest.atMs < STEP_MS) return;
      this.#readings = [...this.#readings, reading].slice(-STEPS - 1);
    } catch (error) {
      // The share is unknown from now on, so the scrub waits and says so; the loop goes on.
      this.#readings = [];
      this.log('warn', 'counters could not be read: the latency of scrubbed volumes is unknown', { error: errorText(error) });
    }
  }
}

/** Null: the device or its statistics were made again meanwhile. */
const histogramSince = (now: IoCounters, before: IoCounters): number[] | null =>
  now.origin === before.origin ? histogramDifference(now.histogram, before.histogram) : null;
