import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveChange, LiveKind } from '@weft/shared/links/console-link';
import { queryKeys } from '../api/query-keys.js';
import type { Job, Volume } from '../api/types.js';

/*
 * - A copy older than a change: reads that object again, once.
 * - A copy as new or newer: reads nothing.
 * - A first read in progress, whose response may be older than the change: checks again when the response arrives.
 * - A visible list without the object, or with an older copy: reads the list again.
 * - Any change: reads the overview again if it is visible, because it counts everything.
 * - A change of an attachment: reads its visible volumes again, because their legs show the client's report.
 * - A removed attachment: also reads visible lists of volumes that count it.
 * - A change that writes an audit entry, or of a node, which uses up its enrollment token: reads those lists again if they are visible.
 * - A change of one kind: also reads lists again that are computed from it (a class from its drives).
 */

/** Kinds whose lists become stale when the key changes: they show values computed from it (a class its free bytes, a node its roles). */
const COUNTED_IN: Partial<Record<LiveKind, readonly LiveKind[]>> = {
  drive: ['drive-class', 'node'],
  attachment: ['node'],
};

/** Lists without live changes of their own: they become stale when a change of the key kind arrives. */
const WRITTEN_WITH: Partial<Record<LiveKind, readonly SilentList[]>> = {
  alert: ['notifications'],
  channel: ['notifications'],
  job: ['audit', 'backups'],
  volume: ['audit', 'orphans'],
  drive: ['orphans'],
  attachment: ['orphans'],
  node: ['audit', 'enrollmentTokens', 'orphans'],
};
type SilentList = 'overview' | 'audit' | 'backups' | 'enrollmentTokens' | 'notifications' | 'orphans';

/** Lists that are read again at a limited rate. */
export type OldList = LiveKind | SilentList;
const isSilent = (list: OldList): list is SilentList => list in queryKeys;

interface Revised {
  id: string;
  revision: number;
}

const isOlder = (copy: Revised | undefined, { revision, deleted }: LiveChange): boolean =>
  copy !== undefined && (deleted || copy.revision < revision);

/**
 * Marks stale data.
 * @returns the kinds whose lists must be read again; the caller limits how often.
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
    if (kind === 'attachment' && change.deleted && isCounted(client, id)) oldLists.add('volume');
    if (listIsOld(client, change)) oldLists.add(kind);
    for (const other of COUNTED_IN[kind] ?? []) oldLists.add(other);
    for (const silent of WRITTEN_WITH[kind] ?? []) if (isShown(client, queryKeys[silent])) oldLists.add(silent);
  }
  return oldLists;
}

/** TanStack Query restarts a running read only if it has data already. A failed read shows its error and holds no stale data. */
function whenRead(query: Query | undefined, look: () => void): void {
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(look, () => undefined);
}

function readAgain(client: QueryClient, queryKey: readonly unknown[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey }))
    if (query.state.data === undefined) whenRead(query, () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  void client.invalidateQueries({ queryKey });
}

/** Reports of a client about paths and arrays are stored separately from the volume and do not change its revision. */
const readVolumesOf = (client: QueryClient, attachmentId: string): Promise<void> =>
  client.invalidateQueries({
    queryKey: queryKeys.anyOne('volume'),
    type: 'active',
    predicate: ({ state }) => (state.data as Volume | undefined)?.attachmentIds.includes(attachmentId) ?? false,
  });

/** Whether a visible list of volumes counts the attachment. Its removal does not change the volume's revision. */
const isCounted = (client: QueryClient, attachmentId: string): boolean =>
  client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.lists('volume'), type: 'active' })
    .some((query) => (copiesIn(query) as readonly Partial<Volume>[]).some(({ attachmentIds }) => attachmentIds?.includes(attachmentId)));

const isShown = (client: QueryClient, queryKey: readonly string[]): boolean =>
  client.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0;

function listIsOld(client: QueryClient, change: LiveChange): boolean {
  return client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.lists(change.kind), type: 'active' })
    .some((query) => {
      const copies = copiesIn(query);
      const copy = copies.find(({ id }) => id === change.id);
      // Not in this list: a new object may belong to it; a deleted one was on another page.
      return copy === undefined ? !change.deleted : isOlder(copy, change);
    });
}

function copiesIn({ state }: Query): readonly Revised[] {
  const data = state.data as { items?: Revised[] } | Revised | undefined;
  if (data === undefined) return [];
  if ('items' in data) return data.items ?? [];
  return 'id' in data ? [data] : [];
}

/** Writes the full job into every place that shows it. Its change makes lists without the job read again. */
export function applyJob(client: QueryClient, job: Job): void {
  const newer = (copy: Job | undefined): Job | undefined => (copy === undefined || copy.revision < job.revision ? job : copy);
  const key = queryKeys.one('job', job.id);
  const show = () => void client.setQueryData<Job>(key, newer);
  show();
  // A running read may return an older state.
  whenRead(client.getQueryCache().find({ queryKey: key, exact: true }), show);
  client.setQueriesData<{ items: Job[] }>({ queryKey: queryKeys.lists('job') }, (page) =>
    page?.items.some((each) => each.id === job.id && each.revision < job.revision)
      ? { ...page, items: page.items.map((each) => (each.id === job.id ? job : each)) }
      : page,
  );
}

/** Reads lists of these kinds again, and the dry runs computed from them. */
export function refreshLists(client: QueryClient, kinds: ReadonlySet<OldList>): void {
  for (const kind of kinds) readAgain(client, isSilent(kind) ? queryKeys[kind] : queryKeys.lists(kind));
  // A node counts its drives and attachments, and their changes do not name it.
  if (kinds.has('node')) readAgain(client, queryKeys.anyOne('node'));
  if (kinds.has('drive') || kinds.has('drive-class')) for (const queryKey of queryKeys.previews) readAgain(client, queryKey);
}
