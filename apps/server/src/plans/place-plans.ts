import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { driveRef, legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { WipeMethod } from '@weft/shared/wipe/wipe-method';
import type { ClientSession } from 'mongodb';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { nodeOf, volumeOf } from '../domain/documents/references.js';
import { DrivesService } from '../drives/drives.service.js';
import { EvictionsService } from '../repair/evictions.service.js';
import { type Moves, RepairService } from '../repair/repair.service.js';
import { MOVES_TOLD, type Moving, movesOf, notPlanned } from './moving.js';
import type { Decided, Decision, Part } from './part.js';
import { PlansRepository } from './plans.repository.js';

const part = (drive: DriveDocument): Part => ({ drives: [drive], volume: null, attachments: [] });

/** Plans for drives and nodes. */
@Injectable()
export class PlacePlans {
  constructor(
    private readonly plans: PlansRepository,
    private readonly drives: DrivesService,
    private readonly evictions: EvictionsService,
    private readonly repair: RepairService,
  ) {}

  async ordered(action: 'take' | 'wipe' | 'release', driveId: string, session: ClientSession, method?: WipeMethod): Promise<Decided> {
    const { before, after } = await this.drives.ordered(action, driveId, session, method);
    return { before: part(before), after: part(after) };
  }

  /** Plans the move of each leg to its current placement. */
  async evicted(place: 'drive' | 'node', id: string, session: ClientSession): Promise<Decision> {
    const { planned } = await this.evictions.evicted(place, id, session);
    const { told, notes } = movesOf(planned, MOVES_TOLD);
    const rehearsed: Decided[] = [];
    for (const each of told) {
      const moves = await this.repair.moves(each.volume, each.legs, session);
      if ('code' in moves) notes.push(notPlanned(each.volume, moves));
      else rehearsed.push(await this.moved(each, moves, session));
    }
    return { rehearsed, notes: [...(rehearsed.length > 0 ? [messageOf('placed-as-now', {})] : []), ...notes] };
  }

  /** Does not check whether volumes need the node: the dry run of a maintenance does that. This answer is the same either way. */
  async maintained(id: string, session: ClientSession): Promise<Decision> {
    const node = (await this.plans.nodes([id], session)).get(id);
    if (!node) throw new DomainError('node-not-found', { id });
    return { rehearsed: [], notes: [messageOf('no-commands-for-maintenance', { node: nodeRef(id, node.name) })] };
  }

  private async moved({ volume }: Moving, { attachments, steps }: Moves, session: ClientSession): Promise<Decided> {
    const last = steps.reduce((world, { begin }) => begin(world.volume, world.attachments), { volume, attachments });
    const stages = steps.map(({ from, to, begin }) => ({
      purpose: messageOf('move-between-drives', {
        ...{ leg: legRef(from), volume: volumeOf(volume) },
        ...{ fromDrive: driveRef(from.driveId, from.driveSerial), fromNode: nodeOf(from) },
        ...{ toDrive: driveRef(to.driveId, to.driveSerial), toNode: nodeOf(to) },
      }),
      begin: ({ drives, volume: now, attachments: all }: Part): Part =>
        now ? { drives, ...begin(now, all) } : { drives, volume: now, attachments: all },
    }));
    return { ...(await this.plans.parts({ volume, attachments }, last, session)), stages };
  }
}
