import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/config.schema.js';
import { type Lease, Leases } from '../../../core/leases/leases.js';
import { whileHeld } from '../../../core/leases/while-held.js';
import { Throttle } from '../../../core/load/throttle.js';
import { SettingsService } from '../../../settings/settings.service.js';
import { fromDocument } from '../../history/point.document.js';
import { StatsRepository } from '../../history/stats.repository.js';
import { seriesKey, seriesKinds, tiers } from '../../points/series.js';
import { LongMemoryHttp } from '../receiver/long-memory-http.js';
import { ObjectNamesRepository } from './object-names.js';
import { type ObjectNames, samplesOf } from './point-samples.js';
import { ReceiverUnavailable, RemoteWrite, waitFor } from './remote-write.js';
import { RemoteWriteMetrics } from './remote-write-metrics.js';
import { RemoteWriteStates } from './remote-write-state.js';
import type { ExportedSample } from './write-request.js';

const EVERY_MS = 5000;
const [, minutes, hours] = tiers;
/** A cursor of MongoDB is open meanwhile, and ends after 10 minutes without a read. */
const PATIENCE_MS = 60_000;
/** When the lease ends, the request in flight may take so much longer. */
const LAST_REQUEST_MS = 2000;
const HOUR_MS = 3_600_000;

type Held = Pick<Lease, 'signal' | 'transaction'>;
interface Sending {
  names: ObjectNames;
  common: Record<string, string>;
  lease: AbortSignal;
  /** Aborts a while after the lease ended: a request in flight may end. */
  last: AbortSignal;
}

/**
 * Sends the minutes of the history to the long memory, on one server at a time (docs/decisions/remote-write.md).
 *  - A minute is sent when it is rolled up, so it is whole. The position is stored in a transaction that needs the lease.
 *  - Memory holds one batch. All other minutes wait in MongoDB, which keeps them for `statisticsKeptHours.minutes`.
 *  - A minute that was sent in part is sent again from its beginning: the same samples, which receivers take.
 *  - Minutes that expire before they are sent are lost: counted, logged and stored for the alert.
 */
