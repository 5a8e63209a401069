import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { csvLine } from '@weft/shared/csv';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { EVENT_SUBJECTS_SHOWN, type Event } from '@weft/shared/kinds/views/event';
import type { RecordedMoments } from '@weft/shared/kinds/views/moment';
import { withText } from '@weft/shared/text/rendering/render';
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

  /** Read from the database as the client takes it: an export of any length needs the memory of one event. */
  export({ format, ...filter }: Query<typeof endpoints.exportEvents>): StreamableFile {
    const events = this.events.all(filter);
    const content = Readable.from(format === 'csv' ? csv(events) : ndjson(events));
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    return new StreamableFile(content, { type, disposition: `attachment; filename="weft-events.${format}"` });
  }
}

async function* ndjson(events: AsyncIterable<EventDocument>): AsyncIterable<string> {
  for await (const event of events) yield `${JSON.stringify(toEvent(event))}\n`;
}

async function* csv(events: AsyncIterable<EventDocument>): AsyncIterable<string> {
  yield csvLine(COLUMNS);
  for await (const document of events) {
    const event = toEvent(document);
    const cells = { ...event, subjects: event.subjects.map(({ name }) => name).join(' ') };
    yield csvLine(COLUMNS.map((column) => cells[column]));
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
