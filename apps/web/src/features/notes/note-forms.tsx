import { Textarea } from '@mantine/core';
import { MAX_NOTE_CHARACTERS, type Note, type NoteSubject } from '@weft/shared/kinds/note';
import type { ReactNode } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { type ApiRequest, apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { useBase } from '../../forms/use-base.js';
import { type Field, useChangeForm, useSchemaForm } from '../../forms/use-schema-form.js';
import { useFocusBack } from '../../ui/dialog/use-focus-back.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { noteUpdateSchema } from './note-schema.js';

const EMPTY = { text: '' };
const REQUIRED = { text: 'write a text' };

export function AddNote({ subject, onClose }: { subject: NoteSubject; onClose: () => void }) {
  const create = api.useMutation('post', '/api/v1/notes', { meta: { inline: true }, onSuccess: onClose });
  const note = useSchemaForm({ values: EMPTY, schema: noteUpdateSchema, required: REQUIRED, error: create.error });
  const body = note.body && { subject, ...note.body };
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/notes', { body, params: { header: key } });
  return (
    <NoteForm
      label="New note"
      action="Add the note"
      refusedBecause={note.refusedBecause}
      sending={create}
      problem={note.unplaced}
      request={request}
      onSubmit={() => request && create.mutate(request.init)}
      onClose={onClose}
    >
      <NoteText field={note.field} />
    </NoteForm>
  );
}

export function EditNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/notes/{id}', { meta: { inline: true }, onSuccess: onClose });
  const base = useBase(note, update.error, update.reset);
  const edited = useChangeForm({ values: { text: base.text }, schema: noteUpdateSchema, required: REQUIRED, error: update.error });
  const text = edited.body?.text;
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = text === undefined ? null : apiRequest('patch', '/api/v1/notes/{id}', { params, body: { text } });
  return (
    <NoteForm
      label="Edit note"
      action="Change the note"
      refusedBecause={edited.refusedBecause}
      sending={update}
      problem={edited.unplaced}
      request={request}
      onSubmit={() => request && update.mutate(request.init)}
      onClose={onClose}
    >
      {base.version === note.version ? null : <p className="dimmed">Another user changed this note meanwhile: {note.text}</p>}
      <NoteText field={edited.field} />
    </NoteForm>
  );
}

export function DeleteNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/notes/{id}', { meta: { inline: true }, onSuccess: onClose });
  const base = useBase(note, remove.error, remove.reset);
  const request = apiRequest('delete', '/api/v1/notes/{id}', { params: { path: { id: base.id }, header: ifMatch(base) } });
  return (
    <NoteForm
      label="Delete note"
      action="Delete the note"
      isGrave
      refusedBecause={null}
      sending={remove}
      problem={remove.error}
      request={request}
      onSubmit={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      <p>A deleted note cannot be restored.</p>
    </NoteForm>
  );
}

const NoteText = ({ field }: { field: Field }) => (
  <Textarea label="Text" description={`Plain text, at most ${MAX_NOTE_CHARACTERS} characters.`} rows={4} autoFocus {...field('text')} />
);

interface FormProps {
  label: string;
  action: string;
  isGrave?: boolean;
  refusedBecause: string | null;
  sending: { isPending: boolean };
  /** The server's refusal, unless a field shows it. */
  problem: unknown;
  request: ApiRequest | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function NoteForm({ label, action, isGrave = false, refusedBecause, sending, problem, request, onSubmit, onClose, children }: FormProps) {
  useFocusBack();
  return (
    <Form label={label} refusedBecause={refusedBecause} pending={sending.isPending} onSubmit={onSubmit}>
      {children}
      {request ? <Curl of={request} /> : null}
      {problem ? <ProblemView error={problem} /> : null}
      <FormButtons action={action} isGrave={isGrave} pending={sending.isPending} refusedBecause={refusedBecause} onCancel={onClose} />
    </Form>
  );
}
