import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import {
  MAX_NOTES_PER_OBJECT,
  type Note,
  type NoteCreate,
  type NoteSubject,
  type NoteSubjectKind,
  noteRefusal,
} from '@weft/shared/kinds/note';
import { type Caller, callerName } from '../core/http/caller.js';
import type { DomainCollection } from '../core/mongo/collections.js';
import { newStored } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { ObjectLocks } from '../domain/store/object-locks.service.js';
import { SubjectNames } from '../views/subject-names/subject-names.service.js';
import { NotesRepository, toNote } from './notes.repository.js';

const COLLECTIONS = {
  volume: 'volumes',
  node: 'nodes',
  drive: 'drives',
  'drive-class': 'driveClasses',
} as const satisfies Record<NoteSubjectKind, DomainCollection>;

@Injectable()
export class NotesService {
  constructor(
    private readonly notes: NotesRepository,
    private readonly locks: ObjectLocks,
    private readonly names: SubjectNames,
  ) {}

  async list(query: Query<typeof endpoints.listNotes>): Promise<Page<Note>> {
    const page = await this.notes.page(query);
    return { ...page, items: page.items.map(toNote) };
  }

  /** The lock on the object keeps two creates from both being the last one that fits, and a note from outliving its object. */
  async create({ subject, text }: NoteCreate, caller: Caller): Promise<Note> {
    const note = { ...newStored(), subject, text, author: callerName(caller) };
    const name = (await this.names.find(subject.kind, subject.id)) ?? subject.id;
    await this.notes.transaction(async (session) => {
      if ((await this.locks.touch(COLLECTIONS[subject.kind], [subject.id], session)) === 0) throw noSubject(subject);
      if ((await this.notes.countOf(subject, session)) >= MAX_NOTES_PER_OBJECT)
        throw new DomainError('notes-full', { kind: kindText(subject), name, limit: MAX_NOTES_PER_OBJECT });
      await this.notes.insert(note, session);
    });
    return toNote(note);
  }

  async update(id: string, ifMatch: number | undefined, text: string, caller: Caller): Promise<Note> {
    await this.requireMayChange(id, caller);
    return toNote(await this.notes.update(id, ifMatch, text));
  }

  async remove(id: string, ifMatch: number | undefined, caller: Caller): Promise<void> {
    await this.requireMayChange(id, caller);
    await this.notes.remove(id, ifMatch);
  }

  /** Outside of the transaction of the change, because the author of a note never changes. */
  private async requireMayChange(id: string, caller: Caller): Promise<void> {
    const note = await this.notes.find(id);
    if (!note) throw new DomainError('note-not-found', { id });
    if (caller.kind !== 'user') throw new DomainError('login-required', {});
    if (noteRefusal(caller, note) !== null) throw new DomainError('note-of-other-author', { author: note.author });
  }
}

const kindText = ({ kind }: NoteSubject): string => kind.replace('-', ' ');

const noSubject = (subject: NoteSubject): DomainError =>
  new DomainError('note-subject-not-found', { kind: kindText(subject), id: subject.id }, { field: 'subject.id' });
