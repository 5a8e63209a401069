import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { ClientSession } from 'mongodb';
import { ExportsService } from '../attachments/exports.service.js';
import type { Lease } from '../core/leases/leases.js';
import { withExports } from '../domain/attachment/exports.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { type LegDocument, roleOf, type VolumeDocument } from '../domain/documents/volume.document.js';
import type { CandidateDrive } from '../domain/placement/candidates.js';
import { isBad } from '../domain/repair/active-rebuilds.js';
import { joiningLeg } from '../domain/repair/joining-leg.js';
import { orRefusal, type RepairStep, type RepairSurroundings, repairStep, unreachable, withJoining } from '../domain/repair/repair-step.js';
import { type Due, type DueLegs, dueLegs } from '../domain/repair/replacement-due.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { RepairRepository } from './repair.repository.js';

/** Requester of a repair that no person requested. */
const BY_ITSELF = 'weft';

/** Moves of one volume's legs, one after the other. */
export interface Moves {
  /** The volume's current attachments. */
  attachments: AttachmentDocument[];
  /** The step of each leg: `begin` computes the documents to store from the current ones. */
  steps: { from: LegDocument; to: LegDocument; begin: (volume: VolumeDocument, attachments: readonly AttachmentDocument[]) => Begun }[];
}
interface Begun {
  volume: VolumeDocument;
  attachments: AttachmentDocument[];
}

type Step = RepairStep & { nextLook: Date | null };

/**
 * Replaces legs that are missing or unhealthy for too long: reserves space, orders the new leg and opens the job in one transaction (S6). The reconciler does
 * the rest: the leg becomes a member when md has it in sync (domain/legs/leg-replacement.ts).
 */
@Injectable()
export class RepairService {
  constructor(
    private readonly repository: RepairRepository,
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
   * @returns a text if the first move would not start now.
   */
  async moves(
    volume: VolumeDocument,
    wanted: readonly { leg: LegDocument; drive: CandidateDrive }[],
    session: ClientSession,
  ): Promise<Moves | string> {
    const attachments = await this.repository.attachmentsOf(volume._id, session);
    const ends = await this.repository.maintenanceEnds(volume, session);
    const { due, waits, holder } = dueLegs(volume, attachments, new Date(), new Set(wanted.map(({ leg }) => leg.id)), ends);
    const [first] = due;
    const isMove = due.length === 1 && wanted.some(({ leg }) => leg.id === first?.leg?.id && !isBad(leg));
    if (!holder || !isMove) return waits[0]?.message ?? whyNoMove(volume, due);
    const plan = await this.exports.planner(
      holder,
      wanted.map(({ drive }) => drive.nodeId),
      session,
    );
    const steps: Moves['steps'] = [];
    for (const { leg: from, drive } of wanted) {
      const to = joiningLeg(volume, { index: from.index, leg: from, source: from }, drive, randomUUID());
      const exports = orRefusal(() => plan([to]));
      if (exports instanceof DomainError) return unreachable({ index: from.index }, exports).message;
      const begin = (of: VolumeDocument, all: readonly AttachmentDocument[]): Begun => ({
        volume: withJoining(of, from.id, to),
        attachments: withExports(all, holder._id, exports),
      });
      steps.push({ from, to, begin });
    }
    return { attachments, steps };
  }

  /** Stores the step if there is a session. */
  private async step(volumeId: string, session: ClientSession | undefined): Promise<Step | null> {
    const volume = await this.repository.volume(volumeId, session);
    if (!volume) return null;
    const world = { volume, attachments: await this.repository.attachmentsOf(volumeId, session), now: new Date(), newId: randomUUID };
    const evicted = await this.repository.evictedLegs(volume, session);
    const ends = await this.repository.maintenanceEnds(volume, session);
    const legs = dueLegs(volume, world.attachments, world.now, evicted, ends);
    const step = repairStep(world, legs, await this.surroundings(volume, legs, session));
    if (session && step.isNew) {
      await this.worlds.write(world, step.after, session);
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
    const candidates = await this.classes.candidates(volume.spec.driveClassId, volume.spec.failureDomain, session);
    const targetIds = [...new Set(candidates.drives.map(({ nodeId }) => nodeId))];
    const plan = holder && (await this.exports.planner(holder, targetIds, session));
    return {
      doubtful: await this.repository.doubtfulNodes(volume, holder, session),
      candidates,
      fencedTargets: holder ? await this.repository.fencedTargets(holder._id, session) : new Set(),
      load: await this.repository.load(session),
      line: await this.repository.line(session),
      exportsOf: (leg) => plan?.([leg]) ?? [],
    };
  }

  private async openJob({ _id: id, name }: VolumeDocument, session: ClientSession): Promise<void> {
    const open = await this.jobs.openFor([id], session);
    if (open.some(({ kind }) => kind === 'volume.repair')) return;
    await this.jobs.open(session, { kind: 'volume.repair', subject: { kind: 'volume', id, name }, requestedBy: BY_ITSELF });
  }
}

function whyNoMove({ state, array, legs }: VolumeDocument, due: readonly Due[]): string {
  if (state !== 'available') return `it is ${state}`;
  if (!array?.created) return 'it was never attached, so it has no array that could be copied';
  if (legs.some((leg) => roleOf(leg) === 'joining')) return 'another leg of it is copied now, and comes first';
  const lost = due.map(({ index, leg }) => `leg ${index}${leg ? ` on ${leg.nodeName}` : ''}`).join(', ');
  return `${lost || 'a leg of it'} is lost, and is replaced first; how depends on what md can still read`;
}
