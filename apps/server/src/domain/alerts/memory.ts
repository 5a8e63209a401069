import type { AlertRuleName } from '@weft/shared/alerts/alert-rules';

/*
 * What rules about changes over time have to remember between evaluations. It is stored in the transaction of the alerts, so that the next server goes on
 * where the last one stopped.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More losses of an object within an hour are not counted. */
const MOST_TIMES = 100;

export interface MemoryEntry {
  value: number;
  /** When `value` last changed (progress), or last rose (counters). Null: not since the first look. */
  changedAt: Date | null;
  /** Times of the last hour at which something was lost. */
  times?: Date[];
}

/** Collection `alertMemory`, one document for each rule; `since`: its first evaluation. */
export interface RuleMemory {
  _id: AlertRuleName;
  since: Date;
  entries: Record<string, MemoryEntry>;
}

const noMemory = (rule: AlertRuleName, now: Date): RuleMemory => ({ _id: rule, since: now, entries: {} });

/** The memories of one evaluation. */
export class RuleMemories {
  private readonly next = new Map<AlertRuleName, RuleMemory>();

  constructor(
    private readonly stored: ReadonlyMap<string, RuleMemory>,
    private readonly now: Date,
  ) {}

  /** A rule that is evaluated for the first time has an empty one. */
  get(rule: AlertRuleName): RuleMemory {
    return this.next.get(rule) ?? this.stored.get(rule) ?? noMemory(rule, this.now);
  }

  set(memory: RuleMemory): void {
    this.next.set(memory._id, memory);
  }

  /** Memories that differ from the stored ones. */
  changed(): RuleMemory[] {
    return [...this.next.values()].filter((memory) => JSON.stringify(memory) !== JSON.stringify(this.stored.get(memory._id)));
  }
}

/**
 * Counters that only rise. What an object has at the first look of the rule is no rise; an object that appears later had none before.
 * @param counters values above 0, by object
 * @returns the next memory; `changedAt` is when a counter last rose
 */
export function rising(memory: RuleMemory, counters: ReadonlyMap<string, number>, now: Date): RuleMemory {
  const isFirstLook = memory.since.getTime() === now.getTime();
  const entries = [...counters].map(([id, value]): [string, MemoryEntry] => {
    const before = memory.entries[id];
    const rose = before ? value > before.value : !isFirstLook;
    return [id, { value, changedAt: rose ? now : (before?.changedAt ?? null) }];
  });
  return { ...memory, entries: Object.fromEntries(entries) };
}

/** Whether a counter rose within a day. */
export const roseToday = (entry: MemoryEntry | undefined, now: Date): boolean =>
  entry?.changedAt != null && now.getTime() - entry.changedAt.getTime() < DAY_MS;

/** Progress of operations: `changedAt` is when one last progressed, or when it was first seen. An ended operation is removed. */
export function moving(memory: RuleMemory, progress: ReadonlyMap<string, number>, now: Date): RuleMemory {
  const entries = [...progress].map(([id, value]): [string, MemoryEntry] => {
    const before = memory.entries[id];
    return [id, before && before.value === value ? before : { value, changedAt: now }];
  });
  return { ...memory, entries: Object.fromEntries(entries) };
}

/**
 * Losses within the last hour. `value` is 1 while an object is lost.
 * @param judged whether the present state of an object is known; an unknown one stays as it was
 */
export function losses(memory: RuleMemory, lost: ReadonlySet<string>, now: Date, judged: (id: string) => boolean = () => true): RuleMemory {
  const entries: Record<string, MemoryEntry> = {};
  for (const id of new Set([...lost, ...Object.keys(memory.entries)])) {
    const before = memory.entries[id];
    const times = (before?.times ?? []).filter((time) => now.getTime() - time.getTime() < HOUR_MS);
    const isLost = judged(id) ? lost.has(id) : before?.value === 1;
    if (isLost && before?.value !== 1) times.push(now);
    if (isLost || times.length > 0)
      entries[id] = { value: isLost ? 1 : 0, changedAt: before?.changedAt ?? null, times: times.slice(-MOST_TIMES) };
  }
  return { ...memory, entries };
}

/**
 * Losses within the last hour by counters of them, so that none between two looks is missed. Those before the first look of an object do not count.
 * @param counters values above 0, by object
 */
export function countedLosses(memory: RuleMemory, counters: ReadonlyMap<string, number>, now: Date): RuleMemory {
  const isFirstLook = memory.since.getTime() === now.getTime();
  const entries = [...counters].map(([id, value]): [string, MemoryEntry] => {
    const before = memory.entries[id];
    const times = (before?.times ?? []).filter((time) => now.getTime() - time.getTime() < HOUR_MS);
    const lost = before ? value - before.value : isFirstLook ? 0 : value;
    times.push(...Array.from({ length: Math.min(MOST_TIMES, Math.max(0, lost)) }, () => now));
    return [id, { value, changedAt: null, times: times.slice(-MOST_TIMES) }];
  });
  return { ...memory, entries: Object.fromEntries(entries) };
}

export const lossesOf = (entry: MemoryEntry | undefined): number => entry?.times?.length ?? 0;

/** A total, minute by minute for an hour. Keys are times in ISO 8601. */
export function totals(memory: RuleMemory, total: number, now: Date): RuleMemory {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString();
  const kept = Object.entries(memory.entries).filter(([at]) => now.getTime() - Date.parse(at) <= HOUR_MS);
  return { ...memory, entries: { ...Object.fromEntries(kept), [minute]: { value: total, changedAt: null } } };
}

/** How much the total rose within the hour, from its oldest value. */
export function growth({ entries }: RuleMemory, total: number): number {
  const [oldest] = Object.keys(entries).sort();
  return oldest === undefined ? 0 : total - (entries[oldest]?.value ?? total);
}
