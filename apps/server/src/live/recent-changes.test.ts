import { type LiveChange, RECENT_CHANGES_MS } from '@weft/shared/links/console-link';
import { expect, it } from 'vitest';
import { RecentChanges } from './recent-changes.js';

const change = (id: string, revision = 1): LiveChange => ({ kind: 'volume', id, revision, deleted: false });
function at(limit = 10) {
  const clock = { now: 0 };
  return { clock, recent: new RecentChanges(limit, () => clock.now) };
}

it('has the newest change of each object, and forgets old ones', () => {
  const { clock, recent } = at();
  recent.add(change('a'));
  recent.add(change('b'));
  clock.now = RECENT_CHANGES_MS;
  recent.add(change('a', 2));
  expect(recent.take()).toEqual([change('b'), change('a', 2)]);
  clock.now += 1;
  expect(recent.take()).toEqual([change('a', 2)]);
});

it('knows that changes are missing after a loss or too many changes, until these are old', () => {
  const { clock, recent } = at(2);
  for (const id of ['a', 'b', 'c']) recent.add(change(id));
  expect(recent.take()).toBeNull();
  clock.now = RECENT_CHANGES_MS;
  recent.lose();
  clock.now += RECENT_CHANGES_MS;
  recent.add(change('d'));
  expect(recent.take()).toBeNull();
  clock.now += 1;
  expect(recent.take()).toEqual([change('d')]);
});
