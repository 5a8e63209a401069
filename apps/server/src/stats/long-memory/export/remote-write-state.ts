import { Injectable } from '@nestjs/common';
import type { ClientSession, UpdateFilter } from 'mongodb';
import { Mongo } from '../../../core/mongo/mongo.js';

/** How far the long memory has the minutes of this cluster: document `longMemory` of the collection `statisticsProgress`. */
export interface RemoteWriteState {
  _id: string;
  /** All minutes before this time were sent, refused or lost. */
  until: Date;
  /** The last attempt failed. */
  failing?: { since: Date; reason: string };
  /** Samples that it refused for good, at last. */
  refused?: { at: Date; reason: string };
  /** Minutes that expired before they were sent, at last. */
  lost?: { at: Date; from: Date; to: Date };
}

const ID = 'longMemory';

@Injectable()
export class RemoteWriteStates {
  constructor(private readonly mongo: Mongo) {}

  private get states() {
    return this.mongo.collection<RemoteWriteState>('statisticsProgress');
  }

  read(): Promise<RemoteWriteState | null> {
    return this.states.findOne({ _id: ID });
  }

  async advance(until: Date, session: ClientSession): Promise<void> {
    await this.states.updateOne({ _id: ID }, { $set: { until }, $unset: { failing: 1 } }, { upsert: true, session });
  }

  /** The beginning of a failure stays when it goes on. */
  async failed(reason: string, at: Date): Promise<void> {
    const since = { $ifNull: ['$failing.since', at] };
    await this.states.updateOne({ _id: ID }, [{ $set: { failing: { since, reason: { $literal: reason } } } }]);
  }

  refused(reason: string, at: Date): Promise<void> {
    return this.set({ $set: { refused: { at, reason } } });
  }

  lost(from: Date, to: Date, at: Date): Promise<void> {
    return this.set({ $set: { lost: { at, from, to } } });
  }

  private async set(update: UpdateFilter<RemoteWriteState>): Promise<void> {
    await this.states.updateOne({ _id: ID }, update);
  }
}
