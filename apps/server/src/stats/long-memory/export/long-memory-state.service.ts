import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/config.schema.js';
import { RemoteWriteStates } from './remote-write-state.js';

/** A loss is reported for so long. */
const REPORTED_MS = 3_600_000;

/** How far the long memory is behind, whichever server sends. */
@Injectable()
export class LongMemoryStateService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly states: RemoteWriteStates,
  ) {}

  /** Null: this server is not configured to send, or nothing was sent yet. */
  async read(now: Date): Promise<{ backlogSeconds: number; loses: boolean } | null> {
    const state = this.config.longMemoryWriteUrl === null ? null : await this.states.read();
    // A backfill that has not begun has no time yet.
    if (!state || state.until.getTime() === 0) return null;
    const isRecent = (at: Date | undefined) => at !== undefined && now.getTime() - at.getTime() < REPORTED_MS;
    return {
      backlogSeconds: Math.max(0, (now.getTime() - state.until.getTime()) / 1000),
      loses: isRecent(state.refused?.at) || isRecent(state.lost?.at),
    };
  }
}
