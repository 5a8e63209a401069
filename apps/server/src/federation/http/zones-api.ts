import type { Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import { zonesEndpoints } from '@weft/shared/endpoints/zones/zones';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Zone } from '@weft/shared/kinds/zones/zone';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import type { ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { RateLimited } from '../../core/http/limits/rate-limit.js';
import { pageInMemory } from '../../core/lists/page-in-memory.js';
import { concurrency } from '../../core/load/concurrency.js';
import type { ZoneWatch } from '../asking/zone-watch.js';
import type { Reader } from '../config/readers.js';
import { alertsOf, overviewOf, type SeenZone, searchAnswerOf, topologyOf, zoneOf } from '../view/zone-views.js';

type E = typeof zonesEndpoints;

const searchLimit = () =>
  new ConcurrencyLimit(
    concurrency.zoneSearches,
    () => new RateLimited('too-many-searches', { mostSearches: concurrency.zoneSearches.concurrent, retryAfterSeconds: 1 }),
  );

/** The answers of a federation. All but a search are made of what the zones gave before: none waits for a zone. */
export class ZonesApi {
  constructor(
    private readonly watches: readonly ZoneWatch[],
    private readonly searchMilliseconds: number,
    private readonly searches = searchLimit(),
  ) {}

  /** The answers for a reader: as of a federation that has no other zones than those that the reader sees. */
  seenBy({ zones }: Pick<Reader, 'zones'>): ZonesApi {
    if (zones === undefined) return this;
    const seen = new Set(zones);
    return new ZonesApi(
      this.watches.filter(({ config: { name } }) => seen.has(name)),
      this.searchMilliseconds,
      this.searches,
    );
  }

  list(query: Query<E['listZones']>): Response<E['listZones']> {
    const now = new Date();
    const wanted = query.search?.toLowerCase();
    const zones = this.seen()
      .filter(({ name }) => wanted === undefined || name.includes(wanted))
      .map((zone) => ({ ...zoneOf(zone, now), id: zone.name }));
    const page = pageInMemory(zones, query, (zone, field) => (field === 'state' ? zone.state : zone.name));
    return { ...page, items: page.items.map(({ id: _id, ...zone }): Zone => zone) };
  }

  get(name: string): Zone {
    return zoneOf(this.seenOf(this.watch(name)), new Date());
  }

  overview(): Response<E['zonesOverview']> {
    return overviewOf(this.seen(), new Date());
  }

  alerts(query: Query<E['listZoneAlerts']>): Response<E['listZoneAlerts']> {
    const zones = query.zone === undefined ? this.seen() : [this.seenOf(this.watch(query.zone))];
    const { items, incomplete } = alertsOf(zones);
    const wanted = items.filter(({ severity }) => query.severity === undefined || severity === query.severity);
    return { ...pageInMemory(wanted, query, (alert, field) => (field === 'zone' ? alert.zone : alert.startedAt)), incomplete };
  }

  topology(name: string): Response<E['zoneTopology']> {
    const watch = this.watch(name);
    watch.wantTopology();
    return topologyOf(this.seenOf(watch), watch.topology, new Date());
  }

  /** Asks all zones at the same time, until the limit. @throws RateLimited */
  search({ q }: Query<E['searchZones']>): Promise<Response<E['searchZones']>> {
    const limitMs = this.searchMilliseconds;
    // The time in the queue of this federation counts.
    const deadline = performance.now() + limitMs;
    return this.searches.run(async () => {
      const answers = await Promise.all(this.watches.map((watch) => watch.search(q, deadline, limitMs)));
      return searchAnswerOf(
        this.seen(),
        answers.map((answer) => ('code' in answer ? this.withoutUnseen(answer) : answer)),
        limitMs,
      );
    });
  }

  private watch(name: string): ZoneWatch {
    const found = this.watches.find(({ config }) => config.name === name);
    if (!found) throw new DomainError('zone-unknown', { zone: name });
    return found;
  }

  private seenOf({ config: { name, consoleUrl, urls }, record }: ZoneWatch): SeenZone {
    return {
      name,
      consoleUrl: consoleUrl ?? urls[0] ?? '',
      record: { ...record, reason: record.reason && this.withoutUnseen(record.reason) },
    };
  }

  /** The reason of a zone may name another one. */
  private withoutUnseen(reason: Message): Message {
    if (reason.code !== 'zone-same-cluster') return reason;
    const { zone, clusterId } = reason.params as ParamsOf<'zone-same-cluster'>;
    const isSeen = this.watches.some(({ config: { name } }) => name === zone);
    return isSeen ? reason : messageOf('zone-cluster-taken', { clusterId });
  }

  private seen(): SeenZone[] {
    return this.watches.map((watch) => this.seenOf(watch));
  }
}
