import type { Inventory } from '@weft/shared/messages/inventory';
import type { DriveHealth } from '@weft/shared/messages/sample';
import { steadyMs } from '../clock/steady-clock.js';
import type { Counters, Host } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { counterRequest, NOTHING_ASSIGNED, type Subjects, subjectsOf } from './subjects.js';

export interface Reading {
  atMs: number;
  subjects: Subjects;
  counters: Counters;
}

/** Reads counters of everything assigned to this node; concurrent callers share one reading. */
export class Collector {
  #pending: Promise<Reading> | null = null;
  #last: Reading | null = null;

  constructor(
    private readonly host: Host,
    private readonly ledger: Pick<Ledger, 'assignment'>,
    readonly now: () => number = steadyMs,
  ) {}

  /** A reading of at most this age. */
  async read(maxAgeMs = 0): Promise<Reading> {
    if (this.#last && this.now() - this.#last.atMs < maxAgeMs) return this.#last;
    this.#pending ??= this.#read().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #read(): Promise<Reading> {
    const content = this.ledger.assignment?.content ?? NOTHING_ASSIGNED;
    const counters = await this.host.readCounters(counterRequest(content));
    // On a busy machine the rest of the reading may take seconds after the CPU times: a later time stamp would not match the interval that they cover.
    this.#last = { atMs: counters.node.readAtMs ?? this.now(), subjects: subjectsOf(content), counters };
    return this.#last;
  }
}

/** One entry per serial, for drives that answered. SMART is read with the inventory, every few minutes: it costs a drive a command and hardly changes. */
export function drivesHealth(inventory: Pick<Inventory, 'drives'> | null): { serial: string; health: DriveHealth }[] {
  const bySerial = new Map<string, DriveHealth>();
  for (const { serial, smart } of inventory?.drives ?? []) {
    if (smart === null) continue;
    bySerial.set(serial, {
      wearRatio: ratioOf(smart.percentageUsed),
      availableSpareRatio: ratioOf(smart.availableSparePercent),
      temperatureCelsius: smart.temperatureCelsius,
      mediaErrors: countOf(smart.mediaErrors),
      criticalWarning: countOf(smart.criticalWarning),
    });
  }
  return [...bySerial].map(([serial, health]) => ({ serial, health }));
}

const ratioOf = (percent: number | null): number | null => (percent === null || percent < 0 ? null : percent / 100);
/** Some drives report 2^128 - 1 for "unknown". */
const countOf = (count: number | null): number | null => (count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null);
