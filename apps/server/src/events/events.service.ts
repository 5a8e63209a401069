import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { EVENT_SUBJECTS_SHOWN, type Event } from '@weft/shared/kinds/views/event';
import type { RecordedMoments } from '@weft/shared/kinds/views/moment';
import { withText } from '@weft/shared/text/rendering/render';
import { exported, mapped } from '../core/http/exported.js';
import { toObject } from '../core/mongo/stored.js';
import type { EventDocument } from '../domain/documents/event.document.js';
import { eventMessage } from '../domain/events/event-message.js';
import { marksOf } from '../domain/events/marks.js';
import { EventsRepository } from './events.repository.js';

const COLUMNS = ['at', 'lastAt', 'count', 'severity', 'kind', 'topic', 'from', 'to', 'subjectCount', 'subjects', 'message', 'id'] as const;

const MOST_MARKED = 5000;

@Injectable()
export class EventsService {
  constructor(private readonly events: EventsRepository) {}

  async list(query: Query<typeof endpoints.listEvents>) {
    const page = await this.events.page(query);
    return { ...page, items: page.items.map(toEvent) };
  }

  /** For a time bar. Of more than 5,000 events, the newest. */
  async marks(range: { from: Date; to: Date }): Promise<RecordedMoments['marks']> {
    return marksOf(await this.events.newest(range, MOST_MARKED), range, (event) => withText(eventMessage(event)).message);
  }

  export({ format, ...filter }: Query<typeof endpoints.exportEvents>): StreamableFile {
    return exported('weft-events', format, mapped(this.events.all(filter), toEvent), {
      names: COLUMNS,
      cellsOf: (event) => ({ ...event, subjects: event.subjects.map(({ name }) => name).join(' ') }),
    });
  }
}

function toEvent(document: EventDocument): Event {
  const { at, lastAt, count, severity, kind, topic, from, to, subjects, subjectCount, cause } = document;
  return {
    ...toObject<Event>(document, {
      ...{ at: at.toISOString(), lastAt: lastAt.toISOString(), count, severity, kind, topic, from, to },
      ...{ subjects: subjects.slice(0, EVENT_SUBJECTS_SHOWN), subjectCount },
      ...withText(eventMessage(document)),
      cause: cause && withText(cause),
    }),
  };
}
