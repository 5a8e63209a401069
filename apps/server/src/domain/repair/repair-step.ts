import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@weft/shared/errors/domain-error';
import { withCondition } from '@weft/shared/kinds/common';
import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { messageOfError, type Said, said } from '@weft/shared/text/rendering/render';
import { withExports } from '../attachment/exports.js';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { LegDocument, RepairTurn, VolumeDocument } from '../documents/volume.document.js';
import { type Candidates, withoutFenced } from '../placement/candidates.js';
import { joiningLeg } from './joining-leg.js';
import { before, type InLine, withPlace, yielding } from './rebuild-queue.js';
import { type Load, placesFor } from './replacement-drives.js';
import type { Due, DueLegs, Wait } from './replacement-due.js';

/** Input of a replacement besides its volume; read only when a leg is due. */
export interface RepairSurroundings {
  /** The volume's nodes whose history is in doubt. */
  doubtful: readonly MessageReference[];
  candidates: Candidates;
  /** Ids of the targets that fence their export of the holder's attachment because of a foreign host. */
  fencedTargets: ReadonlySet<string>;
  /** Running rebuilds. */
  load: Load;
  /** Volumes that wait for other rebuilds to end. */
  line: readonly InLine[];
  /** Exports of one more leg to the holder's client. @throws DomainError when no export is possible. */
  exportsOf(leg: LegDocument): ExportDocument[];
}

export interface RepairStep {
  after: Pick<RepairWorld, 'volume' | 'attachments'>;
  /** A leg got a new place: the next due leg is planned on this result. */
  isReplacement: boolean;
  /** Whether there is a change to store. */
  isNew: boolean;
  /** A repair runs or waits, so its job must exist. */
  needsJob: boolean;
}

/** One replacement: the due leg, its new leg, and the holder's exports of the new leg. */
interface Replacement {
  due: Due;
  leg: LegDocument;
  exports: ExportDocument[];
}
interface Places {
  replacement: Replacement | null;
  waits: Wait[];
  /** Null: it waits for no other rebuild. */
  turn: RepairTurn | null;
}

const NOWHERE: Places = { replacement: null, waits: [], turn: null };

/**
 * Gives the first due leg a new place, or states what that waits for. One leg at a time: the next one is planned on this result.
 * @param surroundings null: nothing is due.
 */
export function repairStep(world: RepairWorld, legs: DueLegs, surroundings: RepairSurroundings | null): RepairStep {
  const { volume, attachments, now } = world;
  const doubts = surroundings && surroundings.doubtful.length > 0 ? [inDoubt(surroundings.doubtful)] : [];
  const { holder, due } = legs;
  const { replacement, waits, turn } = surroundings && holder && doubts.length === 0 ? place(world, due, surroundings) : NOWHERE;
  const [wait] = [...legs.waits, ...doubts, ...waits];
  const conditions = wait
    ? withCondition(volume.status.conditions, { type: REPAIR_WAITING, status: 'true', ...conditionOf(wait) }, now.toISOString())
    : volume.status.conditions.filter(({ type }) => type !== REPAIR_WAITING);
  const needsJob = replacement !== null || wait !== undefined;
  if (replacement && holder)
    return {
      after: {
        volume: withJoining(
          { ...volume, status: { ...volume.status, conditions, ...turnOf(volume, null) } },
          replacement.due.leg?.id,
          replacement.leg,
        ),
        attachments: withExports(attachments, holder._id, replacement.exports),
      },
      ...{ isReplacement: true, isNew: true, needsJob },
    };
  const next = { ...volume, status: { ...volume.status, conditions, ...turnOf(volume, turn) } };
  return { after: { volume: next, attachments }, isReplacement: false, isNew: !isDeepStrictEqual(next, volume), needsJob };
}

export interface RepairWorld {
  volume: VolumeDocument;
  attachments: readonly AttachmentDocument[];
  now: Date;
  /** Makes ids of legs. */
  newId: () => string;
}

/** The volume with a leg for md to rebuild in the place of another, which stays until the rebuild ends. */
export const withJoining = (volume: VolumeDocument, leavingId: string | undefined, joining: LegDocument): VolumeDocument => ({
  ...volume,
  generation: volume.generation + 1,
  legs: [
    ...volume.legs.map((each) => (each.id === leavingId ? { ...each, spec: { ...each.spec, role: 'leaving' as const } } : each)),
    joining,
  ],
});

function place(
  { volume, now, newId }: RepairWorld,
  due: readonly Due[],
  { candidates, fencedTargets, load, line, exportsOf }: RepairSurroundings,
): Places {
  const usable = withoutFenced(candidates, fencedTargets);
  const waits: Wait[] = [];
  let turn: RepairTurn | null = null;
  const turnFor = (waitsFor: string[]): RepairTurn => ({ since: volume.status.repairTurn?.since ?? now, waitsFor });
  const inLine = (waitsFor: string[]): InLine => ({ ...volume, status: { repairTurn: turnFor(waitsFor) } });
  /** The first such wait of a volume is its place in the queue. */
  const queue = (wait: Wait, waitsFor: string[]) => {
    turn ??= turnFor(waitsFor);
    waits.push(withPlace(wait, inLine(waitsFor), line));
  };
  for (const each of due) {
    const found = placesFor(volume, each, usable, load);
    if (found.wait?.busyIds) queue(found.wait, found.wait.busyIds);
    else if (found.wait) waits.push(found.wait);
    const refusals: DomainError[] = [];
    const firsts: { first: InLine; needed: string[] }[] = [];
    for (const drive of found.places ?? []) {
      const leg = joiningLeg(volume, each, drive, newId());
      const needed = [each.source.driveId, each.source.nodeId, drive.driveId, drive.nodeId];
      const [first] = before(inLine(needed), line);
      if (first) {
        firsts.push({ first, needed: needed.filter((id) => first.status.repairTurn.waitsFor.includes(id)) });
        continue;
      }
      const exports = orRefusal(() => exportsOf(leg));
      if (!(exports instanceof DomainError)) return { replacement: { due: each, leg, exports }, waits, turn };
      refusals.push(exports);
    }
    const [behind] = firsts;
    if (behind) queue(yielding(each.index, behind.first), behind.needed);
    waits.push(...refusals.slice(0, 1).map((refusal) => unreachable(each, refusal)));
  }
  return { replacement: null, waits, turn };
}

/** @returns the result, or a refusal as a value. @throws every error that is not a refusal. */
export function orRefusal<T>(work: () => T): T | DomainError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const turnOf = ({ status: { repairTurn = null } }: VolumeDocument, turn: RepairTurn | null) =>
  isDeepStrictEqual(repairTurn, turn) ? {} : { repairTurn: turn };

const conditionOf = ({ busyIds: _, ...told }: Wait): Said => told;

/** No repair starts while a node's history is in doubt (S14). */
const inDoubt = (nodes: readonly MessageReference[]): Wait => said('repair-needs-history', { nodes: [...nodes] }, 'history-unknown');

export const unreachable = ({ index }: Pick<Due, 'index'>, refusal: DomainError): Wait =>
  said('leg-out-of-reach', { legIndex: index, cause: messageOfError(refusal) }, 'no-shared-network');
