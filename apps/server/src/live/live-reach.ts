import { Injectable } from '@nestjs/common';
import type { LiveChange, LiveKind } from '@weft/shared/links/console-link';
import { Authenticator } from '../core/auth/authenticator.js';
import { VisibleVolumes } from '../core/auth/visible-volumes.js';
import { isPermitted } from '../core/http/caller.js';
import { type CollectionName, collections, scopeRules } from '../core/mongo/collections.js';
import { Mongo } from '../core/mongo/mongo.js';
import { readingWithin } from '../core/scope/scope.js';
import type { ScopeRows } from '../core/scope/scope-rows.js';
import { READ_AGAIN } from './live-changes.js';
import type { LiveSocket } from './live-socket.js';
import { WatchesService } from './watches.service.js';

type Receiver = Pick<LiveSocket, 'data' | 'id'>;

const collectionOf = new Map<LiveKind, CollectionName>(
  (Object.keys(collections) as CollectionName[]).flatMap((name) => {
    const kind = collections[name];
    return kind === null || kind === 'servers' ? [] : [[kind, name] as const];
  }),
);

/** Decides which changes a browser or program gets: those of kinds that its role reads, and of rows that it may see. */
@Injectable()
export class LiveReach {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly volumes: VisibleVolumes,
    private readonly mongo: Mongo,
    private readonly watches: WatchesService,
  ) {}

  /** What this socket gets of these changes. Call it for one batch after the other. */
  async of(socket: Receiver, changes: readonly LiveChange[]): Promise<LiveChange[]> {
    const { caller } = socket.data;
    const permitted = permittedTo(socket, changes);
    if (caller.kind !== 'user' || caller.volumes === null) return permitted;
    const before = socket.data.rows;
    const mayDiffer = changes.some(({ kind }) => kind === 'volume' || kind === 'attachment');
    const rows = before && !mayDiffer ? before : await this.volumes.rowsFor(caller, caller.volumes);
    socket.data.rows = rows;
    if (rows !== before) this.watches.recheck(socket, rows);
    const seen = await this.visible(rows, permitted);
    return [
      ...permitted.filter((change) => (change.deleted ? wasVisible(before, change) : seen.has(`${change.kind} ${change.id}`))),
      ...permittedTo(socket, leftSight(before, rows, changes)),
    ];
  }

  /** After a change of users, roles or groups. @returns what has become of the rights of this socket. */
  async refresh(socket: LiveSocket): Promise<'same' | 'changed' | 'ended'> {
    const { caller } = await this.authenticator.identify(socket.handshake.headers);
    if (caller.kind !== 'user') return 'ended';
    const rightsOf = ({ data }: LiveSocket) =>
      JSON.stringify(data.caller.kind === 'user' ? [data.caller.permissions, data.caller.volumes] : []);
    const before = rightsOf(socket);
    socket.data.caller = caller;
    if (rightsOf(socket) === before) return 'same';
    delete socket.data.rows;
    const rows = caller.volumes && (await this.volumes.rowsFor(caller, caller.volumes));
    if (rows) socket.data.rows = rows;
    this.watches.recheck(socket, rows);
    return 'changed';
  }

  /** By kind and id, the changed objects that are visible now. */
  private async visible(rows: ScopeRows, changes: readonly LiveChange[]): Promise<Set<string>> {
    const seen = new Set<string>();
    for (const kind of new Set(changes.map((change) => change.kind))) {
      const collection = collectionOf.get(kind);
      const rule = collection && scopeRules[collection];
      if (!collection || rule === 'closed') continue;
      const ids = changes.filter((change) => change.kind === kind && !change.deleted).map(({ id }) => id);
      const found = rule === 'open' ? ids : await this.among(rows, collection, ids);
      for (const id of found) seen.add(`${kind} ${id}`);
    }
    return seen;
  }

  private async among(rows: ScopeRows, collection: CollectionName, ids: readonly string[]): Promise<string[]> {
    const found = await readingWithin(rows, () =>
      this.mongo
        .reading<{ _id: string }>(collection)
        .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } })
        .toArray(),
    );
    return found.map(({ _id }) => _id);
  }
}

/** The changes of kinds that the caller may read. */
export const permittedTo = ({ data: { caller } }: Receiver, changes: readonly LiveChange[]): LiveChange[] =>
  changes.filter(({ kind }) => isPermitted(caller, `${kind}:read`));

const isOpen = (kind: LiveKind): boolean => {
  const collection = collectionOf.get(kind);
  return collection !== undefined && scopeRules[collection] === 'open';
};

/** Nothing tells of a deleted object whether it was visible, except the rows before. Lists of other kinds are read again later. */
function wasVisible(before: ScopeRows | undefined, { kind, id }: LiveChange): boolean {
  if (isOpen(kind)) return true;
  if (kind === 'volume') return before?.volumeIds.includes(id) ?? false;
  return kind === 'attachment' && (before?.attachmentIds.includes(id) ?? false);
}

/** A volume whose labels have moved it out of sight is deleted for this caller. */
function leftSight(before: ScopeRows | undefined, rows: ScopeRows, changes: readonly LiveChange[]): LiveChange[] {
  if (!before || before === rows) return [];
  const deleted = new Set(changes.filter((change) => change.deleted).map(({ id }) => id));
  const gone = (kind: LiveKind, ids: readonly string[], now: readonly string[]) =>
    ids.filter((id) => !now.includes(id) && !deleted.has(id)).map((id) => ({ kind, id, revision: READ_AGAIN, deleted: true }));
  return [...gone('volume', before.volumeIds, rows.volumeIds), ...gone('attachment', before.attachmentIds, rows.attachmentIds)];
}
