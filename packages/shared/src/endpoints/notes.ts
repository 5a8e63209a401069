import { z } from 'zod';
import { idSchema } from '../identity.js';
import { noteCreateSchema, noteSchema, noteSubjectKinds, noteUpdateSchema } from '../kinds/note.js';
import { endpoint, listQuery, pageOf } from './definition/endpoint.js';
import { at, change, id, list, v1, write } from './definition/parts.js';

export const notesEndpoints = {
  listNotes: endpoint({
    id: 'listNotes',
    method: 'GET',
    path: `${v1}/notes`,
    summary: 'List notes on objects, newest first',
    tag: 'notes',
    access: 'note:read',
    volumeScope: 'filtered',
    status: 200,
    query: listQuery(['createdAt'], { at, subjectKind: z.enum(noteSubjectKinds).optional(), subjectId: idSchema.optional() }, '-createdAt'),
    response: pageOf(noteSchema, 'NotePage'),
    asOf: true,
    errors: [...list, 'moment-not-recorded'],
  }),
  createNote: endpoint({
    id: 'createNote',
    method: 'POST',
    path: `${v1}/notes`,
    summary: 'Leave a note on an object',
    tag: 'notes',
    access: 'note:write',
    volumeScope: 'change-subject',
    status: 201,
    body: noteCreateSchema,
    response: noteSchema,
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'not-found', 'wrong-state', 'not-possible'],
  }),
  updateNote: endpoint({
    id: 'updateNote',
    method: 'PATCH',
    path: `${v1}/notes/:id`,
    summary: 'Change the text of a note; for its author and administrators',
    tag: 'notes',
    access: 'note:write',
    volumeScope: 'change-note',
    status: 200,
    params: id,
    body: noteUpdateSchema,
    response: noteSchema,
    ifMatch: 'required',
    errors: change,
  }),
  deleteNote: endpoint({
    id: 'deleteNote',
    method: 'DELETE',
    path: `${v1}/notes/:id`,
    summary: 'Delete a note; for its author and administrators',
    tag: 'notes',
    access: 'note:write',
    volumeScope: 'change-note',
    status: 204,
    params: id,
    ifMatch: 'required',
    errors: change,
  }),
} as const;
