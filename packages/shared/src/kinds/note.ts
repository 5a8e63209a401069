import { z } from 'zod';
import { idSchema } from '../identity.js';
import { objectFields, plainTextSchema } from './common.js';

export const noteSubjectKinds = ['volume', 'node', 'drive', 'drive-class'] as const;
export type NoteSubjectKind = (typeof noteSubjectKinds)[number];

/** Not more than one page of a list, so that one request reads all notes of an object. */
export const MAX_NOTES_PER_OBJECT = 200;
export const MAX_NOTE_CHARACTERS = 2000;

const noteTextSchema = plainTextSchema(MAX_NOTE_CHARACTERS);
const noteSubjectSchema = z.strictObject({ kind: z.enum(noteSubjectKinds), id: idSchema }).meta({ id: 'NoteSubject' });
export type NoteSubject = z.infer<typeof noteSubjectSchema>;

export const noteCreateSchema = z.strictObject({ subject: noteSubjectSchema, text: noteTextSchema }).meta({ id: 'NoteCreate' });
export type NoteCreate = z.infer<typeof noteCreateSchema>;
export const noteUpdateSchema = z.strictObject({ text: noteTextSchema }).meta({ id: 'NoteUpdate' });

/** A short text that a person leaves on an object for the next person. It is deleted with the object. */
export const noteSchema = z
  .strictObject({
    ...objectFields,
    subject: noteSubjectSchema,
    text: z.string(),
    author: z.string().meta({ description: 'Name of the user who created it.' }),
  })
  .meta({ id: 'Note' });
export type Note = z.infer<typeof noteSchema>;

/** Why this user may not change or delete the note, or null. */
export const noteRefusal = (user: { name: string; permissions: readonly string[] }, { author }: Pick<Note, 'author'>): string | null =>
  user.permissions.includes('note:moderate') || (user.permissions.includes('note:write') && user.name === author)
    ? null
    : `Only the author, ${author}, and administrators can change or delete this note.`;
