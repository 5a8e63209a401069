import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMongo } from '../../../test-support/database.js';
import type { Mongo } from './mongo.js';
import { findPage } from './page.js';

interface Item {
  _id: string;
  rank: number | null;
  colour: string;
}

let mongo: Mongo;
let close: () => Promise<void>;
const items = () => mongo.collection<Item>('servers');
const sortFields = { rank: 'rank', id: '_id' };

beforeAll(async () => {
  ({ mongo, close } = await openTestMongo());
  // Equal values and nulls: the two cases in which a naive cursor skips or repeats items.
  await items().insertMany(
    Array.from({ length: 23 }, (_, i) => ({
      _id: `i${String(i).padStart(2, '0')}`,
      rank: i % 5 === 0 ? null : i % 4,
      colour: i % 2 ? 'red' : 'blue',
    })),
  );
});
afterAll(() => close());

async function walk(sort: string, filter = {}): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await findPage(items(), { filter, query: { limit: 4, cursor, sort }, sortFields });
    all.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return all;
}

test.each(['rank', '-rank', 'id', '-id'])('returns every item once and in order over pages of 4 sorted by %s', async (sort) => {
  const walked = await walk(sort);
  const path = sort.endsWith('id') ? '_id' : 'rank';
  const direction = sort.startsWith('-') ? -1 : 1;
  const expected = await items()
    .find()
    .sort({ [path]: direction, _id: direction })
    .toArray();
  expect(walked).toEqual(expected);
});

test('counts only items that match the filter in the total', async () => {
  const page = await findPage(items(), { filter: { colour: 'red' }, query: { limit: 2, sort: 'rank' }, sortFields });
  expect(page.total).toBe(11);
  expect(await walk('rank', { colour: 'red' })).toHaveLength(11);
});

test('repeats no item when one is inserted before the cursor', async () => {
  const first = await findPage(items(), { filter: {}, query: { limit: 4, sort: 'id' }, sortFields });
  await items().insertOne({ _id: 'a', rank: 0, colour: 'green' });
  const second = await findPage(items(), { filter: {}, query: { limit: 4, sort: 'id', cursor: first.nextCursor ?? '' }, sortFields });
  await items().deleteOne({ _id: 'a' });
  expect(second.items.map(({ _id }) => _id)).toEqual(['i04', 'i05', 'i06', 'i07']);
});

test('refuses a cursor of another sort or filter, and an invalid one', async () => {
  const { nextCursor } = await findPage(items(), { filter: {}, query: { limit: 4, sort: 'rank' }, sortFields });
  const invalid = { code: 'invalid-cursor', field: 'cursor' };
  const forged = Buffer.from('["x",{"$gt":""},"i00"]').toString('base64url');
  await expect(
    findPage(items(), { filter: {}, query: { limit: 4, sort: 'id', cursor: nextCursor ?? '' }, sortFields }),
  ).rejects.toMatchObject(invalid);
  await expect(
    findPage(items(), { filter: { colour: 'red' }, query: { limit: 4, sort: 'rank', cursor: nextCursor ?? '' }, sortFields }),
  ).rejects.toMatchObject(invalid);
  for (const cursor of ['', 'rubbish', '%%%', forged, Buffer.from('null').toString('base64url')])
    await expect(findPage(items(), { filter: {}, query: { limit: 4, sort: 'rank', cursor }, sortFields })).rejects.toMatchObject(invalid);
});

test('counts twice at most for twenty requests that arrive together, by keys alone, and not what an earlier count found', async () => {
  const { db } = mongo;
  const counts = async (act: () => Promise<unknown>) => {
    await db.command({ profile: 2 });
    await act();
    await db.command({ profile: 0 });
    const profile = db.collection('system.profile');
    const found = await profile.find({ 'command.aggregate': 'servers' }).toArray();
    await profile.drop();
    return found.map(({ docsExamined }) => docsExamined as number);
  };
  const page = () => findPage(items(), { filter: {}, query: { limit: 4, sort: 'id' }, sortFields });
  const examined = await counts(() => Promise.all(Array.from({ length: 20 }, page)));
  expect(examined.length).toBeLessThanOrEqual(2);
  expect(new Set(examined)).toEqual(new Set([0]));
  const { total } = await page();
  await items().insertOne({ _id: 'zz', rank: 1, colour: 'green' });
  expect((await page()).total).toBe(total + 1);
  await items().deleteOne({ _id: 'zz' });
});

test('leaves out what is excepted, in pages and in the total, with another filter too', async () => {
  const except = { colour: 'blue' };
  for (const filter of [{}, { rank: 1 }]) {
    const page = await findPage(items(), { filter, except, query: { limit: 100, sort: 'id' }, sortFields });
    const expected = await items()
      .find({ ...filter, colour: 'red' })
      .toArray();
    expect(page.items.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id).sort());
    expect(page.total).toBe(expected.length);
  }
});
