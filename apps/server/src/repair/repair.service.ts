import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Message } from '@weft/shared/text/message';
import type { ClientSession } from 'mongodb';
import { ExportsService } from '../attachments/exports.service.js';
import type { Lease } from '../core/leases/leases.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { type RepairStep, type RepairSurroundings, repairStep } from '../domain/repair/repair-step.js';
import { type DueLegs, dueLegs } from '../domain/repair/replacement-due.js';
import { holderOfMoves, type MoveStep, startedMoves, type WantedMove } from '../domain/repair/start-moves.js';
import { RepairWorldStore } from '../domain/store/repair-world-store.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { JobsService } from '../jobs/jobs.service.js';

/** Requester of a repair that no person requested. */
const BY_ITSELF = 'weft';

/** Moves of one volume's legs, one after the other. */
export interface Moves {
  /** The volume's current attachments. */
  attachments: AttachmentDocument[];
  steps: MoveStep[];
}

type Step = RepairStep & { nextLook: Date | null };

/**
 * Replaces legs that are missing or unhealthy for too long: reserves space, orders the new leg and opens the job in one transaction (S6). The reconciler does
 * the rest: the leg becomes a member when md has it in sync (domain/legs/leg-replacement.ts).
 */
@Injectable()
export class RepairService {
  constructor(
    private readonly repairs: RepairWorldStore,
    private readonly worlds: WorldStore,
    private readonly classes: DriveClassesService,
    private readonly exports: ExportsService,
    private readonly jobs: JobsService,
  ) {}

  /** @returns when to check the volume again, or null. */
  async reconcile(volumeId: string, lease: Lease): Promise<Date | null> {
    let step = await this.step(volumeId, undefined);
    while (step?.isNew) {
      const done = await lease.transaction((session) => this.step(volumeId, session));
      if (!done?.isReplacement) return done?.nextLook ?? null;
      step = await this.step(volumeId, undefined);
    }
    return step?.nextLook ?? null;
  }

  /**
   * The moves of healthy legs to the given drives, as they would start. Ignores the limits on parallel resyncs. Stores nothing.
   * @returns why not if the first move would not start now.
   */
  async moves(volume: VolumeDocument, wanted: readonly WantedMove[], session: ClientSession): Promise<Moves | Message> {
    const { attachments, ends, now } = await this.repairs.around(volume, session);
    const holder = holderOfMoves(volume, wanted, dueLegs(volume, attachments, now, new Set(wanted.map(({ leg }) => leg.id)), ends));
    if ('code' in holder) return holder;
    const targetIds = wanted.map(({ drive }) => drive.nodeId);
    const plan = await this.exports.planner(holder, targetIds, session);
    const steps = startedMoves(volume, holder, wanted, (leg) => plan([leg]), randomUUID);
    return 'code' in steps ? steps : { attachments, steps };
  }

  /** Stores the step if there is a session. */
  private async step(volumeId: string, session: ClientSession | undefined): Promise<Step | null> {
    const world = await this.repairs.read(volumeId, session);
    if (!world) return null;
    const { volume, attachments, now, evicted, ends } = world;
    const legs = dueLegs(volume, attachments, now, evicted, ends);
    const step = repairStep({ volume, attachments, now, newId: randomUUID }, legs, await this.surroundings(volume, legs, session));
    if (session && step.isNew) {
      await this.worlds.write({ volume, attachments }, step.after, session);
      if (step.needsJob) await this.openJob(volume, session);
    }
    return { ...step, nextLook: legs.nextLook };
  }

  private async surroundings(
    volume: VolumeDocument,
    { due, holder }: DueLegs,
    session: ClientSession | undefined,
  ): Promise<RepairSurroundings | null> {
    if (due.length === 0) return null;
    const candidates = await this.classes.candidates(volume.spec, session);
    const targetIds = [...new Set(candidates.drives.map(({ nodeId }) => nodeId))];
    const plan = holder && (await this.exports.planner(holder, targetIds, session));
    return {
      doubtful: await this.repairs.doubtfulNodes(volume, holder, session),
      candidates,
      fencedTargets: holder ? await this.exports.fencedTargets([holder], session) : new Set(),
      load: await this.repairs.load(session),
      line: await this.repairs.line(session),
      exportsOf: (leg) => plan?.([leg]) ?? [],
    };
  }

  private async openJob({ _id: id, name }: VolumeDocument, session: ClientSession): Promise<void> {
    const open = await this.jobs.openFor([id], session);
    if (open.some(({ kind }) => kind === 'volume.repair')) return;
    await this.jobs.open(session, { kind: 'volume.repair', subject: { kind: 'volume', id, name }, requestedBy: BY_ITSELF });
  }
}
