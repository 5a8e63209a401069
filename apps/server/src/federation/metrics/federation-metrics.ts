import { WEFT_VERSION } from '@weft/shared/version';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { addProcessMetrics } from '../../core/metrics/process-metrics.js';
import type { WatchObserver, ZoneWatch } from '../asking/zone-watch.js';

/** The federation's own metrics; docs/zones.md lists them. */
export class FederationMetrics implements WatchObserver {
  readonly registry = new Registry();
  private readonly stopMeasuring = addProcessMetrics(this.registry);
  private readonly requests = new Histogram({
    name: 'weft_federation_zone_request_duration_seconds',
    help: 'Time of a request to a zone, answered or not, by path.',
    labelNames: ['zone', 'path'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  private readonly failures = new Counter({
    name: 'weft_federation_zone_failures_total',
    help: 'Polls, searches and reads of a topology of a zone that gave no complete answer, by reason.',
    labelNames: ['zone', 'reason'],
    registers: [this.registry],
  });
  private readonly answers = new Histogram({
    name: 'weft_federation_http_request_duration_seconds',
    help: 'Time of an answer of the federation, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  /** Bytes of kept values. Each value is replaced as a whole, so it is measured once. */
  private readonly bytes = new WeakMap<object, number>();

  constructor() {
    new Gauge({
      name: 'weft_federation_info',
      help: 'Version of the federation; always 1.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: WEFT_VERSION }, 1);
  }

  /** From now on, scrapes have the values of these zones. */
  watch(watches: readonly ZoneWatch[]): void {
    this.ofZones(watches, 'up', 'Whether the zone gave a complete answer to the last poll.', ({ record: { state, reason } }) =>
      state === 'reachable' && reason === null ? 1 : 0,
    );
    this.ofZones(watches, 'answer_age_seconds', 'Age of the last good values of the zone. Absent: none yet.', ({ record: { asOf } }) =>
      asOf === null ? null : Math.max(0, (Date.now() - Date.parse(asOf)) / 1000),
    );
    this.ofZones(
      watches,
      'held_bytes',
      'What the federation keeps of the zone, as JSON.',
      ({ record, topology }) => this.bytesOf(record) + (topology === null ? 0 : this.bytesOf(topology)),
    );
  }

  asked(zone: string, path: string, seconds: number): void {
    this.requests.observe({ zone, path }, seconds);
  }

  failed(zone: string, reason: string): void {
    this.failures.inc({ zone, reason });
  }

  answered(route: string, status: number, seconds: number): void {
    this.answers.observe({ route: route || 'none', status: String(status) }, seconds);
  }

  stop(): void {
    this.stopMeasuring();
  }

  private ofZones(watches: readonly ZoneWatch[], name: string, help: string, value: (watch: ZoneWatch) => number | null): void {
    new Gauge({
      name: `weft_federation_zone_${name}`,
      help,
      labelNames: ['zone'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const watch of watches) {
          const known = value(watch);
          if (known !== null) this.set({ zone: watch.config.name }, known);
        }
      },
    });
  }

  private bytesOf(kept: object): number {
    const bytes = this.bytes.get(kept) ?? Buffer.byteLength(JSON.stringify(kept));
    this.bytes.set(kept, bytes);
    return bytes;
  }
}
