import { MAX_NOTES_PER_OBJECT, type Note, type NoteSubject, noteRefusal } from '@weft/shared/kinds/note';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { Time } from '../../ui/time/time.js';
import { usePermissionRefusal, useUser } from '../session/use-session.js';

const AddNote = lazy(() => import('./note-forms.js').then((module) => ({ default: module.AddNote })));
const EditNote = lazy(() => import('./note-forms.js').then((module) => ({ default: module.EditNote })));
const DeleteNote = lazy(() => import('./note-forms.js').then((module) => ({ default: module.DeleteNote })));

/** The open form: for a new note, or for one note. */
type Open = { what: 'add' } | { what: 'edit' | 'delete'; id: string };

/** All notes on one object, newest first. Forms are inline, because the notes of a drive class are in a dialog. */
export function NotesPanel({ subject }: { subject: NoteSubject }) {
  const query = { subjectKind: subject.kind, subjectId: subject.id, sort: '-createdAt' as const, limit: MAX_NOTES_PER_OBJECT };
  const notes = api.useQuery('get', '/api/v1/notes', { params: { query } });
  const refused = usePermissionRefusal('note:write');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Section
      title="Notes"
      actions={
        <ActionButton size="compact-sm" refusedBecause={refused} onClick={() => setOpen({ what: 'add' })}>
          Add note…
        </ActionButton>
      }
    >
      <Suspense fallback={null}>{open?.what === 'add' ? <AddNote subject={subject} onClose={close} /> : null}</Suspense>
      <Loaded of={notes} gone="There is no such object.">
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No notes yet.</Empty>
          ) : (
            <ul className="lines" aria-label="Notes">
              {items.map((note) => (
                <NoteItem
                  key={note.id}
                  note={note}
                  open={open && 'id' in open && open.id === note.id ? open.what : null}
                  onOpen={setOpen}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

interface ItemProps {
  note: Note;
  open: 'edit' | 'delete' | null;
  onOpen: (open: Open | null) => void;
}

function NoteItem({ note, open, onOpen }: ItemProps) {
  const user = useUser();
  const roleRefused = usePermissionRefusal('note:write');
  const refused = roleRefused ?? noteRefusal(user, note);
  const close = () => onOpen(null);
  return (
    <li>
      {open === 'edit' ? null : <p className="written">{note.text}</p>}
      <div className="row ends">
        <span className="dimmed">
          {note.author}, <Time at={note.createdAt} />
          {note.version > 1 ? (
            <>
              , changed <Time at={note.updatedAt} />
            </>
          ) : null}
        </span>
        <span className="row">
          <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onOpen({ what: 'edit', id: note.id })}>
            Edit note…
          </ActionButton>
          <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onOpen({ what: 'delete', id: note.id })}>
            Delete note…
          </ActionButton>
        </span>
      </div>
      <Suspense fallback={null}>
        {open === 'edit' ? <EditNote note={note} onClose={close} /> : null}
        {open === 'delete' ? <DeleteNote note={note} onClose={close} /> : null}
      </Suspense>
    </li>
  );
}
