import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { NotificationDocument } from '../domain/documents/alert.document.js';

type State = NotificationDocument['state'];

@Injectable()
export class NotificationsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get notifications() {
    return this.mongo.collection<NotificationDocument>('notifications');
  }

  page({ channelId, alertId, state, ...query }: Query<typeof endpoints.listNotifications>) {
    const filter = { ...(channelId ? { channelId } : {}), ...(alertId ? { alertId } : {}), ...(state ? { state } : {}) };
    return findPage(this.notifications, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  async insert(notifications: readonly NotificationDocument[], session: ClientSession): Promise<void> {
    if (notifications.length > 0) await this.notifications.insertMany([...notifications], { session });
  }

  /** When each channel last got something about each of these alerts; keys are `<channel id> <alert id>`. */
  async lastOf(channelIds: readonly string[], alertIds: readonly string[], session: ClientSession): Promise<Map<string, Date>> {
    const found = await this.notifications
      .aggregate<{ _id: { channelId: string; alertId: string }; at: Date }>(
        [
          { $match: { alertId: { $in: [...alertIds] }, channelId: { $in: [...channelIds] } } },
          { $group: { _id: { channelId: '$channelId', alertId: '$alertId' }, at: { $max: '$createdAt' } } },
        ],
        { session },
      )
      .toArray();
    return new Map(found.map(({ _id, at }) => [`${_id.channelId} ${_id.alertId}`, at]));
  }

  /** Ids of channels with something to send. */
  due(now: Date): Promise<string[]> {
    return this.notifications.distinct('channelId', { state: 'waiting', dueAt: { $lte: now } });
  }

  /** What a channel gets now, oldest first. */
  dueOf(channelId: string, now: Date, limit: number): Promise<NotificationDocument[]> {
    return this.notifications
      .find({ channelId, state: 'waiting', dueAt: { $lte: now } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
  }

  /** @param change the new state of these waiting notifications */
  async set(
    ids: readonly string[],
    change: Partial<Pick<NotificationDocument, 'state' | 'sentAt' | 'error'>>,
    session: ClientSession,
  ): Promise<void> {
    const update = { $set: { ...change, updatedAt: new Date() }, $inc: { revision: 1 } };
    await this.notifications.updateMany({ _id: { $in: [...ids] }, state: 'waiting' }, update, { session });
  }

  /** @returns the number of notifications that wait again. */
  async sendAgain(channelId: string, now: Date): Promise<number> {
    const update = { $set: { state: 'waiting' as const, dueAt: now, createdAt: now, updatedAt: now, error: null }, $inc: { revision: 1 } };
    return (await this.notifications.updateMany({ channelId, state: 'failed' }, update)).modifiedCount;
  }

  /** Numbers of notifications by channel and state. */
  async counts(channelIds: readonly string[]): Promise<Map<string, number>> {
    const found = await this.notifications
      .aggregate<{ _id: { channelId: string; state: State }; count: number }>([
        { $match: { channelId: { $in: [...channelIds] }, state: { $ne: 'sent' } } },
        { $group: { _id: { channelId: '$channelId', state: '$state' }, count: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(found.map(({ _id, count }) => [`${_id.channelId} ${_id.state}`, count]));
  }

  async removeOf(channelId: string, session: ClientSession): Promise<void> {
    await this.notifications.deleteMany({ channelId }, { session });
  }

  async removeBefore(createdAt: Date, session: ClientSession): Promise<number> {
    return (await this.notifications.deleteMany({ createdAt: { $lt: createdAt }, state: { $ne: 'waiting' } }, { session })).deletedCount;
  }
}
