import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { newStored } from '../src/core/mongo/objects.js';
import type { AttachmentDocument } from '../src/domain/documents/attachment.document.js';
import type { VolumeDocument } from '../src/domain/documents/volume.document.js';
import type { TestServer } from './app.js';
import { storedAttachment } from './stored-attachment.js';
import { storedVolume } from './stored-volume.js';

/** A volume with everything that hangs on it. */
export interface Seeded {
  volume: VolumeDocument;
  attachment: AttachmentDocument;
  jobId: string;
  alertId: string;
  noteId: string;
  /** Everything by which an answer could tell of it. */
  traces: string[];
}

/** Stores a volume of a team, attached to its target, with jobs, events, an alert and a note. */
export async function seedVolume(
  server: TestServer,
  { name, team, driveId, nodeId, classId }: Record<'name' | 'team' | 'driveId' | 'nodeId' | 'classId', string>,
): Promise<Seeded> {
  const { db } = server.mongo;
  const plain = storedVolume(name, [{ driveId, nodeId: nodeId }], classId);
  const volume: VolumeDocument = {
    ...plain,
    _id: randomUUID(),
    legs: plain.legs.map((leg) => ({ ...leg, id: randomUUID() })),
    spec: { ...plain.spec, labels: { 'example.team': team } },
    status: { ...plain.status, state: 'available', health: 'degraded', conditions: [condition] },
  };
  const attachment = storedAttachment(volume, { _id: nodeId, name: 't1' });
  await db.collection<VolumeDocument>('volumes').insertOne(volume);
  await db.collection<AttachmentDocument>('attachments').insertOne(attachment);
  const subject = { kind: 'volume', id: volume._id, name };
  const job = {
    ...newStored(),
    ...{ kind: 'volume.create', subject, state: 'done', steps: [], waitingFor: [], error: null, requestedBy: 'somebody' },
    finishedAt: new Date(),
  };
  await db.collection<{ _id: string }>('jobs').insertOne(job);
  const ofAttachment = {
    ...job,
    ...newStored(),
    kind: 'attachment.attach',
    subject: { kind: 'attachment', id: attachment._id, name: `${name} on t1` },
  };
  await db.collection<{ _id: string }>('jobs').insertOne(ofAttachment);
  const now = new Date();
  for (const [kind, id] of [
    ['volume', volume._id],
    ['attachment', attachment._id],
  ] as const)
    await db.collection<{ _id: string }>('events').insertOne({
      ...newStored(),
      ...{ at: now, lastAt: now, count: 1, severity: 'warning', kind, topic: 'state', from: 'a', to: 'b', cause: null },
      ...{ subjects: [{ id, name }], subjectCount: 1, about: [id, volume._id] },
    } as never);
  const alert = {
    ...newStored(),
    ...{ rule: 'WeftVolumeDegraded', key: `WeftVolumeDegraded ${volume._id}`, open: true, state: 'firing', severity: 'warning', subject },
    ...{ subjects: [subject], subjectCount: 1, about: [volume._id], labels: { volume: name }, firstLabels: { volume: name } },
    ...{ value: null, threshold: null, startedAt: now, firedAt: now, clearedAt: null, resolvedAt: null, causedBy: null },
    ...{ consequenceCount: 0, acknowledged: null, silencedBy: [], inhibitedBy: null, notified: null },
  };
  await db.collection<{ _id: string }>('alerts').insertOne(alert as never);
  const note = await server.adminClient.call(endpoints.createNote, { body: { subject: { kind: 'volume', id: volume._id }, text: name } });
  const legIds = volume.legs.map(({ id }) => id);
  const traces = [volume._id, name, attachment._id, job._id, ofAttachment._id, alert._id, note.id, ...legIds];
  return { volume, attachment, jobId: job._id, alertId: alert._id, noteId: note.id, traces };
}

const condition = { type: 'Healthy', status: 'false' as const, since: new Date().toISOString(), reason: 'Degraded', message: 'Degraded.' };
