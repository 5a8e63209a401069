import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ChannelContent } from '@weft/shared/kinds/alerting/channel';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, updateVersioned } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { ChannelDocument } from '../domain/documents/alert.document.js';

const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === DUPLICATE_KEY;

@Injectable()
export class ChannelsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get channels() {
    return this.mongo.collection<ChannelDocument>('channels');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: Query<typeof endpoints.listChannels>) {
    return findPage(this.channels, { filter: {}, query, sortFields: { name: 'name', createdAt: 'createdAt' } });
  }

  find(id: string): Promise<ChannelDocument | null> {
    return this.channels.findOne({ _id: id });
  }

  /** In a transaction, so that a channel that changes or goes meanwhile conflicts. */
  enabled(carries: ChannelContent, session?: ClientSession): Promise<ChannelDocument[]> {
    // Channels of an earlier version say nothing: they are for alerts.
    const filter = { enabled: true, carries: carries === 'audit' ? carries : { $ne: 'audit' as const } };
    return this.channels.find(filter, session ? { session } : {}).toArray();
  }

  count(): Promise<number> {
    return this.channels.countDocuments();
  }

  /** @throws DomainError `channel-name-taken` */
  async insert(channel: ChannelDocument): Promise<void> {
    try {
      await this.channels.insertOne(channel);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw new DomainError('channel-name-taken', { name: channel.name }, { field: 'name', cause: error });
    }
  }

  update(id: string, ifMatch: number | undefined, set: Partial<ChannelDocument>): Promise<ChannelDocument> {
    return updateVersioned(this.channels, { id, ifMatch, set });
  }

  /** Result of an attempt to send. A channel that was deleted meanwhile has none. */
  async setResult(
    id: string,
    result: Pick<ChannelDocument, 'failure'> & Partial<Pick<ChannelDocument, 'lastSentAt' | 'auditSent'>>,
    session: ClientSession,
  ): Promise<void> {
    await this.channels.updateOne({ _id: id }, { $set: { ...result, updatedAt: new Date() }, $inc: { revision: 1 } }, { session });
  }

  remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    return deleteVersioned(this.channels, { id, ifMatch, session });
  }
}
