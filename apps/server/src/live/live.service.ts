import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { LiveChange } from '@weft/shared/links/console-link';
import { ApiTokens } from '../core/auth/api-tokens.js';
import { Sessions } from '../core/auth/sessions.js';
import { type Change, ChangeFeed } from '../core/changes/change-feed.js';
import { restrictionOf } from '../core/http/caller.js';
import { Mongo } from '../core/mongo/mongo.js';
import { JobsService } from '../jobs/jobs.service.js';
import { LiveBatch, liveChange } from './live-changes.js';
import { LiveReach, permittedTo } from './live-reach.js';
import { type LiveNamespace, type LiveSocket, sendBounded, waitingPackets } from './live-socket.js';
import { RecentChanges } from './recent-changes.js';

const BATCH_MS = 50;
const MAX_CHANGES = 2000;
/** If a batch has more jobs than this, they are not sent in full, only as changes. */
const MAX_JOBS = 50;
/** How often the times are checked at which the API tokens of connected programs expire. */
const EXPIRY_CHECK_MS = 2000;

/** Sends changes to browsers: at most one entry per object every 50 ms, and jobs in full. Bounded for every socket. */
@Injectable()
export class LiveService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(LiveService.name);
  private readonly batch = new LiveBatch(MAX_CHANGES);
  private readonly recent = new RecentChanges(MAX_CHANGES);
  private namespace: LiveNamespace | undefined;
  private timer: NodeJS.Timeout | undefined;
  private expiryTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly jobs: JobsService,
    private readonly sessions: Sessions,
    private readonly apiTokens: ApiTokens,
    private readonly mongo: Mongo,
    private readonly reach: LiveReach,
  ) {}

  onModuleInit(): void {
    this.feed.onChange((change) => this.changed(change));
    this.expiryTimer = setInterval(() => this.endExpired(), EXPIRY_CHECK_MS).unref();
    // Pages read again, and get data with its age, or current data.
    this.mongo.primary.onChange(() => this.resync());
    this.feed.onResync(() => {
      this.resync();
      this.checkSockets(this.sockets);
    });
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
    clearInterval(this.expiryTimer);
  }

  serve(namespace: LiveNamespace): void {
    this.namespace = namespace;
  }

  /** What a browser missed that read its page before it was connected. */
  welcome(socket: Pick<LiveSocket, 'emit' | 'data' | 'id'>): void {
    const recent = this.recent.take();
    // A caller who does not reach all volumes reads everything again: what of the recent changes was visible then is not known.
    if (recent === null || restrictionOf(socket.data.caller) !== null) socket.emit('resync');
    else if (recent.length > 0) socket.emit('changes', permittedTo(socket, recent));
  }

  private get sockets(): LiveSocket[] {
    return [...(this.namespace?.sockets.values() ?? [])] as LiveSocket[];
  }

  private changed(change: Change): void {
    this.endSockets(change);
    const told = liveChange(change);
    if (!told) return;
    this.recent.add(told);
    if (this.sockets.length === 0) return;
    this.batch.add(told);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flush().catch((error: unknown) => {
        this.logger.error({ err: error }, 'browsers did not get changes; they now read everything again');
        this.resync();
      });
    }, BATCH_MS);
  }

  /** Disconnects sockets whose session or API token has ended, or whose user was removed or, for tokens, disabled. */
  private endSockets({ collection, id, deleted }: Change): void {
    // Disabling a user deletes the sessions, and leaves the tokens.
    if (collection === 'users' && !deleted) this.checkSockets(this.sockets.filter((each) => tokenIdOf(each) && userIdOf(each) === id));
    if (collection === 'users' && !deleted) this.refreshRights(this.sockets.filter((each) => userIdOf(each) === id));
    if (collection === 'roles' || collection === 'volumeGroups') this.refreshRights(this.sockets);
    if (!deleted || (collection !== 'sessions' && collection !== 'users' && collection !== 'apiTokens')) return;
    for (const socket of this.sockets)
      if ([socket.data.sessionId, tokenIdOf(socket), userIdOf(socket)].includes(id)) socket.disconnect(true);
  }

  private endExpired(): void {
    const now = new Date();
    for (const socket of this.sockets) {
      const { caller } = socket.data;
      if (caller.kind === 'user' && caller.token && caller.token.expiresAt <= now) socket.disconnect(true);
    }
  }

  private checkSockets(sockets: LiveSocket[]): void {
    this.endSocketsWithoutSession(sockets).catch((error: unknown) =>
      this.logger.error({ err: error }, 'the sessions of connected browsers could not be checked after a change'),
    );
  }

  /** The end of a session may be among lost changes. */
  private async endSocketsWithoutSession(sockets: LiveSocket[]): Promise<void> {
    for (const socket of sockets) {
      const { sessionId } = socket.data;
      const tokenId = tokenIdOf(socket);
      const hasEnded =
        (sessionId !== undefined && !(await this.sessions.findById(sessionId))) ||
        (tokenId !== undefined && !(await this.apiTokens.findById(tokenId)));
      if (hasEnded) socket.disconnect(true);
    }
  }

  private async flush(): Promise<void> {
    const overflown = this.batch.isOverflown;
    const changes = this.batch.take();
    if (overflown) return this.resync();
    const jobs = await this.changedJobs(changes);
    for (const socket of this.sockets) {
      if (restrictionOf(socket.data.caller) === null) send(socket, permittedTo(socket, changes), jobs);
      else this.inTurn(socket, async () => send(socket, await this.reach.of(socket, changes), jobs));
    }
  }

  /** The rights of a socket are those of its caller now, not those at its connection. */
  private refreshRights(sockets: readonly LiveSocket[]): void {
    for (const socket of sockets)
      this.inTurn(socket, async () => {
        const rights = await this.reach.refresh(socket);
        if (rights === 'ended') socket.disconnect(true);
        if (rights === 'changed') sendBounded(socket, waitingPackets(socket), () => socket.emit('resync'));
      });
  }

  /** One after the other, because what a socket gets depends on what it saw before. */
  private inTurn(socket: LiveSocket, work: () => Promise<void>): void {
    socket.data.turn = (socket.data.turn ?? Promise.resolve()).then(work).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a browser did not get changes; it now reads everything again');
      socket.emit('resync');
    });
  }

  private async changedJobs(changes: LiveChange[]): Promise<Job[]> {
    const ids = changes.filter(({ kind, deleted }) => kind === 'job' && !deleted).map(({ id }) => id);
    if (ids.length > MAX_JOBS) return [];
    const found = await Promise.all(ids.map((id) => this.jobs.get(id).catch(nullIfGone)));
    return found.filter((job) => job !== null);
  }

  private resync(): void {
    this.batch.take();
    this.recent.lose();
    for (const socket of this.sockets) sendBounded(socket, waitingPackets(socket), () => socket.emit('resync'));
  }
}

/** Jobs go in full to those who get their changes. */
function send(socket: LiveSocket, changes: LiveChange[], jobs: readonly Job[]): void {
  if (changes.length === 0) return;
  const ids = new Set(changes.filter(({ kind }) => kind === 'job').map(({ id }) => id));
  sendBounded(socket, waitingPackets(socket), () => {
    socket.emit('changes', changes);
    for (const job of jobs) if (ids.has(job.id)) socket.emit('job', job);
  });
}

const userIdOf = ({ data: { caller } }: LiveSocket): string | undefined => (caller.kind === 'user' ? caller.id : undefined);
const tokenIdOf = ({ data: { caller } }: LiveSocket): string | undefined => (caller.kind === 'user' ? caller.token?.id : undefined);

function nullIfGone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not-found') return null;
  throw error;
}
