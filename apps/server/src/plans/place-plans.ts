import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { DriveDocument } from '../drives/drive.document.js';
import { DrivesService } from '../drives/drives.service.js';
import type { Decided, Part } from './part.js';

const part = (drive: DriveDocument): Part => ({ drives: [drive], volume: null, attachments: [] });

/** What is planned for drives and nodes. */
@Injectable()
export class PlacePlans {
  constructor(private readonly drives: DrivesService) {}

  async ordered(action: 'take' | 'wipe' | 'release', driveId: string, session: ClientSession): Promise<Decided> {
    const { before, after } = await this.drives.ordered(action, driveId, session);
    return { before: part(before), after: part(after) };
  }
}
