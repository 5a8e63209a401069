import { createHash, randomUUID } from 'node:crypto';
import type { Lease } from '../core/leases/leases.js';
import type { Version } from '../domain/moments/fold.js';
import { folded } from '../domain/moments/fold.js';
import { absent, type Known, known, paced } from '../domain/moments/pace.js';
import { isPart, isRecorded, kept, type Recorded, type RecordedName, recordedNames, texts } from '../domain/moments/recorded.js';
import type { MomentRunDocument } from './moment.document.js';
import type { MomentsRepository, PackedMoment } from './moments.repository.js';

const AT_ONCE = 500;
const SNAPSHOT_EVERY_MS = 6 * 3_600_000;
/** A snapshot is due when the changes since the last one have more bytes than it, and more than these: so a read is bounded. */
const LEAST_CHANGED_BYTES = 2 ** 21;
const EXTEND_EVERY_MS = 5000;
const DAY_MS = 86_400_000;
/** Most bytes of a day. */
export const MOST_BYTES_A_DAY = 256 * 2 ** 20;
const COUNT_EVERY_MS = 600_000;

interface Totals {
  snapshotAt: Date;
  snapshotBytes: number;
  changedBytes: number;
}

const digest = (text: string): string => createHash('sha1').update(text).digest('base64');
const stateOf = (name: RecordedName, document: Recorded) => {
  const { all, calm } = texts(name, document);
  const whole = digest(all);
  return { all: whole, calm: calm === all ? whole : digest(calm) };
};

/** The recording of one server while it holds the lease. It begins with what the server before it has recorded. */
export class MomentRecording {
  private readonly objects = new Map<RecordedName, Map<string, Known>>(recordedNames.map((name) => [name, new Map()]));
  private readonly changed = new Map<RecordedName, Set<string>>(recordedNames.map((name) => [name, new Set()]));
  /** Changed objects whose version waits, with the time it waits for. */
  private readonly waiting = new Map<RecordedName, Map<string, number>>(recordedNames.map((name) => [name, new Map()]));
  private everything = true;
  private totals: Totals | null = null;
  private lastAt = 0;
  private run: MomentRunDocument | null = null;
  private day = { bytes: 0, countedAt: 0 };

  private constructor(
    private readonly repository: MomentsRepository,
    private readonly lease: Pick<Lease, 'transaction'>,
    private readonly mostBytesADay: number,
  ) {}

  /** Reads the last recorded state. */
  static async begin(
    repository: MomentsRepository,
    lease: Pick<Lease, 'transaction'>,
    mostBytesADay = MOST_BYTES_A_DAY,
  ): Promise<MomentRecording> {
    const recording = new MomentRecording(repository, lease, mostBytesADay);
    const totals = await repository.totals();
    if (!totals) return recording;
    recording.totals = totals;
    recording.lastAt = totals.lastAt.getTime();
    for (const name of recordedNames) {
      const source = await repository.source(name, totals.lastAt);
      if (!source) {
        // An earlier version did not record it. Changes need a snapshot before them.
        recording.totals = null;
        continue;
      }
      let snapshot: Recorded[] = [];
      const changes: Version[][] = [];
      for await (const { kind, versions } of repository.versions(name, source)) {
        if (kind === 'changes') changes.push(versions);
        else snapshot = [...snapshot, ...versions.flatMap(({ document }) => document ?? [])];
      }
      for (const document of folded(snapshot, changes))
        recording.of(name).set(document._id, known(stateOf(name, document), recording.lastAt));
    }
    return recording;
  }

  change(collection: string, id: string): void {
    if (isRecorded(collection)) this.changed.get(collection)?.add(id);
  }

  /** Changes may have been missed. */
  compareAll(): void {
    this.everything = true;
  }

  /** Records the changes since the last turn, as of `now`. @returns false: the bytes of this day are used up, and nothing was recorded */
  async turn(now: Date): Promise<boolean> {
    const at = new Date(Math.max(now.getTime(), this.lastAt + 1));
    if (await this.isUsedUp(at)) {
      this.run = null;
      this.everything = true;
      return false;
    }
    const changes = await this.changes(at);
    const bytes = changes.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
    const snapshot = this.needsSnapshot(at, bytes) ? await this.snapshot(at) : [];
    const moments = snapshot.length > 0 ? snapshot : changes;
    await this.store(at, moments);
    if (snapshot.length > 0) this.totals = { snapshotAt: at, snapshotBytes: bytesOf(snapshot), changedBytes: 0 };
    else if (this.totals) this.totals.changedBytes += bytes;
    return true;
  }

