import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import { type Condition, withCondition } from '@weft/shared/kinds/common';
import type { ClientSession } from 'mongodb';
import { AssignmentsService } from '../agents/assignments/assignments.service.js';
import { ExportsService } from '../attachments/exports.service.js';
import type { Lease } from '../core/leases/leases.js';
import { withExport } from '../domain/attachment/exports.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { type LegDocument, type RepairTurn, roleOf, type VolumeDocument } from '../domain/documents/volume.document.js';
import { type CandidateDrive } from '../domain/placement/candidates.js';
import { isBad } from '../domain/repair/active-rebuilds.js';
import { joiningLeg } from '../domain/repair/joining-leg.js';
import { before, type InLine, withPlace, yielding } from '../domain/repair/rebuild-queue.js';
import { placesFor } from '../domain/repair/replacement-drives.js';
import { type Due, dueLegs, type Wait } from '../domain/repair/replacement-due.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { RepairRepository } from './repair.repository.js';

/** Who asks for a repair that nobody asked for. */
const BY_ITSELF = 'weft';

/** Legs of one volume that move, one after the other. */
export interface Moves {
  /** The volume's, as they are. */
  attachments: AttachmentDocument[];
  /** What each stores when its turn comes, of what there is then. */
  steps: { from: LegDocument; to: LegDocument; begin: (volume: VolumeDocument, attachments: readonly AttachmentDocument[]) => Begun }[];
}
interface Begun {
  volume: VolumeDocument;
  attachments: AttachmentDocument[];
}

/** What is unknown starts no repair (S14). */
const inDoubt = (names: string[]): Wait => ({
  reason: 'history-unknown',
  message: `${names.join(', ')} ${names.length === 1 ? 'follows' : 'follow'} another history than this database: no leg is replaced meanwhile`,
  waitingFor: `an administrator, who accepts this database's history for ${names.join(', ')}`,
  unblockedBy: 'POST /api/v1/history-acceptances, or a newer backup of the database',
});

/** One replacement: where, and what the holder exports then. */
interface Replacement {
  due: Due;
  leg: LegDocument;
  exports: AttachmentDocument['exports'];
}
interface Plan {
  volume: VolumeDocument;
  holder: AttachmentDocument | null;
  /** One at a time: the next is planned on what came of it. */
  replacement: Replacement | null;
  conditions: Condition[];
  /** Null: it waits for no other copies. */
  turn: RepairTurn | null;
  nextLook: Date | null;
}

/**
 * Gives legs that are missing or unhealthy for too long a new place: booked, ordered and shown in one transaction (S6). What happens then
 * is the reconciler's: the leg joins when md has it in sync (reconcile/legs/leg-replacement.ts).
 */
@Injectable()
export class RepairService {
  constructor(
    private readonly repository: RepairRepository,
    private readonly classes: DriveClassesService,
    private readonly drives: DrivesService,
    private readonly exports: ExportsService,
    private readonly assignments: AssignmentsService,
    private readonly jobs: JobsService,
  ) {}

  /** @returns when the volume is to be looked at again, or null. */
  async reconcile(volumeId: string, lease: Lease): Promise<Date | null> {
    let plan = await this.plan(volumeId, undefined);
    while (plan && isNew(plan)) {
      const done = await lease.transaction((session) => this.step(volumeId, session));
      if (!done?.replacement) return done?.nextLook ?? null;
      plan = await this.plan(volumeId, undefined);
    }
    return plan?.nextLook ?? null;
  }

