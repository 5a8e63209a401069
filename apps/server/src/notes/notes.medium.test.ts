import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MAX_NOTES_PER_OBJECT, type Note, type NoteSubject, type NoteSubjectKind, noteSubjectKinds } from '@weft/shared/kinds/note';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import { newStored } from '../core/mongo/objects.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { StoredDrives } from '../domain/store/stored-drives.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import type { NoteDocument } from './notes.repository.js';

const password = 'correct horse battery';
let server: TestServer;
let olga: HttpClient;
let omar: HttpClient;
let vera: HttpClient;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  const user = async (name: string, role: 'operator' | 'viewer') => {
    await server.adminClient.call(endpoints.createUser, { body: { name, role, password } });
    const client = new HttpClient(server.url);
    await client.login(name, password);
    return client;
  };
  [olga, omar, vera] = [await user('olga', 'operator'), await user('omar', 'operator'), await user('vera', 'viewer')];
});
afterAll(() => server?.stop());

let count = 0;
const someName = () => `object-${++count}`;

async function someClass(): Promise<NoteSubject> {
  const body = { name: someName(), members: { by: 'selector' as const, selector: { models: ['none'] } } };
  const { id } = await server.adminClient.call(endpoints.createDriveClass, { body });
  return { kind: 'drive-class', id };
}

async function someNode(): Promise<{ node: NoteSubject; drive: NoteSubject }> {
  const agent = await FakeAgent.enroll(server, someName());
  await agent.connect(server.url);
  await agent.inventory([driveInventory(someName())]);
  agent.disconnect();
  const drive = await server.mongo.db.collection<DriveDocument>('drives').findOne({ nodeId: agent.nodeId });
  return { node: { kind: 'node', id: agent.nodeId }, drive: { kind: 'drive', id: drive?._id ?? '' } };
}

async function someVolume(): Promise<NoteSubject> {
  const volume = { ...storedVolume(someName(), []), _id: randomUUID() };
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne(volume);
  return { kind: 'volume', id: volume._id };
}

const leave = (client: HttpClient, subject: NoteSubject, text = 'replaced cable to leaf 2') =>
  client.call(endpoints.createNote, { body: { subject, text } });
const notesOn = ({ kind, id }: NoteSubject) =>
  vera.call(endpoints.listNotes, { query: { subjectKind: kind, subjectId: id, limit: MAX_NOTES_PER_OBJECT } });
const at = ({ id, version }: Note) => ({ params: { id }, ifMatch: version });

