import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { EVENT_SUBJECTS_SHOWN } from '@weft/shared/kinds/views/event';
import type { ClientSession, Document, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { EventDocument, WatchedObject } from '../domain/documents/event.document.js';
import {
  ofAlert,
  ofAttachment,
  ofDrive,
  ofDriveClass,
  ofJob,
  ofNode,
  ofPreflightRun,
  ofSettings,
  ofVolume,
} from '../domain/events/watched-object.js';

interface Source {
  /** Only what events tell about: an inventory or an orphan list is large. */
  fields: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: each collection has documents of its own.
  of: (document: any, now: Date) => WatchedObject;
}

const sources = {
  volumes: {
    fields: [
      ...['name', 'status.state', 'status.health', 'status.conditions'],
      ...['legs.driveSerial', 'legs.nodeName', 'legs.status.health'],
    ],
    of: ofVolume,
  },
  attachments: { fields: ['volumeId', 'volumeName', 'nodeId', 'nodeName', 'status.state', 'status.conditions'], of: ofAttachment },
  drives: { fields: ['serial', 'nodeId', 'spec', 'status'], of: ofDrive },
  nodes: {
    fields: ['name', 'spec', 'status.conditions', 'status.connection', 'status.bootId', 'status.agent'],
    of: ofNode,
  },
  driveClasses: { fields: ['name'], of: ofDriveClass },
  jobs: { fields: ['kind', 'subject', 'state', 'error'], of: ofJob },
  settings: { fields: ['spec'], of: ofSettings },
  preflightRuns: { fields: ['state', 'newFindings'], of: ofPreflightRun },
  alerts: { fields: ['rule', 'subject', 'about', 'state', 'severity', 'acknowledged'], of: ofAlert },
} satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];
export const isSource = (collection: string): collection is SourceName => Object.hasOwn(sources, collection);

/** Marks that everything has been looked at once: what a database held before its first look is no event. */
const FIRST_LOOK = 'first-look';

type EventFilter = Pick<Query<typeof endpoints.exportEvents>, 'subjectId' | 'kind' | 'severity' | 'topic' | 'from' | 'to'>;

/** Without the objects that only filters and exports name: an event about a rack has thousands. */
const shown = { about: 0, subjects: { $slice: EVENT_SUBJECTS_SHOWN } };

const filterOf = ({ subjectId, kind, severity, topic, from, to }: EventFilter): Filter<EventDocument> => ({
  ...(subjectId ? { about: subjectId } : {}),
  ...(kind ? { kind } : {}),
  ...(severity ? { severity } : {}),
  ...(topic ? { topic } : {}),
  ...(from ? { lastAt: { $gte: new Date(from) } } : {}),
  ...(to ? { at: { $lt: new Date(to) } } : {}),
});

@Injectable()
export class EventsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get events() {
    return this.mongo.collection<EventDocument>('events');
  }
  private get states() {
    return this.mongo.collection<WatchedObject>('eventStates');
  }

  page(query: Query<typeof endpoints.listEvents>) {
    return findPage(this.events, { filter: filterOf(query), query, projection: shown, sortFields: { at: 'at', lastAt: 'lastAt' } });
  }

  /** Oldest first. */
  all(filter: EventFilter): AsyncIterable<EventDocument> {
    return this.events.find(filterOf(filter)).sort({ lastAt: 1, _id: 1 });
  }

  /** Of a range of time, without the objects beyond the first of each. */
  newest({ from, to }: { from: Date; to: Date }, limit: number): Promise<EventDocument[]> {
    return this.events
      .find(
        { lastAt: { $gte: from }, at: { $lte: to } },
        { projection: { about: 0, subjects: { $slice: 1 } }, sort: { lastAt: -1 }, limit },
      )
      .toArray();
  }

  since(lastAt: Date): Promise<EventDocument[]> {
    return this.events
      .find({ lastAt: { $gt: lastAt } })
      .sort({ lastAt: 1 })
      .toArray();
  }

  /** Objects as they are now, by `<collection>/<id>`. */
  async now(source: SourceName, ids: readonly string[], at: Date): Promise<Map<string, WatchedObject>> {
    const { fields, of }: Source = sources[source];
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const found = await this.mongo
      .reading<Document & { _id: string }>(source)
      .find({ _id: { $in: [...ids] } }, { projection })
      .toArray();
    return new Map(found.map((document) => of(document, at)).map((object) => [object._id, object]));
  }

  /** Ids of the objects that are there now, or that events told about. */
  async ids(source: SourceName): Promise<string[]> {
    const now = await this.mongo
      .reading<{ _id: string }>(source)
      .find({}, { projection: { _id: 1 } })
      .toArray();
    const told = await this.states.find({ _id: { $gte: `${source}/`, $lt: `${source}0` } }, { projection: { _id: 1 } }).toArray();
    return [...new Set([...now.map(({ _id }) => _id), ...told.map(({ _id }) => _id.slice(source.length + 1))])];
  }

  async told(ids: readonly string[]): Promise<Map<string, WatchedObject>> {
    const found = await this.states.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(found.map((object) => [object._id, object]));
  }

  async hasLooked(): Promise<boolean> {
    return (await this.states.findOne({ _id: FIRST_LOOK }, { projection: { _id: 1 } })) !== null;
  }

  async looked(session: ClientSession): Promise<void> {
    const mark: WatchedObject = { _id: FIRST_LOOK, kind: 'settings', name: FIRST_LOOK, related: [], parts: {} };
    await this.states.replaceOne({ _id: FIRST_LOOK }, mark, { upsert: true, session });
  }

  /** @param gone ids of states to remove */
  async store(
    { events, objects, gone }: { events: readonly EventDocument[]; objects: readonly WatchedObject[]; gone: readonly string[] },
    session: ClientSession,
  ): Promise<void> {
    if (events.length > 0)
      await this.events.bulkWrite(
        events.map((event) => ({ replaceOne: { filter: { _id: event._id }, replacement: event, upsert: true } })),
        { session },
      );
    if (objects.length > 0)
      await this.states.bulkWrite(
        objects.map((object) => ({ replaceOne: { filter: { _id: object._id }, replacement: object, upsert: true } })),
        { session },
      );
    if (gone.length > 0) await this.states.deleteMany({ _id: { $in: [...gone] } }, { session });
  }

  async removeBefore(lastAt: Date, session: ClientSession): Promise<number> {
    return (await this.events.deleteMany({ lastAt: { $lt: lastAt } }, { session })).deletedCount;
  }
}