  private of(name: RecordedName): Map<string, Known> {
    const objects = this.objects.get(name);
    if (!objects) throw new Error(`${name} is not recorded`);
    return objects;
  }

  private async isUsedUp(at: Date): Promise<boolean> {
    if (at.getTime() - this.day.countedAt > COUNT_EVERY_MS || this.day.bytes > this.mostBytesADay)
      this.day = { bytes: await this.repository.bytesSince(new Date(at.getTime() - DAY_MS)), countedAt: at.getTime() };
    return this.day.bytes > this.mostBytesADay;
  }

  private needsSnapshot(at: Date, newBytes: number): boolean {
    if (!this.totals) return true;
    const { snapshotAt, snapshotBytes, changedBytes } = this.totals;
    if (at.getTime() - snapshotAt.getTime() >= SNAPSHOT_EVERY_MS) return true;
    return changedBytes + newBytes > Math.max(snapshotBytes, LEAST_CHANGED_BYTES);
  }

  private async changes(at: Date): Promise<PackedMoment[]> {
    const moments: PackedMoment[] = [];
    // Changes that arrive from here on are of the next turn.
    const everything = this.everything;
    this.everything = false;
    for (const name of recordedNames) {
      const versions = await this.versionsOf(name, await this.due(name, at, everything), at);
      if (versions.length > 0) moments.push(await this.repository.pack(at, 'changes', name, 0, versions));
    }
    return moments;
  }

  /** Ids of the objects to look at. */
  private async due(name: RecordedName, at: Date, everything: boolean): Promise<string[]> {
    const [changed, waiting] = [this.changed.get(name), this.waiting.get(name)];
    const ids = new Set(changed);
    changed?.clear();
    if (everything) for (const id of [...(await this.repository.ids(name)), ...this.of(name).keys()]) ids.add(id);
    for (const [id, dueAt] of waiting ?? []) {
      if (dueAt > at.getTime()) continue;
      waiting?.delete(id);
      ids.add(id);
    }
    return [...ids];
  }

  private async versionsOf(name: RecordedName, ids: readonly string[], at: Date): Promise<Version[]> {
    const versions: Version[] = [];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const found = new Map((await this.repository.present(name, some)).map((document) => [document._id, document]));
      for (const id of some) {
        const document = found.get(id);
        const part = document && isPart(name, document, at) ? kept(name, document) : null;
        if (this.takes(name, id, part, at)) versions.push({ id, document: part });
      }
    }
    return versions;
  }

  /** Whether the object has a version now. It may have one later instead. */
  private takes(name: RecordedName, id: string, document: Recorded | null, at: Date): boolean {
    const state = document ? stateOf(name, document) : absent;
    const turn = paced(this.of(name).get(id), state, at.getTime());
    if (turn.kind === 'later') this.waiting.get(name)?.set(id, turn.at);
    if (turn.kind !== 'version') return false;
    this.of(name).set(id, { ...state, at: at.getTime(), dueAt: turn.dueAt });
    return true;
  }

  private async snapshot(at: Date): Promise<PackedMoment[]> {
    const moments: PackedMoment[] = [];
    for (const name of recordedNames) {
      const objects = new Map<string, Known>();
      let part = 0;
      for await (const documents of this.repository.everything(name, AT_ONCE)) {
        const parts = documents.filter((document) => isPart(name, document, at)).map((document) => kept(name, document));
        for (const each of parts) {
          const before = this.of(name).get(each._id);
          const state = stateOf(name, each);
          objects.set(each._id, before ? { ...before, ...state } : known(state, at.getTime()));
        }
        const versions = parts.map((document) => ({ id: document._id, document }));
        if (versions.length > 0 || part === 0) moments.push(await this.repository.pack(at, 'snapshot', name, part++, versions));
      }
      this.objects.set(name, objects);
      this.waiting.get(name)?.clear();
    }
    return moments;
  }

  private async store(at: Date, moments: readonly PackedMoment[]): Promise<void> {
    const isRunning = this.run !== null;
    if (isRunning && moments.length === 0 && at.getTime() - (this.run?.until.getTime() ?? 0) < EXTEND_EVERY_MS) return;
    // Until the end of the reads: events of this turn have times up to now.
    const run = { ...(this.run ?? { _id: randomUUID(), from: at }), until: new Date(Math.max(at.getTime(), Date.now())) };
    await this.lease.transaction((session) => this.repository.store(moments, run, session));
    this.run = run;
    this.lastAt = at.getTime();
    this.day.bytes += bytesOf(moments);
  }
}

const bytesOf = (moments: readonly PackedMoment[]): number => moments.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
