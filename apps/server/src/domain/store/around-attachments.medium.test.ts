import { FOREIGN_HOST_CONNECTED, FOREIGN_HOST_FENCED } from '@weft/shared/messages/report';
import { expect, it } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import { fencedTargetsOf } from './around-attachments.js';

it('finds the targets that fence exports of the given attachments, by volume', async () => {
  const { mongo, close } = await openTestMongo();
  const status = (nodeId: string, objectId: string, code: string | null, kind = 'export') => ({
    ...{ _id: `${nodeId}/${kind}/${objectId}`, nodeId, kind, objectId, status: { reason: code === null ? null : { code, message: '' } } },
  });
  try {
    await mongo.db
      .collection<{ _id: string }>('objectStatuses')
      .insertMany([
        status('t1', 'a1', FOREIGN_HOST_FENCED),
        status('t2', 'a1', FOREIGN_HOST_CONNECTED),
        status('t3', 'a1', null),
        status('t4', 'a2', FOREIGN_HOST_FENCED),
        status('t5', 'a3', FOREIGN_HOST_FENCED),
        status('t6', 'a1', FOREIGN_HOST_FENCED, 'attachment'),
      ]);
    const of = (_id: string, volumeId: string) => ({ _id, volumeId });
    expect(await fencedTargetsOf(mongo, [of('a1', 'v1'), of('a2', 'v1'), of('a9', 'v9')])).toEqual(
      new Map([
        ['v1', new Set(['t1', 't4'])],
        ['v9', new Set()],
      ]),
    );
    expect(await fencedTargetsOf(mongo, [])).toEqual(new Map());
  } finally {
    await close();
  }
}, 60_000);