@Injectable()
export class RemoteWriter implements OnApplicationBootstrap {
  private readonly logger = new Logger(RemoteWriter.name);
  private readonly remote: RemoteWrite | null;
  private isFailing = false;
  private isRefused = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    http: LongMemoryHttp,
    private readonly leases: Leases,
    private readonly history: StatsRepository,
    private readonly states: RemoteWriteStates,
    private readonly objects: ObjectNamesRepository,
    private readonly settings: SettingsService,
    private readonly metrics: RemoteWriteMetrics,
  ) {
    const { longMemoryWriteUrl: url } = config;
    this.remote = url === null ? null : new RemoteWrite(http, url, metrics);
  }

  onApplicationBootstrap(): void {
    if (this.remote) this.leases.run('long-memory', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    const last = new AbortController();
    lease.signal.addEventListener('abort', () => setTimeout(() => last.abort(), LAST_REQUEST_MS).unref());
    try {
      await whileHeld(lease, EVERY_MS, () => this.turn(lease, last.signal));
    } finally {
      this.metrics.isWaitingSince(null);
      const state = await this.states.read().catch(() => null);
      if (state)
        this.logger.log({ until: state.until }, 'stopped sending statistics to the long memory; the next server continues at this time');
    }
  }

  /** Sends all minutes that are complete. */
  private async turn(lease: Held, last: AbortSignal): Promise<void> {
    const complete = (await this.history.progress()).get(minutes.name)?.getTime() ?? 0;
    let at = await this.position(lease, complete);
    if (at >= complete) return;
    const { clusterId, simulated } = await this.settings.get();
    const common = { weft_cluster: clusterId, simulated: String(simulated) };
    const sending: Sending = { names: await this.objects.read(), common, lease: lease.signal, last };
    while (at < complete && !lease.signal.aborted) {
      const next = (await this.history.earliest(minutes, new Date(at)))?.getTime() ?? complete;
      await this.noteLoss(at, Math.min(next, complete));
      at = Math.min(next, complete);
      this.metrics.isWaitingSince(at);
      if (at < complete && !(await this.sendsMinute(at, sending))) return;
      at = Math.min(at + minutes.stepMs, complete);
      const until = new Date(at);
      await lease.transaction((session) => this.states.advance(until, session));
    }
    this.metrics.isWaitingSince(at);
  }

  /** The time before which everything was sent; the first time, where to begin. */
  private async position(lease: Held, complete: number): Promise<number> {
    const state = await this.states.read();
    const at = state?.until.getTime() ?? (this.config.longMemoryBackfill ? 0 : complete);
    if (!state) await lease.transaction((session) => this.states.advance(new Date(at), session));
    this.metrics.isWaitingSince(at === 0 ? Date.now() : at);
    return at;
  }

  /** @param from first minute that was not sent; to: the first one that MongoDB has */
  private async noteLoss(from: number, to: number): Promise<void> {
    const now = Date.now();
    const { minutes: keptHours } = (await this.settings.get()).spec.statisticsKeptHours;
    const lostTo = Math.min(to, now - keptHours * HOUR_MS);
    // From 0: a backfill, which begins at the oldest minute.
    if (from === 0 || lostTo <= from) return;
    // Hours are kept for longer. Without one, there was nothing to send: no server ran.
    const known = (await this.history.earliest(hours, new Date(from - HOUR_MS)))?.getTime() ?? lostTo;
    if (known >= lostTo) return;
    this.metrics.lostSeconds.inc((lostTo - from) / 1000);
    await this.states.lost(new Date(from), new Date(lostTo), new Date(now));
    this.logger.error(
      { from: new Date(from), to: new Date(lostTo) },
      'statistics expired before the long memory took them: it has a gap there (coarser points are still in MongoDB)',
    );
  }

  /** @returns false when the receiver takes nothing now; it has waited then */
  private async sendsMinute(at: number, sending: Sending): Promise<boolean> {
    try {
      await this.sendMinute(at, sending);
      this.recovered();
      return true;
    } catch (error) {
      if (!(error instanceof ReceiverUnavailable)) throw error;
      if (sending.lease.aborted) return false;
      await this.failed(error);
      await waitFor(error.waitMs, sending.lease);
      return false;
    }
  }

  private async sendMinute(at: number, sending: Sending): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    const throttle = new Throttle();
    const sent = new Set<string>();
    let batch: ExportedSample[] = [];
    for (const kind of seriesKinds) {
      const stored = this.history.read(minutes, new Date(at), new Date(at + minutes.stepMs), { 'series.kind': kind });
      for await (const documents of stored) {
        for (const point of documents.map(fromDocument)) {
          const key = seriesKey(point.series);
          // A lost lease of the roll-up may leave two points for one time: the first counts.
          if (sent.has(key)) continue;
          sent.add(key);
          batch.push(...samplesOf(point, minutes.stepMs, sending.common, sending.names));
          if (batch.length < this.config.longMemoryBatchSamples) continue;
          await this.sendBatch(batch, sending, deadline);
          batch = [];
          await throttle.rest();
        }
      }
    }
    if (batch.length > 0) await this.sendBatch(batch, sending, deadline);
  }

  /** Waits and sends again until the deadline. */
  private async sendBatch(batch: readonly ExportedSample[], { lease, last }: Sending, deadline: number): Promise<void> {
    for (;;) {
      try {
        const refusal = await this.remote?.send(batch, last);
        if (refusal) await this.refused(refusal.reason, batch.length);
        else this.isRefused = false;
        return;
      } catch (error) {
        if (!(error instanceof ReceiverUnavailable) || lease.aborted || performance.now() + error.waitMs > deadline) throw error;
        await this.failed(error);
        await waitFor(error.waitMs, lease);
        if (lease.aborted) throw error;
      }
    }
  }

  private async failed({ message }: ReceiverUnavailable): Promise<void> {
    await this.states.failed(message, new Date());
    if (this.isFailing) return;
    this.isFailing = true;
    this.logger.error({ reason: message }, 'the long memory takes no statistics; they wait in MongoDB and are sent later');
  }

  private recovered(): void {
    if (!this.isFailing) return;
    this.isFailing = false;
    this.logger.log('the long memory takes statistics again');
  }

  private async refused(reason: string, samples: number): Promise<void> {
    await this.states.refused(reason, new Date());
    if (this.isRefused) return;
    this.isRefused = true;
    this.logger.error({ reason, samples }, 'the long memory refused statistics for good: it has a gap there');
  }
}
