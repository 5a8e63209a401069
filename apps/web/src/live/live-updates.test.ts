import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { LiveChange } from '@weft/shared/links/console-link';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.js';
import type { Job } from '../api/types.js';
import { LIST_REFRESH_MS, LiveUpdates } from './live-updates.js';

let client: QueryClient;
let frames: (() => void)[];
let timers: { at: number; callback: () => void }[];
let updates: LiveUpdates;

beforeEach(() => {
  client = new QueryClient();
  frames = [];
  timers = [];
  updates = new LiveUpdates(client, {
    onFrame: (callback) => frames.push(callback),
    after: (at, callback) => timers.push({ at, callback }),
  });
});

/** A query that a page shows; counts its reads. */
async function shown(queryKey: readonly unknown[], answer: unknown) {
  const read = vi.fn(() => Promise.resolve(answer));
  new QueryObserver(client, { queryKey: [...queryKey], queryFn: read, retry: false }).subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBeDefined(), 20_000);
  read.mockClear();
  return read;
}

const volume = (id: string, revision: number): LiveChange => ({ kind: 'volume', id, revision, deleted: false });
const frame = () => {
  for (const callback of frames.splice(0)) callback();
};
const page = (...items: { id: string; revision: number }[]) => ({ items, nextCursor: null, total: items.length });

test('reads an object and its list once for a thousand events in one frame', async () => {
  const one = await shown(queryKeys.one('volume', 'a'), { id: 'a', revision: 1 });
  const list = await shown([...queryKeys.lists('volume'), {}], page({ id: 'a', revision: 1 }));
  for (let revision = 2; revision < 1002; revision += 1) updates.changed([volume('a', revision)]);
  expect(frames).toHaveLength(1);
  frame();
  expect(one).toHaveBeenCalledTimes(1);
  expect(list).toHaveBeenCalledTimes(1);
});

test('reads nothing when the copy is as new as the change', async () => {
  const one = await shown(queryKeys.one('volume', 'a'), { id: 'a', revision: 7 });
  const list = await shown([...queryKeys.lists('volume'), {}], page({ id: 'a', revision: 7 }));
  updates.changed([volume('a', 7)]);
  frame();
  expect(one).not.toHaveBeenCalled();
  expect(list).not.toHaveBeenCalled();
});

test('rereads the volume of a changed attachment, and no other volume', async () => {
  const its = await shown(queryKeys.one('volume', 'a'), { id: 'a', revision: 1, attachmentIds: ['x'] });
  const other = await shown(queryKeys.one('volume', 'b'), { id: 'b', revision: 1, attachmentIds: ['y'] });
  updates.changed([{ kind: 'attachment', id: 'x', revision: 2, deleted: false }]);
  frame();
  expect(its).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
});

test('rereads a list of volumes that counts a removed attachment, and no other list', async () => {
  const its = await shown([...queryKeys.lists('volume'), { page: 1 }], { items: [{ id: 'a', revision: 1, attachmentIds: ['x'] }] });
  updates.changed([{ kind: 'attachment', id: 'y', revision: 0, deleted: true }]);
  frame();
  expect(its).not.toHaveBeenCalled();
  updates.changed([{ kind: 'attachment', id: 'x', revision: 0, deleted: true }]);
  frame();
  timers.shift()?.callback();
  expect(its).toHaveBeenCalledTimes(1);
});

test('reads a list at once, then again after LIST_REFRESH_MS for the last change', async () => {
  const list = await shown([...queryKeys.lists('volume'), {}], page());
  updates.changed([volume('a', 1)]);
  frame();
  updates.changed([volume('b', 1)]);
  frame();
  updates.changed([volume('c', 1)]);
  frame();
  expect(list).toHaveBeenCalledTimes(1);
  expect(timers.map(({ at }) => at)).toEqual([LIST_REFRESH_MS]);
  timers.shift()?.callback();
  expect(list).toHaveBeenCalledTimes(2);
  timers.shift()?.callback();
  expect(list).toHaveBeenCalledTimes(2);
});

test('rereads a list that shows a deleted object, and no other list', async () => {
  const shows = await shown([...queryKeys.lists('volume'), { page: 1 }], page({ id: 'a', revision: 1 }));
  updates.changed([{ kind: 'volume', id: 'elsewhere', revision: 0, deleted: true }]);
  frame();
  expect(shows).not.toHaveBeenCalled();
  updates.changed([{ kind: 'volume', id: 'a', revision: 0, deleted: true }]);
  frame();
  expect(shows).toHaveBeenCalledTimes(1);
});

