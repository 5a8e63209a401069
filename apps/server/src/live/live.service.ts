import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { LiveChange } from '@weft/shared/links/console-link';
import { ApiTokens } from '../core/auth/api-tokens.js';
import { Sessions } from '../core/auth/sessions.js';
import { type Change, ChangeFeed } from '../core/changes/change-feed.js';
import { Mongo } from '../core/mongo/mongo.js';
import { JobsService } from '../jobs/jobs.service.js';
import { LiveBatch, liveChange } from './live-changes.js';
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
  welcome(socket: Pick<LiveSocket, 'emit'>): void {
    const recent = this.recent.take();
    if (recent === null) socket.emit('resync');
    else if (recent.length > 0) socket.emit('changes', recent);
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
      sendBounded(socket, waitingPackets(socket), () => {
        socket.emit('changes', changes);
        for (const job of jobs) socket.emit('job', job);
      });
    }
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

const userIdOf = ({ data: { caller } }: LiveSocket): string | undefined => (caller.kind === 'user' ? caller.id : undefined);
const tokenIdOf = ({ data: { caller } }: LiveSocket): string | undefined => (caller.kind === 'user' ? caller.token?.id : undefined);

function nullIfGone(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not-found') return null;
  throw error;
}
