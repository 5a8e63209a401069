import type { MongoClient, ServerDescription, TopologyDescription } from 'mongodb';

/** The replica set has had no primary for longer than an election takes: less than a majority of its members works, or this server reaches less. */
export interface PrimaryAbsence {
  forSeconds: number;
  members: number;
  /** Members that answer this server. */
  reachable: number;
  /** Upper bound of the age of what the reachable members have; null: none of them can be read. */
  ageSeconds: number | null;
}

type Member = Pick<ServerDescription, 'type' | 'lastWriteDate'>;

/** Until then a read waits for the primary: an election is mostly over sooner, and reads then miss nothing. */
const TOLERATED_MS = 5000;
const readable = ({ type }: Member): boolean => type === 'RSSecondary';

/** @param forMs time without a primary */
export function absenceOf(members: readonly Member[], forMs: number, nowMs: number): PrimaryAbsence {
  const ages = members.filter(readable).map(({ lastWriteDate }) => Math.max(forMs, nowMs - lastWriteDate));
  return {
    forSeconds: Math.ceil(forMs / 1000),
    members: members.length,
    reachable: members.filter(({ type }) => type !== 'Unknown').length,
    ageSeconds: ages.length === 0 ? null : Math.ceil(Math.max(...ages) / 1000),
  };
}

/** Follows by the driver's heartbeats whether the replica set has a primary. */
export class PrimaryWatch {
  private goneAtMs: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isAbsent = false;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly client: MongoClient,
    private readonly toleratedMs = TOLERATED_MS,
  ) {
    client.on('topologyDescriptionChanged', ({ newDescription }) => this.look(newDescription));
  }

  /** Calls `listener` when the absence begins and when it ends. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Null while there is a primary, or there was one a moment ago. */
  get absence(): PrimaryAbsence | null {
    if (!this.isAbsent || this.goneAtMs === undefined) return null;
    // The driver updates this description with each heartbeat; the event comes only with other changes than the time of the last write.
    const { topology } = this.client as unknown as { topology?: { description: TopologyDescription } };
    const members = [...(topology?.description.servers.values() ?? [])];
    return absenceOf(members, performance.now() - this.goneAtMs, Date.now());
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private look({ servers }: TopologyDescription): void {
    const hasPrimary = [...servers.values()].some(({ type }) => type === 'RSPrimary');
    if (hasPrimary) {
      clearTimeout(this.timer);
      this.goneAtMs = undefined;
      this.become(false);
    } else if (this.goneAtMs === undefined) {
      this.goneAtMs = performance.now();
      this.timer = setTimeout(() => this.become(true), this.toleratedMs);
      this.timer.unref();
    }
  }

  private become(isAbsent: boolean): void {
    if (this.isAbsent === isAbsent) return;
    this.isAbsent = isAbsent;
    for (const listener of this.listeners) listener();
  }
}