describe('notes', () => {
  it('lists the notes of an object for viewers, newest first and by page, with their author', async () => {
    const subject = await someClass();
    await leave(olga, await someClass(), 'on another object');
    for (const text of ['first', 'second\nline', 'third']) await leave(olga, subject, text);
    const { items, total } = await notesOn(subject);
    expect(items.map(({ text, author }) => [text, author])).toEqual([
      ['third', 'olga'],
      ['second\nline', 'olga'],
      ['first', 'olga'],
    ]);
    expect(total).toBe(3);
    const query = { subjectId: subject.id, limit: 2 };
    const page = await vera.call(endpoints.listNotes, { query });
    const next = await vera.call(endpoints.listNotes, { query: { ...query, cursor: page.nextCursor ?? '' } });
    expect([...page.items, ...next.items]).toEqual(items);
  });

  it.each([
    ['empty', ' \n '],
    ['too long', 'a'.repeat(2001)],
    ['with control characters', 'bell \u0007'],
  ])('refuses a text that is %s', async (_, text) => {
    const subject = await someClass();
    expect(await olga.refused(endpoints.createNote, { body: { subject, text } })).toMatchObject({
      code: 'invalid-field',
      field: expect.stringContaining('text'),
    });
  });

  it('takes the author from the session and refuses one in the request', async () => {
    const body = { subject: await someClass(), text: 'by whom', author: 'omar' };
    expect(await olga.refused(endpoints.createNote, { body })).toMatchObject({ code: 'invalid-field' });
  });

  it.each(noteSubjectKinds)('names the %s that does not exist', async (kind) => {
    const subject = { kind, id: randomUUID() };
    expect(await olga.refused(endpoints.createNote, { body: { subject, text: 'lost' } })).toMatchObject({
      code: 'not-found',
      field: 'subject.id',
      detail: expect.stringContaining(subject.id),
    });
  });

  it('creates one note for two requests with one Idempotency-Key', async () => {
    const subject = await someClass();
    const request = { body: { subject, text: 'once' }, headers: { 'idempotency-key': randomUUID() } };
    const [first, second] = await Promise.all([olga.call(endpoints.createNote, request), olga.call(endpoints.createNote, request)]);
    expect(second).toEqual(first);
    expect((await notesOn(subject)).total).toBe(1);
  });

  it('lets the author and administrators change and delete a note, and nobody else', async () => {
    const subject = await someClass();
    const note = await leave(olga, subject);
    for (const client of [omar, vera]) {
      const refusals = [
        await client.refused(endpoints.updateNote, { ...at(note), body: { text: 'mine' } }),
        await client.refused(endpoints.deleteNote, at(note)),
      ];
      expect(refusals).toMatchObject([{ code: 'forbidden' }, { code: 'forbidden' }]);
    }
    expect(await vera.refused(endpoints.createNote, { body: { subject, text: 'no' } })).toMatchObject({ code: 'forbidden' });
    const changed = await olga.call(endpoints.updateNote, { ...at(note), body: { text: 'done' } });
    expect(changed).toMatchObject({ text: 'done', author: 'olga', version: 2 });
    const again = await server.adminClient.call(endpoints.updateNote, { ...at(changed), body: { text: 'checked' } });
    expect(again).toMatchObject({ text: 'checked', author: 'olga', version: 3 });
    await server.adminClient.call(endpoints.deleteNote, at(again));
    expect((await notesOn(subject)).items).toEqual([]);
    expect(await olga.refused(endpoints.deleteNote, at(again))).toMatchObject({ code: 'not-found' });
  });

  it('refuses a stale or missing If-Match, and one of two changes at once', async () => {
    const note = await leave(olga, await someClass());
    const change = (text: string) => olga.try(endpoints.updateNote, { ...at(note), body: { text } });
    const answers = await Promise.all([change('one'), change('other')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await olga.refused(endpoints.deleteNote, at(note))).toMatchObject({ code: 'version-mismatch' });
    expect(await olga.refused(endpoints.deleteNote, { params: { id: note.id } })).toMatchObject({ code: 'precondition-required' });
  });

  it('refuses a note above the limit of an object, also with creates at once', async () => {
    const subject = await someClass();
    const stored = Array.from({ length: MAX_NOTES_PER_OBJECT - 1 }, () => ({
      ...newStored(),
      subject,
      text: 'one of many',
      author: 'olga',
    }));
    await server.mongo.collection<NoteDocument>('notes').insertMany(stored);
    const request = { body: { subject, text: 'the last' } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => olga.try(endpoints.createNote, request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'not-possible',
      detail: expect.stringMatching(/drive class object-\d+ has 200 notes/),
    });
    expect((await notesOn(subject)).total).toBe(MAX_NOTES_PER_OBJECT);
  });

  it('names in the audit the object of a deleted note', async () => {
    const note = await leave(olga, await someClass());
    await olga.call(endpoints.deleteNote, at(note));
    const { items } = await server.adminClient.call(endpoints.listAudit, { query: { subjectId: note.id, sort: '-at' } });
    expect(items.map(({ by, request }) => [by, request?.route])).toEqual([
      ['olga', 'deleteNote'],
      ['olga', 'createNote'],
    ]);
    expect(items[0]?.subject).toMatchObject({ kind: 'note', name: expect.stringMatching(/^note on object-\d+$/) });
  });
});

describe('deletion of an object with notes', () => {
  const removals: Record<NoteSubjectKind, () => Promise<{ subjects: NoteSubject[]; remove: () => Promise<unknown> }>> = {
    'drive-class': async () => {
      const subject = await someClass();
      const { version } = await vera.call(endpoints.getDriveClass, { params: { id: subject.id } });
      return { subjects: [subject], remove: () => olga.call(endpoints.deleteDriveClass, { params: { id: subject.id }, ifMatch: version }) };
    },
    node: async () => {
      const { node, drive } = await someNode();
      const remove = async () => {
        const { version } = await vera.call(endpoints.getNode, { params: { id: node.id } });
        await server.adminClient.call(endpoints.deleteNode, { params: { id: node.id }, ifMatch: version });
      };
      return { subjects: [node, drive], remove };
    },
    drive: async () => {
      const { drive } = await someNode();
      const stored = server.app.get(StoredDrives, { strict: false });
      return { subjects: [drive], remove: () => server.mongo.transaction((session) => stored.remove(drive.id, session)) };
    },
    volume: async () => {
      const subject = await someVolume();
      const worlds = server.app.get(WorldStore, { strict: false });
      const remove = () =>
        worlds.transaction(async (session) => {
          const world = await worlds.read(subject.id, session);
          if (!world) throw new Error(`volume ${subject.id} is gone`);
          await worlds.write({ volume: world.volume, attachments: [] }, { volume: null, attachments: [] }, session);
        });
      return { subjects: [subject], remove };
    },
  };

  it.each(noteSubjectKinds)('deletes the notes of a %s in the same transaction', async (kind) => {
    const { subjects, remove } = await removals[kind]();
    for (const subject of subjects) await leave(olga, subject);
    const other = await someClass();
    await leave(olga, other);
    await remove();
    for (const subject of subjects) expect((await notesOn(subject)).total).toBe(0);
    expect((await notesOn(other)).total).toBe(1);
  });

  it('leaves no note of a request that runs at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const { subjects, remove } = await removals['drive-class']();
      const [subject] = subjects;
      if (!subject) throw new Error('no subject');
      const [created] = await Promise.all([olga.try(endpoints.createNote, { body: { subject, text: 'just now' } }), remove()]);
      expect([201, 404]).toContain(created.status);
      expect((await notesOn(subject)).total).toBe(0);
    }
  });
});