test('rereads drive classes when a drive changes', async () => {
  const classes = await shown([...queryKeys.lists('drive-class'), {}], page({ id: 'k', revision: 1 }));
  updates.changed([{ kind: 'drive', id: 'd', revision: 2, deleted: false }]);
  frame();
  expect(classes).toHaveBeenCalledTimes(1);
});

test('rereads a shown node, which counts its drives, when a drive changes', async () => {
  const node = await shown(queryKeys.one('node', 'n'), { id: 'n', revision: 1 });
  updates.changed([{ kind: 'drive', id: 'd', revision: 2, deleted: false }]);
  frame();
  expect(node).toHaveBeenCalledTimes(1);
});

test('stores a complete job in a shown list without a read, and ignores an older one', async () => {
  const job = (revision: number, state: string) => ({ id: 'j', revision, state }) as unknown as Job;
  const list = await shown([...queryKeys.lists('job'), {}], page(job(1, 'running')));
  updates.job(job(3, 'done'));
  updates.changed([{ kind: 'job', id: 'j', revision: 3, deleted: false }]);
  frame();
  updates.job(job(2, 'waiting'));
  frame();
  expect(list).not.toHaveBeenCalled();
  expect(client.getQueryData([...queryKeys.lists('job'), {}])).toMatchObject({ items: [{ revision: 3, state: 'done' }] });
});

test('rereads a shown overview on any change, at most as often as lists', async () => {
  const overview = await shown(queryKeys.overview, { findings: [] });
  updates.changed([volume('a', 1)]);
  frame();
  updates.changed([volume('b', 1)]);
  frame();
  expect(overview).toHaveBeenCalledTimes(1);
  timers.shift()?.callback();
  expect(overview).toHaveBeenCalledTimes(2);
});

test('rereads a shown audit log on job and node changes, and shown tokens on node changes', async () => {
  const audit = await shown([...queryKeys.audit, {}], page());
  const tokens = await shown([...queryKeys.enrollmentTokens, {}], page());
  updates.changed([{ kind: 'job', id: 'j', revision: 2, deleted: false }]);
  frame();
  expect([audit.mock.calls.length, tokens.mock.calls.length]).toEqual([1, 0]);
  updates.changed([{ kind: 'node', id: 'n', revision: 1, deleted: false }]);
  frame();
  timers.shift()?.callback();
  expect([audit.mock.calls.length, tokens.mock.calls.length]).toEqual([2, 1]);
});

/** A query that a page shows for the first time; the test decides when each answer arrives. */
function beingRead(queryKey: readonly unknown[]) {
  const answers: ((answer: unknown) => void)[] = [];
  const read = vi.fn(() => new Promise((resolve) => answers.push(resolve)));
  new QueryObserver(client, { queryKey: [...queryKey], queryFn: read, retry: false }).subscribe(() => {});
  return { read, answer: (at: number, answer: unknown) => answers[at]?.(answer) };
}

test('rereads an object when its first response is older than a change received meanwhile', async () => {
  const one = beingRead(queryKeys.one('volume', 'a'));
  updates.changed([volume('a', 2)]);
  frame();
  one.answer(0, { id: 'a', revision: 1 });
  await vi.waitFor(() => expect(one.read).toHaveBeenCalledTimes(2));
  one.answer(1, { id: 'a', revision: 2 });
  await vi.waitFor(() => expect(client.getQueryData(queryKeys.one('volume', 'a'))).toMatchObject({ revision: 2 }));
  expect(one.read).toHaveBeenCalledTimes(2);
});

test('does not reread an object whose first response includes the change', async () => {
  const one = beingRead(queryKeys.one('volume', 'a'));
  updates.changed([volume('a', 2)]);
  frame();
  one.answer(0, { id: 'a', revision: 2 });
  await vi.waitFor(() => expect(client.getQueryData(queryKeys.one('volume', 'a'))).toBeDefined());
  await Promise.resolve();
  expect(one.read).toHaveBeenCalledTimes(1);
});

test('rereads a list when a change arrives during its first read', async () => {
  const list = beingRead([...queryKeys.lists('volume'), {}]);
  updates.changed([volume('a', 2)]);
  frame();
  list.answer(0, page({ id: 'a', revision: 1 }));
  await vi.waitFor(() => expect(list.read).toHaveBeenCalledTimes(2));
});

test('keeps a newer job when an older response arrives after it', async () => {
  const job = (revision: number) => ({ id: 'j', revision }) as Job;
  const one = beingRead(queryKeys.one('job', 'j'));
  updates.job(job(2));
  frame();
  one.answer(0, job(1));
  await vi.waitFor(() => expect(client.getQueryState(queryKeys.one('job', 'j'))?.fetchStatus).toBe('idle'));
  await Promise.resolve();
  expect(client.getQueryData(queryKeys.one('job', 'j'))).toMatchObject({ revision: 2 });
});
