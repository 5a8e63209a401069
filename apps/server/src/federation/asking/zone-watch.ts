import { readFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import type { ReadSearch } from '@weft/shared/kinds/zones/zone-answers';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { retryDelayMs } from '@weft/shared/load/retry';
import type { Message } from '@weft/shared/text/message';
import { messageOf, textOfMessage } from '@weft/shared/text/rendering/render';
import { retries } from '../../core/load/retries.js';
import type { ZoneConfig } from '../config/federation-config.js';
import { summaryOf, type TopologySummary } from '../record/racks.js';
import { afterRound, newRecord, type Round, type Surroundings, type ZoneRecord } from '../record/zone-record.js';
import { type Asking, askRound, askSearch, askTopology, ZoneFault } from './ask-zone.js';
import { authorityOf } from './authority.js';
import { ZoneAddress, ZoneRequestError } from './zone-request.js';

/** Of a poll: zones that were asked together once do not stay together. */
const JITTER = 0.1;
/** The first polls of all zones are spread over this time, and then the first reads of topologies. */
const FIRST_MS_PER_ZONE = 20;
const FIRST_TOPOLOGY_MS_PER_ZONE = 250;
/** A topology that a reader asked for in this time is read at every poll. */
const WANTED_MS = 300_000;
/** A topology is some MB. */
const TOPOLOGY_SECONDS_FACTOR = 4;
/** A poll out of turn follows the last one at the earliest after this time. */
const AGAIN_MS = 5000;
const TOKEN = /^[\x21-\x7e]{16,512}$/;

export interface WatchBounds {
  pollSeconds: number;
  topologySeconds: number;
  requestSeconds: number;
}

/** Counts the requests and failures of a watch. */
export interface WatchObserver {
  asked(zone: string, path: string, seconds: number): void;
  failed(zone: string, reason: string): void;
}

export interface WatchedZones {
  ownVersion: string;
  simulated: boolean;
  /** Name of another zone that is this cluster. */
  takenBy: (clusterId: string, zone: string) => string | undefined;
  count: number;
}

/** Values of one zone, and the loop that reads them. Nothing here waits for another zone. */
export class ZoneWatch {
  record: ZoneRecord;
  topology: { summary: TopologySummary; asOf: string } | null = null;
  private readonly logger = new Logger('zones');
  private readonly addresses = new Map<string, ZoneAddress>();
  private readonly searches = new ConcurrencyLimit({ concurrent: 1, longestQueue: 16 });
  /** Address that answered last. */
  private at = 0;
  private token: string | null = null;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  private endedAt = Number.NEGATIVE_INFINITY;
  private isReadingTopology = false;
  private topologyDueAt: number;
  private wantedUntil = Number.NEGATIVE_INFINITY;
  private stopped = false;

  constructor(
    readonly config: ZoneConfig,
    private readonly bounds: WatchBounds,
    private readonly zones: WatchedZones,
    private readonly observer: WatchObserver,
  ) {
    this.record = newRecord(config.clusterId, new Date());
    this.topologyDueAt = performance.now() + Math.random() * zones.count * FIRST_TOPOLOGY_MS_PER_ZONE;
  }

  start(): void {
    this.schedule(Math.random() * this.zones.count * FIRST_MS_PER_ZONE);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const address of this.addresses.values()) address.close();
  }

  /** A reader looks at the topology: it is read more often for a time. */
  wantTopology(): void {
    const now = performance.now();
    this.wantedUntil = now + WANTED_MS;
    const age = this.topology === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(this.topology.asOf);
    if (this.record.state === 'reachable' && age > this.bounds.pollSeconds * 1000) void this.readTopology();
  }

  /** @param deadline `performance.now()` by when it ends @returns the results, or why there are none */
  async search(text: string, deadline: number, limitMilliseconds: number): Promise<ReadSearch | Message> {
    const { state, clusterId } = this.record;
    const late = messageOf('zone-search-late', { limitMilliseconds });
    if (state !== 'reachable' || clusterId === null) return this.record.reason ?? messageOf('zone-not-asked', {});
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<Message>((resolve) => {
      timer = setTimeout(() => resolve(late), deadline - performance.now());
    });
    try {
      return await Promise.race([ended, this.searches.run(() => this.searched(text, deadline, clusterId, late))]);
    } catch {
      // The queue of this zone is full.
      return late;
    } finally {
      clearTimeout(timer);
    }
  }

  private async searched(text: string, deadline: number, clusterId: string, late: Message): Promise<ReadSearch | Message> {
    if (performance.now() >= deadline) return late;
    try {
      return await askSearch(await this.asking(this.at, deadline), clusterId, text);
    } catch (error) {
      this.observer.failed(this.config.name, 'search');
      // The next poll finds the reason, and following searches do not wait.
      this.askSoon();
      if (error instanceof ZoneFault) return error.reason.code === 'zone-late' ? late : error.reason;
      this.logger.error({ err: error, zone: this.config.name }, 'a search failed');
      return late;
    }
  }

  private schedule(delayMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.poll(), delayMs);
    this.timer.unref();
  }

  private askSoon(): void {
    if (!this.isAsking) this.schedule(Math.max(0, this.endedAt + AGAIN_MS - performance.now()));
  }

  private async poll(): Promise<void> {
    this.isAsking = true;
    try {
      const round = await this.round();
      if (this.stopped) return;
      this.take(round);
    } catch (error) {
      this.failures += 1;
      this.logger.error({ err: error, zone: this.config.name }, 'a poll failed');
    } finally {
      this.isAsking = false;
      this.endedAt = performance.now();
      const pollMs = this.bounds.pollSeconds * 1000 * (1 - JITTER + 2 * JITTER * Math.random());
      this.schedule(this.failures === 0 ? pollMs : retryDelayMs(retries.zone, this.failures));
    }
    if (this.isTopologyDue()) void this.readTopology();
  }

  private take(round: Round): void {
    const around: Surroundings = {
      now: new Date(),
      ...{ ownVersion: this.zones.ownVersion, simulated: this.zones.simulated },
      takenBy: (clusterId) => this.zones.takenBy(clusterId, this.config.name),
    };
    const before = this.record;
    this.record = afterRound(before, round, around);
    this.failures = round.kind === 'failed' ? this.failures + 1 : 0;
    const { state, reason } = this.record;
    if (state !== 'reachable' || reason !== null) this.observer.failed(this.config.name, reason?.code ?? state);
    if (state === before.state && reason?.code === before.reason?.code) return;
    const line = { zone: this.config.name, state, reason: reason?.code };
    if (state === 'reachable' && reason === null) this.logger.log(line, `zone ${this.config.name} is reachable`);
    else this.logger.warn(line, `zone ${this.config.name}: ${state}: ${reason ? textOfMessage(reason) : ''}`);
  }

  /** Asks the address that answered last, then the others: one dead server of three is no failure. */
  private async round(): Promise<Round> {
    let failed: Round | undefined;
    for (let step = 0; step < this.config.urls.length; step++) {
      const at = (this.at + step) % this.config.urls.length;
      const round = await this.ask(at);
      if (round.kind === 'answered' || round.state === 'unauthorised') {
        this.at = at;
        return round;
      }
      failed ??= round;
    }
    return failed ?? { kind: 'failed', state: 'unreachable', reason: messageOf('zone-not-asked', {}) };
  }

  private async ask(at: number): Promise<Round> {
    try {
      await this.readToken();
      return await askRound(await this.asking(at));
    } catch (error) {
      if (error instanceof ZoneFault) return { kind: 'failed', state: error.state, reason: error.reason };
      throw error;
    }
  }

  /** @param deadline default: `requestSeconds` from now */
  private async asking(at: number, deadline = performance.now() + this.bounds.requestSeconds * 1000): Promise<Asking> {
    const { token } = this;
    if (token === null) throw new ZoneFault('unauthorised', messageOf('zone-token-unreadable', { problem: 'missing' }));
    const asked = (path: string, seconds: number) => this.observer.asked(this.config.name, path, seconds);
    return { address: await this.addressAt(at, deadline), token, deadline, limitSeconds: this.bounds.requestSeconds, asked };
  }

  /** The file is read at every poll: a new token needs no restart. */
  private async readToken(): Promise<void> {
    this.token = null;
    const text = await readFile(this.config.tokenFile, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      const problem = cause.code === 'ENOENT' ? 'missing' : 'unreadable';
      throw new ZoneFault('unauthorised', messageOf('zone-token-unreadable', { problem }), cause);
    });
    if (!TOKEN.test(text.trim())) throw new ZoneFault('unauthorised', messageOf('zone-token-unreadable', { problem: 'malformed' }));
    this.token = text.trim();
  }

  private async addressAt(at: number, deadline: number): Promise<ZoneAddress> {
    const url = this.config.urls[at] ?? '';
    const known = this.addresses.get(url);
    if (known) return known;
    try {
      const authority = await authorityOf(this.config, url, Math.max(1, deadline - performance.now()));
      const address = new ZoneAddress(url, authority);
      this.addresses.set(url, address);
      return address;
    } catch (error) {
      if (!(error instanceof ZoneRequestError)) throw error;
      const explanation = 'explanation' in error.of ? error.of.explanation : error.of.fault;
      const code = error.of.fault === 'certificate' ? 'zone-certificate' : 'zone-unreachable';
      throw new ZoneFault('unreachable', messageOf(code, { url, explanation }), error);
    }
  }

  private isTopologyDue(): boolean {
    const now = performance.now();
    return this.record.state === 'reachable' && (now >= this.topologyDueAt || now < this.wantedUntil);
  }

  private async readTopology(): Promise<void> {
    const { clusterId } = this.record;
    if (this.isReadingTopology || this.stopped || clusterId === null) return;
    this.isReadingTopology = true;
    this.topologyDueAt = performance.now() + this.bounds.topologySeconds * 1000;
    const asOf = new Date().toISOString();
    try {
      const deadline = performance.now() + TOPOLOGY_SECONDS_FACTOR * this.bounds.requestSeconds * 1000;
      const summary = summaryOf(await askTopology(await this.asking(this.at, deadline), clusterId));
      this.topology = { summary, asOf };
    } catch (error) {
      this.observer.failed(this.config.name, 'topology');
      // The poll reports why a zone does not answer.
      this.logger.warn({ err: error, zone: this.config.name }, 'the topology was not read; the last one stays');
    } finally {
      this.isReadingTopology = false;
    }
  }
}
