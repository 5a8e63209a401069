import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { atMostEvery, whileHeld } from '../core/leases/while-held.js';
import { newStored } from '../core/mongo/objects.js';
import { changesBetween } from '../domain/events/changes-between.js';
import { EventLog } from '../domain/events/event-log.js';
import { MomentRecorder } from '../moments/moment-recorder.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { EventsRepository, isSource, type SourceName, sourceNames } from './events.repository.js';

/** Changes of this time are looked at together. */
const EVERY_MS = 1000;
/** Objects of one transaction. */
const MOST_AT_ONCE = 500;
/** An event takes no changes after this time, so older ones need not be read. */
const OPEN_MS = 3_600_000;
const REMOVES_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Records events on one server at a time, under a lease: compares every changed object with what the events so far tell about it, and stores event and
 * state in one transaction. So a change of the leading server loses and repeats nothing. Values between two looks leave no event.
 */
@Injectable()
export class EventRecorder implements OnApplicationBootstrap {
  private readonly logger = new Logger(EventRecorder.name);

  constructor(
    private readonly events: EventsRepository,
    private readonly settings: SettingsService,
    private readonly feed: ChangeFeed,
    private readonly leases: Leases,
    private readonly moments: MomentRecorder,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('events', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    const changed = new Map<SourceName, Set<string>>();
    let everything = true;
    const moments = this.moments.begin(lease);
    const off = [
      moments.stop,
      this.feed.onChange(({ collection, id }) => {
        if (isSource(collection)) changed.set(collection, (changed.get(collection) ?? new Set()).add(id));
      }),
      this.feed.onResync(() => {
        everything = true;
      }),
    ];
    try {
      const log = new EventLog(await this.events.since(new Date(Date.now() - OPEN_MS)), newStored);
      const remove = atMostEvery(REMOVES_EVERY_MS, () => this.removeOld(lease));
      await whileHeld(lease, EVERY_MS, async () => {
        const at = new Date();
        if (everything) {
          everything = false;
          changed.clear();
          await this.lookAtAll(lease, log);
        }
        const now = [...changed];
        changed.clear();
        for (const [source, ids] of now) await this.look(lease, log, source, [...ids]);
        // After the look: what its events tell about is in the moment, whose time is not later than that of the events.
        await moments.turn(at);
        await remove();
      });
    } finally {
      for (const stop of off) stop();
    }
  }

  private async lookAtAll(lease: Lease, log: EventLog): Promise<void> {
    const first = !(await this.events.hasLooked());
    for (const source of sourceNames) await this.look(lease, log, source, await this.events.ids(source), first);
    if (first) await lease.transaction((session) => this.events.looked(session));
  }

  /** @param quietly stores the objects without events */
  private async look(lease: Lease, log: EventLog, source: SourceName, ids: readonly string[], quietly = false): Promise<void> {
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const some = ids.slice(from, from + MOST_AT_ONCE);
      const at = new Date();
      const keys = some.map((id) => `${source}/${id}`);
      const [told, now] = [await this.events.told(keys), await this.events.now(source, some, at)];
      const different = keys.filter((key) => !same(told.get(key), now.get(key)));
      if (different.length === 0) continue;
      const changes = quietly ? [] : different.flatMap((key) => changesBetween(told.get(key) ?? null, now.get(key) ?? null));
      const events = log.take(changes, at);
      const objects = different.flatMap((key) => now.get(key) ?? []);
      const gone = different.filter((key) => !now.has(key));
      await lease.transaction((session) => this.events.store({ events, objects, gone }, session));
    }
  }

  private async removeOld(lease: Lease): Promise<void> {
    const { eventsKeptDays } = await this.settings.read();
    const removed = await lease.transaction((session) => this.events.removeBefore(new Date(Date.now() - eventsKeptDays * DAY_MS), session));
    if (removed > 0) this.logger.log({ removed, eventsKeptDays }, 'removed old events');
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
