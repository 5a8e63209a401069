import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Silence } from '@weft/shared/kinds/alerting/alert';
import type { Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { updateVersioned } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { SilenceDocument } from '../domain/documents/alert.document.js';

const inState = (state: Silence['state'] | undefined, now: Date): Filter<SilenceDocument> => {
  if (state === 'ended') return { endsAt: { $lte: now } };
  if (state === 'planned') return { startsAt: { $gt: now }, endsAt: { $gt: now } };
  return state === 'active' ? { startsAt: { $lte: now }, endsAt: { $gt: now } } : {};
};

@Injectable()
export class SilencesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get silences() {
    return this.mongo.collection<SilenceDocument>('silences');
  }

  /** A cursor of a list by state is of the moment of its page: the state changes by itself. */
  page({ state, ...query }: Query<typeof endpoints.listSilences>, now: Date) {
    return findPage(this.silences, { filter: inState(state, now), query, sortFields: { endsAt: 'endsAt', createdAt: 'createdAt' } });
  }

  find(id: string): Promise<SilenceDocument | null> {
    return this.silences.findOne({ _id: id });
  }

  countOpen(now: Date): Promise<number> {
    return this.silences.countDocuments({ endsAt: { $gt: now } });
  }

  active(now: Date): Promise<SilenceDocument[]> {
    return this.silences.find(inState('active', now)).toArray();
  }

  async insert(silence: SilenceDocument): Promise<void> {
    await this.silences.insertOne(silence);
  }

  update(id: string, ifMatch: number, set: Partial<SilenceDocument>): Promise<SilenceDocument> {
    return updateVersioned(this.silences, { id, ifMatch, set });
  }
}
