import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { describe, expect, it } from 'vitest';
import { orphanPage } from './orphan-page.js';
import { UNKNOWN_VOLUMES, volumesOf } from './possible-volumes.js';

const orphan = (id: string, more: Partial<ListedOrphan> = {}): ListedOrphan =>
  ({
    ...{ id, kind: 'mapping', side: 'host', node: { id: 'n', name: 'n' }, since: null, sizeBytes: null, volume: UNKNOWN_VOLUMES },
    ...{ mayHoldOnlyCopy: 'no', ignored: null, ...more },
  }) as ListedOrphan;
const ORPHANS = [
  orphan('a', { sizeBytes: 5, kind: 'leg', side: 'database' }),
  orphan('b', { sizeBytes: 5, node: { id: 'm', name: 'm' } }),
  orphan('c', { mayHoldOnlyCopy: 'unknown' }),
  orphan('d', { sizeBytes: 7, volume: volumesOf(['v', 'w'].map((name) => ({ _id: name, name }))) }),
];
const pages = (sort: string, limit: number): string[][] => {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = orphanPage(ORPHANS, { sort, limit, cursor, ignored: 'any' });
    expect(page.total).toBe(4);
    found.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
};

describe('orphanPage', () => {
  it('pages through a sorted list, unknown values first, ties by id', () => {
    expect(pages('sizeBytes', 2)).toEqual([
      ['c', 'a'],
      ['b', 'd'],
    ]);
    expect(pages('-sizeBytes', 3)).toEqual([['d', 'b', 'a'], ['c']]);
    expect(pages('kind', 4)).toEqual([['a', 'b', 'c', 'd']]);
  });

  it.each([
    [{ kind: 'leg' }, ['a']],
    [{ side: 'database' }, ['a']],
    [{ nodeId: 'm' }, ['b']],
    [{ volumeId: 'v' }, ['d']],
    [{ volumeId: 'w' }, ['d']],
    [{ mayHoldOnlyCopy: 'unknown' }, ['c']],
    [{ mayHoldOnlyCopy: 'yes' }, []],
    [{ mayHoldOnlyCopy: 'no', side: 'host' }, ['b', 'd']],
  ] as const)('filters by %j', (filter, expected) => {
    const page = orphanPage(ORPHANS, { sort: 'kind', limit: 9, ignored: 'false', ...filter });
    expect([page.items.map(({ id }) => id), page.total]).toEqual([expected, expected.length]);
  });

  it('leaves ignored ones out unless asked for them', () => {
    const ignored = { version: 1, reason: 'spare drive of the lab', by: 'vera', at: '2026-11-26T00:00:00.000Z' };
    const orphans = [orphan('a', { ignored }), orphan('b')];
    const ids = (filter: 'false' | 'true' | 'any') =>
      orphanPage(orphans, { sort: 'kind', limit: 9, ignored: filter }).items.map(({ id }) => id);
    expect([ids('false'), ids('true'), ids('any')]).toEqual([['b'], ['a'], ['a', 'b']]);
  });

  it('refuses a cursor that is malformed or of another sort or filter', () => {
    const { nextCursor } = orphanPage(ORPHANS, { sort: 'kind', limit: 1, ignored: 'any' });
    for (const query of [{ sort: '-kind' }, { sort: 'kind', side: 'host' as const }])
      expect(() => orphanPage(ORPHANS, { limit: 1, cursor: nextCursor ?? '', ignored: 'any', ...query })).toThrow('cursor');
    for (const cursor of ['x', Buffer.from('[1]').toString('base64url')])
      expect(() => orphanPage(ORPHANS, { sort: 'kind', limit: 1, ignored: 'any', cursor })).toThrow('cursor');
  });
});