  /**
   * The moves of whole legs away from where they are, as they would be begun: on places that are given, and without regard to other copies. Nothing is stored.
   * @returns words when the first of them would not be begun now.
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
    const steps: Moves['steps'] = [];
    for (const { leg: from, drive } of wanted) {
      const to = joiningLeg(volume, { index: from.index, leg: from, source: from }, drive);
      const exports = await this.exportsOf(holder, to, session);
      if (exports instanceof DomainError) return unreachable({ index: from.index }, exports).message;
      const begin = (of: VolumeDocument, all: readonly AttachmentDocument[]): Begun => ({
        volume: { ...of, generation: of.generation + 1, legs: withJoining(of.legs, from.id, to) },
        attachments: all.map((each) => (each._id === holder._id ? { ...each, exports: exports.reduce(withExport, each.exports) } : each)),
      });
      steps.push({ from, to, begin });
    }
    return { attachments, steps };
  }

  private async step(volumeId: string, session: ClientSession): Promise<Plan | null> {
    const plan = await this.plan(volumeId, session);
    if (!plan || !isNew(plan)) return plan;
    const { volume, replacement, holder, conditions, turn } = plan;
    if (replacement && holder) await this.replace(volume, holder, replacement, conditions, session);
    else await this.repository.saveVolume(volumeId, { conditions, repairTurn: turn }, session, true);
    const open = (await this.jobs.openFor([volumeId], session)).some(({ kind }) => kind === 'volume.repair');
    const isWaiting = conditions.some(({ type }) => type === 'Repair');
    if (!open && (replacement || isWaiting))
      await this.jobs.open(session, {
        kind: 'volume.repair',
        subject: { kind: 'volume', id: volumeId, name: volume.name },
        requestedBy: BY_ITSELF,
      });
    return plan;
  }

  private async plan(volumeId: string, session: ClientSession | undefined): Promise<Plan | null> {
    const volume = await this.repository.volume(volumeId, session);
    if (!volume) return null;
    const now = new Date();
    const attachments = await this.repository.attachmentsOf(volumeId, session);
    const evicted = await this.repository.evictedLegs(volume, session);
    const ends = await this.repository.maintenanceEnds(volume, session);
    const { due, waits, holder, nextLook } = dueLegs(volume, attachments, now, evicted, ends);
    const doubtful = due.length > 0 ? await this.repository.doubtfulNodes(volume, holder, session) : [];
    if (doubtful.length > 0) waits.push(inDoubt(doubtful));
    const places =
      holder && doubtful.length === 0 ? await this.place(volume, holder, due, now, session) : { replacement: null, waits: [], turn: null };
    const [wait] = [...waits, ...places.waits];
    const others = volume.conditions.filter(({ type }) => type !== 'Repair');
    const conditions = wait
      ? withCondition(volume.conditions, { type: 'Repair', status: 'false', ...conditionOf(wait) }, now.toISOString())
      : others;
    return { volume, holder, replacement: places.replacement, conditions, turn: places.turn, nextLook };
  }

  private async place(
    volume: VolumeDocument,
    holder: AttachmentDocument,
    due: readonly Due[],
    now: Date,
    session: ClientSession | undefined,
  ) {
    const waits: Wait[] = [];
    let turn: RepairTurn | null = null;
    if (due.length === 0) return { replacement: null, waits, turn };
    const candidates = await this.classes.candidates(volume.spec.driveClassId, volume.spec.failureDomain, session);
    const load = await this.repository.load(session);
    const line = await this.repository.line(session);
    const inLine = (waitsFor: string[]): InLine & VolumeDocument => ({
      ...volume,
      repairTurn: { since: volume.repairTurn?.since ?? now, waitsFor },
    });
    /** The first one of a volume is what it stands in line for. */
    const queue = (wait: Wait, waitsFor: string[]) => {
      turn ??= inLine(waitsFor).repairTurn;
      waits.push(withPlace(wait, inLine(waitsFor), line));
    };
    for (const each of due) {
      const found = placesFor(volume, each, candidates, load);
      if (found.wait?.busyIds) queue(found.wait, found.wait.busyIds);
      else if (found.wait) waits.push(found.wait);
      const refusals: DomainError[] = [];
      const firsts: { first: InLine; needed: string[] }[] = [];
      for (const drive of found.places ?? []) {
        const leg = joiningLeg(volume, each, drive);
        const needed = [each.source.driveId, each.source.nodeId, drive.driveId, drive.nodeId];
        const [first] = before(inLine(needed), line);
        if (first) {
          firsts.push({ first, needed: needed.filter((id) => first.repairTurn.waitsFor.includes(id)) });
          continue;
        }
        const exports = await this.exportsOf(holder, leg, session);
        if (!(exports instanceof DomainError))
          return { replacement: { due: each, leg, exports: exports.reduce(withExport, holder.exports) }, waits, turn };
        refusals.push(exports);
      }
      const [behind] = firsts;
      if (behind) queue(yielding(each.index, behind.first), behind.needed);
      waits.push(...refusals.slice(0, 1).map((refusal) => unreachable(each, refusal)));
    }
    return { replacement: null, waits, turn };
  }

  private async exportsOf(holder: AttachmentDocument, leg: LegDocument, session: ClientSession | undefined) {
    try {
      return await this.exports.planned(holder, [leg], session);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  private async replace(
    volume: VolumeDocument,
    holder: AttachmentDocument,
    { due, leg, exports }: Replacement,
    conditions: Condition[],
    session: ClientSession,
  ): Promise<void> {
    await this.drives.book(leg.driveId, leg.sizeBytes, session);
    const legs = withJoining(volume.legs, due.leg?.id, leg);
    await this.repository.saveVolume(volume._id, { legs, conditions, repairTurn: null, generation: volume.generation + 1 }, session, false);
    await this.repository.saveExports(holder._id, exports, session);
    const generations = await this.assignments.recompute(session, [holder.nodeId, leg.nodeId]);
    const orderGeneration = generations.get(leg.nodeId) ?? 0;
    const ordered = legs.map((each) => (each.id === leg.id ? { ...each, orderGeneration } : each));
    await this.repository.saveVolume(volume._id, { legs: ordered }, session, true);
    const asOrdered = exports.map((each) => (each.nodeId === leg.nodeId ? { ...each, orderGeneration } : each));
    await this.repository.saveExports(holder._id, asOrdered, session);
  }
}

const withJoining = (legs: readonly LegDocument[], leavingId: string | undefined, joining: LegDocument): LegDocument[] => [
  ...legs.map((each) => (each.id === leavingId ? { ...each, role: 'leaving' as const } : each)),
  joining,
];

function whyNoMove({ state, array, legs }: VolumeDocument, due: readonly Due[]): string {
  if (state !== 'available') return `it is ${state}`;
  if (!array?.created) return 'it was never attached, so it has no array that could be copied';
  if (legs.some((leg) => roleOf(leg) === 'joining')) return 'another leg of it is copied now, and comes first';
  const lost = due.map(({ index, leg }) => `leg ${index}${leg ? ` on ${leg.nodeName}` : ''}`).join(', ');
  return `${lost || 'a leg of it'} is lost, and is replaced first; how depends on what md can still read`;
}

const isNew = ({ volume, replacement, conditions, turn }: Plan): boolean =>
  replacement !== null || !isDeepStrictEqual(conditions, volume.conditions) || !isDeepStrictEqual(turn, volume.repairTurn ?? null);

const conditionOf = ({ reason, message, waitingFor, unblockedBy }: Wait) => ({ reason, message, waitingFor, unblockedBy });

const unreachable = ({ index }: Pick<Due, 'index'>, { message }: DomainError): Wait => ({
  reason: 'no-shared-network',
  message: `leg ${index} finds room where its client does not reach it: ${message}`,
  waitingFor: 'a path from the client to a target with room',
  unblockedBy: 'what the message names',
});
