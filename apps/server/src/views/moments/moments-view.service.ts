import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { eventSeverities } from '@weft/shared/kinds/views/event';
import type { MomentChange, RecordedMoments } from '@weft/shared/kinds/views/moment';
import { pageInMemory } from '../../core/lists/page-in-memory.js';
import type { Page } from '../../core/mongo/page.js';
import { gapsIn } from '../../domain/moments/coverage.js';
import { type ComparedName, compared, comparedNames, differences } from '../../domain/moments/differences.js';
import { EventsService } from '../../events/events.service.js';
import { MomentsService } from '../../moments/moments.service.js';
import { SettingsService } from '../../settings/settings.service.js';

interface Range {
  from: Date;
  to: Date;
}

/** @throws DomainError `moments-reversed` */
function rangeOf({ from, to }: { from: string; to: string }): Range {
  const range = { from: new Date(from), to: new Date(to) };
  if (range.from >= range.to) throw new DomainError('moments-reversed', {}, { field: 'query.from' });
  return range;
}

/** Gaps and marks of recorded time, and the differences of two moments. */
@Injectable()
export class MomentsViewService {
  constructor(
    private readonly moments: MomentsService,
    private readonly events: EventsService,
    private readonly settings: SettingsService,
  ) {}

  async recorded(query: Query<typeof endpoints.recordedMoments>): Promise<RecordedMoments> {
    const range = rangeOf(query);
    const [{ momentsKeptDays }, runs, marks] = await Promise.all([this.settings.read(), this.moments.runs(), this.events.marks(range)]);
    return {
      keptDays: momentsKeptDays,
      first: runs[0]?.from.toISOString() ?? null,
      last: runs.at(-1)?.until.toISOString() ?? null,
      gaps: gapsIn(runs, range.from, range.to).map(({ from, to }) => ({
        from: from?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
      })),
      marks,
    };
  }

  async changes(query: Query<typeof endpoints.momentChanges>): Promise<Page<MomentChange>> {
    const range = rangeOf(query);
    await Promise.all([this.moments.at(range.from), this.moments.at(range.to)]);
    const names = comparedNames.filter((name) => !query.kind || compared[name].kind === query.kind);
    const found: MomentChange[] = [];
    for (const name of names) found.push(...(await this.changesOf(name, range)));
    return pageInMemory(found, query, ({ severity, name }, field) => (field === 'name' ? name : eventSeverities.indexOf(severity)));
  }

  private async changesOf(name: ComparedName, { from, to }: Range): Promise<MomentChange[]> {
    const [before, after] = [await this.moments.documents(name, from), await this.moments.documents(name, to)];
    return before === after ? [] : differences(name, { at: from, documents: before }, { at: to, documents: after });
  }
}
