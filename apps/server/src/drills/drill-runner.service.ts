import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { ScratchVolumes } from '../benchmarks/scratch-volumes.service.js';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { runTurns } from '../core/leases/turns.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import type { DrillDocument } from '../domain/documents/drill.document.js';
import { advance, ended } from '../domain/drill/advance.js';
import { placeOf } from '../domain/drill/drill-place.js';
import { touchedBy } from '../domain/drill/refusals.js';
import { dueKind } from '../domain/drill/schedule.js';
import { jobReason } from '../domain/job-messages/job-message.js';
import { SettingsService } from '../settings/settings.service.js';
import { DrillStore } from './drill-store.service.js';
import { DrillWorlds } from './drill-worlds.service.js';
import { DrillsRepository } from './drills.repository.js';
import { DrillsService } from './drills.service.js';

/** Resolution of the times in the report. */
const TURN_MS = 500;
/** Without an open drill; one that begins ends the pause. */
const IDLE_MS = 30_000;
/** A scratch volume that is not attached and whole after this time fails the drill. */
const PREPARED_WITHIN_MS = 10 * 60_000;

type Transaction = Pick<Lease, 'transaction'>;

/**
 * Takes the open drill on, on the server that holds the lease. It keeps nothing: a server that is killed leaves what is stored, and the next holder goes on from
 * there. Agents end a fault by themselves meanwhile.
 */
@Injectable()
export class DrillRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(DrillRunner.name);

  constructor(
    private readonly drills: DrillsRepository,
    private readonly store: DrillStore,
    private readonly worlds: DrillWorlds,
    private readonly scratch: ScratchVolumes,
    private readonly service: DrillsService,
    private readonly settings: SettingsService,
    private readonly feed: ChangeFeed,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    const wake = runTurns(this.leases, { lease: 'drills', turnMs: TURN_MS, idleMs: IDLE_MS, turn: (lease) => this.turn(lease) });
    this.feed.onChange(({ collection }) => {
      if (collection === 'drills') wake();
    });
  }

  /** @returns whether no drill is open */
  async turn(lease: Transaction): Promise<boolean> {
    const open = await this.drills.open();
    for (const { _id, state } of open) {
      if (state === 'preparing') await this.prepare(_id, lease);
      if (state === 'removing') await this.removeScratch(_id, lease);
      await this.set(_id, lease, async (drill, session) => {
        const world = await this.worlds.read(drill.place, drill.volume?.volume.id ?? null, session);
        return advance(drill, { ...world, newId: randomUUID });
      });
    }
    if (open.length === 0) await this.scheduled(lease, new Date());
    return open.length === 0;
  }

  /** Begins the drill that the schedule has for now. Another server cannot begin it too: the transaction needs the lease. */
  async scheduled(lease: Transaction, now: Date): Promise<void> {
    const { drillSchedule: schedule } = (await this.settings.get()).spec;
    const kind = schedule && dueKind(schedule, await this.drills.newestScheduled(), now);
    if (!schedule || !kind) return;
    const { faultSeconds, scratch } = schedule;
    await this.service.createScheduled({ kind, faultSeconds, scratch, load: true }, (work) => lease.transaction(work));
    this.logger.log({ kind }, `the schedule began a drill: ${kind}`);
  }

  private async prepare(id: string, lease: Transaction): Promise<void> {
    const drill = await this.drills.find(id);
    if (drill?.state !== 'preparing' || drill.cancelledBy !== null) return;
    const fail = (error: string) => {
      const reason = jobReason('drill-scratch-failed', { volume: drill.scratchVolume?.name ?? '', error });
      return this.set(id, lease, (each) => (each.state === 'preparing' ? ended(each, 'failed', reason, new Date()) : each));
    };
    try {
      const [ready] = (await this.scratch.prepare(asBenchmark(drill), 'Scratch volume of a drill, which removes it.')) ?? [];
      if (ready) await this.begin(drill, ready.attachmentId, lease);
      else if (Date.now() - drill.createdAt.getTime() > PREPARED_WITHIN_MS)
        await fail(`it was not attached within ${PREPARED_WITHIN_MS / 60_000} min; see its jobs`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ err: error, drillId: id }, 'a scratch volume could not be made');
      await fail(error.message);
    }
  }

  /** The scratch volume is attached: from here on the drill is like one on any volume. */
  private async begin({ _id, request }: DrillDocument, attachmentId: string, lease: Transaction): Promise<void> {
    const attachment = await this.worlds.attachment(attachmentId);
    const volume = attachment && (await this.worlds.volume(attachment.volumeId));
    if (!attachment || !volume) return;
    const place = placeOf(request, volume, attachment);
    const world = await this.worlds.read(place, volume._id);
    await this.set(_id, lease, (drill) =>
      drill.state !== 'preparing' || drill.cancelledBy !== null
        ? drill
        : {
            ...drill,
            state: 'running',
            place,
            touched: touchedBy(place, world).map(({ _id: id, name }) => ({ id, name })),
            volume: {
              attachmentId,
              volume: { id: volume._id, name: volume.name },
              client: drill.client,
              sizeBytes: volume.spec.sizeBytes,
              mayHoldData: true,
            },
          },
    );
  }

  private async removeScratch(id: string, lease: Transaction): Promise<void> {
    const drill = await this.drills.find(id);
    if (drill?.state !== 'removing' || (await this.scratch.remove(asBenchmark(drill))) !== null) return;
    await this.set(id, lease, (each) =>
      each.state === 'removing' ? { ...each, state: each.endsAs ?? 'done', claim: null, finishedAt: new Date() } : each,
    );
  }

  private async set(id: string, lease: Transaction, decide: Parameters<DrillStore['change']>[1]): Promise<void> {
    await this.store.change(id, decide, (work) => lease.transaction(work));
  }
}

/** What a scratch volume is made from. */
const asBenchmark = ({
  request: { scratch },
  scratchVolume,
  requestedBy,
}: DrillDocument): Pick<BenchmarkDocument, 'scratch' | 'scratchVolumes' | 'requestedBy'> => ({
  scratch: scratch ? { ...scratch, nodeIds: [scratch.nodeId], volumesPerClient: 1 } : null,
  scratchVolumes: scratchVolume ? [scratchVolume] : [],
  requestedBy,
});
