import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Note, NoteSubject } from '@weft/shared/kinds/note';
import type { ClientSession, Collection } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { deleteVersioned, updateVersioned } from '../core/mongo/objects.js';
import { findPage, type Page } from '../core/mongo/page.js';
import { type Stored, toObject } from '../core/mongo/stored.js';

/** Collection `notes`. domain/store/ deletes the notes of a deleted object. */
export interface NoteDocument extends Stored {
  subject: NoteSubject;
  text: string;
  /** Name of the user. */
  author: string;
}

export const toNote = (note: NoteDocument): Note => toObject<Note>(note, { subject: note.subject, text: note.text, author: note.author });

@Injectable()
export class NotesRepository {
  private readonly notes: Collection<NoteDocument>;

  constructor(private readonly mongo: Mongo) {
    this.notes = mongo.collection<NoteDocument>('notes');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: Query<typeof endpoints.listNotes>): Promise<Page<NoteDocument>> {
    const { subjectKind, subjectId } = query;
    const filter = {
      ...(subjectKind === undefined ? {} : { 'subject.kind': subjectKind }),
      ...(subjectId === undefined ? {} : { 'subject.id': subjectId }),
    };
    return findPage(this.notes, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  find(id: string): Promise<NoteDocument | null> {
    return this.notes.findOne({ _id: id });
  }

  countOf({ id }: NoteSubject, session: ClientSession): Promise<number> {
    return this.notes.countDocuments({ 'subject.id': id }, { session });
  }

  async insert(note: NoteDocument, session: ClientSession): Promise<void> {
    await this.notes.insertOne(note, { session });
  }

  update(id: string, ifMatch: number | undefined, text: string): Promise<NoteDocument> {
    return updateVersioned(this.notes, { id, ifMatch, set: { text } });
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.notes, { id, ifMatch });
  }
}
