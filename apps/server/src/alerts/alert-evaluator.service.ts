import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ChannelsService } from '../channels/channels.service.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { atMostEvery, whileHeld } from '../core/leases/while-held.js';
import { newStored } from '../core/mongo/objects.js';
import { advance } from '../domain/alerts/advance.js';
import { groupsOf } from '../domain/alerts/groups.js';
import { RuleMemories } from '../domain/alerts/memory.js';
import { readingsOf } from '../domain/alerts/readings.js';
import { Thresholds } from '../domain/alerts/thresholds.js';
import { SettingsService } from '../settings/settings.service.js';
import { toAlert } from './alert.mapper.js';
import { AlertMetrics } from './alert-metrics.js';
import { AlertWorldReader } from './alert-world-reader.js';
import { AlertsRepository } from './alerts.repository.js';
import { SilencesRepository } from './silences.repository.js';

/** The shortest time of a rule is 30 s. */
const EVERY_MS = 5000;
const DAY_MS = 86_400_000;
const REMOVES_EVERY_MS = 3_600_000;

/**
 * Evaluates all rules on one server at a time, under a lease. Alerts, memory and notifications are stored in one transaction, so a server that dies
 * between two evaluations loses and repeats nothing.
 */
@Injectable()
export class AlertEvaluator implements OnApplicationBootstrap {
  private readonly logger = new Logger(AlertEvaluator.name);
  /** Tests set it forward. */
  now = (): Date => new Date();

  constructor(
    private readonly alerts: AlertsRepository,
    private readonly silences: SilencesRepository,
    private readonly reader: AlertWorldReader,
    private readonly channels: ChannelsService,
    private readonly settings: SettingsService,
    private readonly metrics: AlertMetrics,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('alerts', async (lease) => {
      this.reader.forget();
      const remove = atMostEvery(REMOVES_EVERY_MS, () => this.removeOld(lease));
      await whileHeld(lease, EVERY_MS, async () => {
        const startedAt = performance.now();
        await this.evaluate(lease);
        this.metrics.evaluated((performance.now() - startedAt) / 1000);
        await remove();
      });
    });
  }

  private async evaluate(lease: Lease): Promise<void> {
    const now = this.now();
    const { alertThresholds } = await this.settings.read();
    const thresholds = new Thresholds(alertThresholds);
    const [world, memory, silences] = await Promise.all([
      this.reader.read(thresholds, now),
      this.alerts.memory(),
      this.silences.active(now),
    ]);
    const memories = new RuleMemories(memory, now);
    const { readings, unknown } = readingsOf(world, thresholds, memories);
    const groups = groupsOf(readings);
    const maintenance = new Map(world.nodes.flatMap(({ id, name, inMaintenance }) => (inMaintenance ? [[id, name] as const] : [])));
    await lease.transaction(async (session) => {
      // Read in the transaction: an acknowledgement between read and write would be lost.
      const open = await this.alerts.open(session);
      const { changed, removed, notices, firing } = advance({ open, groups, unknown, silences, maintenance, now }, newStored);
      await this.alerts.store(changed, removed, session);
      await this.alerts.storeMemory(memories.changed(), session);
      await this.channels.notify(
        notices.map(({ alert, event }) => ({ alert: toAlert(alert), event })),
        session,
      );
      await this.channels.repeat(firing.map(toAlert), session);
    });
  }

  private async removeOld(lease: Lease): Promise<void> {
    const { eventsKeptDays } = await this.settings.read();
    const before = new Date(Date.now() - eventsKeptDays * DAY_MS);
    const removed = await lease.transaction((session) => this.alerts.removeBefore(before, session));
    if (removed > 0) this.logger.log({ removed, eventsKeptDays }, 'removed old alerts');
  }
}
