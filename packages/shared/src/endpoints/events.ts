import { z } from 'zod';
import { idSchema } from '../identity.js';
import { eventKinds, eventSchema, eventSeverities } from '../kinds/views/event.js';
import { comparedKinds, momentChangeSchema, recordedMomentsSchema } from '../kinds/views/moment.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { list, read, v1 } from './definition/parts.js';

const filters = {
  subjectId: idSchema.optional().meta({
    description: 'Only events of this object and of its parts: drives, attachments and jobs of a node; attachments and jobs of a volume.',
  }),
  kind: z.enum(eventKinds).optional(),
  severity: z.enum(eventSeverities).optional().meta({ description: 'Only events of this severity.' }),
  topic: z.string().max(64).optional(),
  from: z.iso.datetime().optional().meta({ description: 'Only events with a change at this time or later.' }),
  to: z.iso.datetime().optional().meta({ description: 'Only events that began before this time.' }),
};

export const eventEndpoints = {
  listEvents: endpoint({
    id: 'listEvents',
    method: 'GET',
    path: `${v1}/events`,
    summary: 'List events: changes of states, health, conditions, connections and settings, and jobs',
    tag: 'events',
    access: 'event:read',
    volumeScope: 'filtered',
    status: 200,
    query: listQuery(['at', 'lastAt'], filters, '-lastAt'),
    response: pageOf(eventSchema, 'EventPage'),
    errors: list,
  }),
  exportEvents: endpoint({
    id: 'exportEvents',
    method: 'GET',
    path: `${v1}/events/export`,
    summary: 'Download events, oldest first, as CSV or as NDJSON (one event of the list a line)',
    tag: 'events',
    access: 'event:read',
    volumeScope: 'filtered',
    status: 200,
    query: z.strictObject({ format: z.enum(['csv', 'ndjson']).default('ndjson'), ...filters }),
    file: ['text/csv', 'application/x-ndjson'],
    errors: read,
  }),
} as const;

const moment = z.iso.datetime();
const range = { from: moment, to: moment };

export const momentEndpoints = {
  recordedMoments: endpoint({
    id: 'recordedMoments',
    method: 'GET',
    path: `${v1}/moments`,
    summary: 'Gaps in the recording of a range of time, and marks where events are. Other reads show a moment with the query `at`',
    tag: 'moments',
    access: 'moment:read',
    volumeScope: 'filtered',
    status: 200,
    query: z.strictObject(range),
    response: recordedMomentsSchema,
    errors: [...read, 'invalid-field'],
  }),
  momentChanges: endpoint({
    id: 'momentChanges',
    method: 'GET',
    path: `${v1}/moments/changes`,
    summary: 'List the objects that differ between two moments, the most serious first',
    tag: 'moments',
    access: 'moment:read',
    volumeScope: 'refused',
    status: 200,
    query: listQuery(['severity', 'name'], { ...range, kind: z.enum(comparedKinds).optional() }, '-severity'),
    response: pageOf(momentChangeSchema, 'MomentChangePage'),
    errors: [...list, 'invalid-field', 'moment-not-recorded'],
  }),
} as const;
