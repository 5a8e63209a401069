import { Injectable } from '@nestjs/common';
import type { Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { MAX_SILENCE_DAYS, type Silence, type SilenceCreate } from '@weft/shared/kinds/alerting/alert';
import { readTime } from '../core/as-of/as-of.js';
import { type Caller, callerName } from '../core/http/caller.js';
import { newStored } from '../core/mongo/objects.js';
import { toObject } from '../core/mongo/stored.js';
import type { SilenceDocument } from '../domain/documents/alert.document.js';
import { SilencesRepository } from './silences.repository.js';

const DAY_MS = 86_400_000;
/** Each evaluation compares every alert with every active silence. */
const MOST_SILENCES = 500;

@Injectable()
export class SilencesService {
  constructor(private readonly silences: SilencesRepository) {}

  async list(query: Query<typeof endpoints.listSilences>): Promise<Response<typeof endpoints.listSilences>> {
    const now = readTime();
    const page = await this.silences.page(query, now);
    return { ...page, items: page.items.map((silence) => toSilence(silence, now)) };
  }

  async create({ matchers, startsAt, endsAt, comment }: SilenceCreate, caller: Caller): Promise<Silence> {
    const now = new Date();
    const [start, end] = [startsAt ? new Date(startsAt) : now, new Date(endsAt)];
    if (end <= start || end <= now) throw new DomainError('silence-ends-too-early', {}, { field: 'endsAt' });
    if (end.getTime() - Math.max(start.getTime(), now.getTime()) > MAX_SILENCE_DAYS * DAY_MS)
      throw new DomainError('silence-too-long', { mostDays: MAX_SILENCE_DAYS }, { field: 'endsAt' });
    if ((await this.silences.countOpen(now)) >= MOST_SILENCES) throw new DomainError('too-many-silences', { limit: MOST_SILENCES });
    const silence = { ...newStored(now), matchers, startsAt: start, endsAt: end, comment, createdBy: callerName(caller) };
    await this.silences.insert(silence);
    return toSilence(silence, now);
  }

  async end(id: string): Promise<Silence> {
    const now = new Date();
    const found = await this.silences.find(id);
    if (!found) throw new DomainError('object-not-found', { collection: 'silences', id });
    if (found.endsAt <= now) throw new DomainError('silence-ended', {});
    const startsAt = found.startsAt > now ? now : found.startsAt;
    return toSilence(await this.silences.update(id, found.version, { startsAt, endsAt: now }), now);
  }
}

function toSilence(document: SilenceDocument, now: Date): Silence {
  const { matchers, startsAt, endsAt, comment, createdBy } = document;
  return toObject<Silence>(document, {
    ...{ matchers, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), comment, createdBy },
    state: endsAt <= now ? 'ended' : startsAt > now ? 'planned' : 'active',
  });
}
