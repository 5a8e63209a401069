import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveChange, LiveKind } from '@weft/shared/links/console-link';
import { queryKeys } from '../api/query-keys.js';
import type { Job, Volume } from '../api/types.js';

/*
 * given a copy older than a change, then that object is read again, once
 * given a copy as new or newer, then nothing is read
 * given a first read under way, which may have been answered before the change, then it is looked at when its answer is there
 * given an object that a shown list does not know, or an older copy in it, then the list is read again
 * given any change, then the overview is read again if it is shown: everything counts in it
 * given a change of an attachment, then shown volumes that it makes available are read again: their legs show what its client says
 * given a change of what the audit is of, or of a node, which used its token, then those are read again if they are shown
 * given a change of one kind, then lists that count over it are read again (a class over its drives)
 */

/** A change of the first makes lists of the others old: they show what is computed from it (a class its free bytes, a node its roles). */
const COUNTED_IN: Partial<Record<LiveKind, readonly LiveKind[]>> = {
  drive: ['drive-class', 'node'],
  attachment: ['node'],
};

/** Nothing live is said of these: they are written together with what is. */
const WRITTEN_WITH: Partial<Record<LiveKind, readonly SilentList[]>> = {
  job: ['audit'],
  volume: ['audit'],
  node: ['audit', 'enrollmentTokens'],
};
type SilentList = 'overview' | 'audit' | 'enrollmentTokens';

/** What is read again at a bounded pace. */
export type OldList = LiveKind | SilentList;
const isSilent = (list: OldList): list is SilentList => list in queryKeys;

interface Revised {
  id: string;
  revision: number;
}

const isOlder = (copy: Revised | undefined, { revision, deleted }: LiveChange): boolean =>
  copy !== undefined && (deleted || copy.revision < revision);

/**
 * Marks what the changes made old.
 * @returns the kinds whose lists have to be read again: the caller bounds how often.
 */
export function applyChanges(client: QueryClient, changes: readonly LiveChange[]): Set<OldList> {
  const oldLists = new Set<OldList>();
  if (changes.length > 0 && isShown(client, queryKeys.overview)) oldLists.add('overview');
  for (const change of changes) {
    const { kind, id } = change;
    const key = queryKeys.one(kind, id);
    const readIfOlder = () => {
      if (isOlder(client.getQueryData<Revised>(key), change)) void client.invalidateQueries({ queryKey: key, exact: true });
    };
    readIfOlder();
    whenRead(client.getQueryCache().find({ queryKey: key, exact: true }), readIfOlder);
    if (kind === 'attachment') void readVolumesOf(client, id);
    if (listIsOld(client, change)) oldLists.add(kind);
    for (const other of COUNTED_IN[kind] ?? []) oldLists.add(other);
    for (const silent of WRITTEN_WITH[kind] ?? []) if (isShown(client, queryKeys[silent])) oldLists.add(silent);
  }
  return oldLists;
}

/** TanStack Query begins a read anew only where there is data already. A read that fails shows its error, and holds nothing old. */
function whenRead(query: Query | undefined, look: () => void): void {
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(look, () => undefined);
}

function readAgain(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey }))
    if (query.state.data === undefined) whenRead(query, () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  void client.invalidateQueries({ queryKey });
}

/** What a client says of paths and arrays is stored apart from the volume, and raises no revision of it. */
const readVolumesOf = (client: QueryClient, attachmentId: string): Promise<void> =>
  client.invalidateQueries({
    queryKey: queryKeys.anyOne('volume'),
    type: 'active',
    predicate: ({ state }) => (state.data as Volume | undefined)?.attachmentIds.includes(attachmentId) ?? false,
  });

const isShown = (client: QueryClient, queryKey: readonly string[]): boolean =>
  client.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0;

function listIsOld(client: QueryClient, change: LiveChange): boolean {
  return client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.lists(change.kind), type: 'active' })
    .some((query) => {
      const copies = copiesIn(query);
      const copy = copies.find(({ id }) => id === change.id);
      // Not in this list: a new object might be. One that is gone was on another page.
      return copy === undefined ? !change.deleted : isOlder(copy, change);
    });
}

function copiesIn({ state }: Query): readonly Revised[] {
  const data = state.data as { items?: Revised[] } | Revised | undefined;
  if (data === undefined) return [];
  if ('items' in data) return data.items ?? [];
  return 'id' in data ? [data] : [];
}

/** A job in full goes into every place that shows it; lists that do not know it are read again by its change. */
export function applyJob(client: QueryClient, job: Job): void {
  const newer = (copy: Job | undefined): Job | undefined => (copy === undefined || copy.revision < job.revision ? job : copy);
  const key = queryKeys.one('job', job.id);
  const show = () => void client.setQueryData<Job>(key, newer);
  show();
  // An older answer may be on its way.
  whenRead(client.getQueryCache().find({ queryKey: key, exact: true }), show);
  client.setQueriesData<{ items: Job[] }>({ queryKey: queryKeys.lists('job') }, (page) =>
    page?.items.some((each) => each.id === job.id && each.revision < job.revision)
      ? { ...page, items: page.items.map((each) => (each.id === job.id ? job : each)) }
      : page,
  );
}

/** Reads lists of these kinds again, and what was planned from them. */
export function refreshLists(client: QueryClient, kinds: ReadonlySet<OldList>): void {
  for (const kind of kinds) readAgain(client, isSilent(kind) ? queryKeys[kind] : queryKeys.lists(kind));
  if (kinds.has('drive') || kinds.has('drive-class')) for (const queryKey of queryKeys.previews) readAgain(client, queryKey);
}
