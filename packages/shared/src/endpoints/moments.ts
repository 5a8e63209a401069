import { z } from 'zod';
import { comparedKinds, momentChangeSchema, recordedMomentsSchema } from '../kinds/views/moment.js';
import { endpoint, listQuery, pageOf } from './endpoint.js';
import { list, read, v1 } from './parts.js';

const from = z.iso.datetime();
const to = z.iso.datetime();

export const momentEndpoints = {
  recordedMoments: endpoint({
    id: 'recordedMoments',
    method: 'GET',
    path: `${v1}/moments`,
    summary: 'Gaps in the recording of a range of time, and marks where events are. Other reads show a moment with the query `at`',
    tag: 'moments',
    access: 'viewer',
    status: 200,
    query: z.strictObject({ from, to }),
    response: recordedMomentsSchema,
    errors: [...read, 'invalid-field'],
  }),
  momentChanges: endpoint({
    id: 'momentChanges',
    method: 'GET',
    path: `${v1}/moments/changes`,
    summary: 'List the objects that differ between two moments, the most serious first',
    tag: 'moments',
    access: 'viewer',
    status: 200,
    query: listQuery(['severity', 'name'], { from, to, kind: z.enum(comparedKinds).optional() }, '-severity'),
    response: pageOf(momentChangeSchema, 'MomentChangePage'),
    errors: [...list, 'invalid-field', 'moment-not-recorded'],
  }),
} as const;
