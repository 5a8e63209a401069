import { z } from 'zod';
import { idSchema } from '../identity.js';
import { eventKinds, eventSchema, eventSeverities } from '../kinds/views/event.js';
import { endpoint, listQuery, pageOf } from './endpoint.js';
import { list, read, v1 } from './parts.js';

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
    access: 'viewer',
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
    access: 'viewer',
    status: 200,
    query: z.strictObject({ format: z.enum(['csv', 'ndjson']).default('ndjson'), ...filters }),
    file: true,
    errors: read,
  }),
} as const;
