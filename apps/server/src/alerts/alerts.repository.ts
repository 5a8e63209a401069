import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { updateVersioned } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { RuleMemory } from '../domain/alerts/memory.js';
import type { AlertDocument } from '../domain/documents/alert.document.js';

type AlertFilter = Query<typeof endpoints.listAlerts>;

const filterOf = ({ state, open, severity, rule, subjectId, causedBy, from, to }: AlertFilter): Filter<AlertDocument> => ({
  ...(state ? { state } : {}),
  ...(open ? { open: open === 'true' } : {}),
  ...(severity ? { severity } : {}),
  ...(rule ? { rule } : {}),
  ...(subjectId ? { about: subjectId } : {}),
  ...(causedBy ? (causedBy === 'none' ? { causedBy: null } : { 'causedBy.id': causedBy }) : {}),
  ...(from ? { $or: [{ open: true }, { resolvedAt: { $gte: new Date(from) } }] } : {}),
  ...(to ? { startedAt: { $lt: new Date(to) } } : {}),
});

@Injectable()
export class AlertsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get alerts() {
    return this.mongo.collection<AlertDocument>('alerts');
  }
  private get memories() {
    return this.mongo.collection<RuleMemory>('alertMemory');
  }

  page(query: AlertFilter) {
    return findPage(this.alerts, { filter: filterOf(query), query, sortFields: { startedAt: 'startedAt', updatedAt: 'updatedAt' } });
  }

  find(id: string): Promise<AlertDocument | null> {
    return this.alerts.findOne({ _id: id });
  }

  acknowledge(id: string, acknowledged: AlertDocument['acknowledged']): Promise<AlertDocument> {
    return updateVersioned(this.alerts, { id, set: { acknowledged } });
  }

  /** Pending and firing alerts. */
  open(session: ClientSession): Promise<AlertDocument[]> {
    return this.alerts.find({ open: true }, { session }).sort({ startedAt: 1, _id: 1 }).toArray();
  }

  /** Number of open alerts by rule, severity and state. */
  counts(): Promise<{ _id: { rule: string; severity: string; state: string }; count: number }[]> {
    return this.alerts
      .aggregate<{ _id: { rule: string; severity: string; state: string }; count: number }>([
        { $match: { open: true } },
        { $group: { _id: { rule: '$rule', severity: '$severity', state: '$state' }, count: { $sum: 1 } } },
      ])
      .toArray();
  }

  async memory(): Promise<Map<string, RuleMemory>> {
    return new Map((await this.memories.find().toArray()).map((memory) => [memory._id, memory]));
  }

  async storeMemory(memories: readonly RuleMemory[], session: ClientSession): Promise<void> {
    if (memories.length > 0)
      await this.memories.bulkWrite(
        memories.map((memory) => ({ replaceOne: { filter: { _id: memory._id }, replacement: memory, upsert: true } })),
        { session },
      );
  }

  async store(changed: readonly AlertDocument[], removed: readonly string[], session: ClientSession): Promise<void> {
    // What ended goes first: a new alert of the same cause needs its key.
    if (removed.length > 0) await this.alerts.deleteMany({ _id: { $in: [...removed] } }, { session });
    const sorted = [...changed].sort((a, b) => Number(a.open) - Number(b.open));
    if (sorted.length > 0)
      await this.alerts.bulkWrite(
        sorted.map((alert) => ({ replaceOne: { filter: { _id: alert._id }, replacement: alert, upsert: true } })),
        { session },
      );
  }

  async removeBefore(resolvedAt: Date, session: ClientSession): Promise<number> {
    return (await this.alerts.deleteMany({ open: false, resolvedAt: { $lt: resolvedAt } }, { session })).deletedCount;
  }
}
