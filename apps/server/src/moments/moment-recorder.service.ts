import { Injectable, Logger } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import { ChangeFeed } from '../core/changes/change-feed.js';
import type { Lease } from '../core/leases/leases.js';
import { atMostEvery } from '../core/leases/while-held.js';
import { retries } from '../core/load/retries.js';
import { SettingsService } from '../settings/settings.service.js';
import { MOST_BYTES_A_DAY, MomentRecording } from './moment-recording.js';
import { MomentsRepository } from './moments.repository.js';

const DAY_MS = 86_400_000;
const REMOVES_EVERY_MS = 3_600_000;

/** Records moments in the turns of the event recorder, so that the state that an event tells about is recorded at the time of the event. */
@Injectable()
export class MomentRecorder {
  private readonly logger = new Logger(MomentRecorder.name);

  constructor(
    private readonly repository: MomentsRepository,
    private readonly settings: SettingsService,
    private readonly feed: ChangeFeed,
  ) {}

  /** For the time in which this server holds the lease. An error ends no turn: moments until the next success count as not recorded. */
  begin(lease: Lease): { turn: (at: Date) => Promise<void>; stop: () => void } {
    let recording: MomentRecording | null = null;
    let [failures, dueAt, isUsedUp] = [0, 0, false];
    const remove = atMostEvery(REMOVES_EVERY_MS, () => this.removeOld(lease));
    const off = [
      this.feed.onChange(({ collection, id }) => recording?.change(collection, id)),
      this.feed.onResync(() => recording?.compareAll()),
    ];
    const turn = async (at: Date) => {
      recording ??= await MomentRecording.begin(this.repository, lease);
      const isRecorded = await recording.turn(at);
      if (!isRecorded && !isUsedUp)
        this.logger.warn(
          `recorded moments of the last 24 h have more than ${MOST_BYTES_A_DAY} bytes: nothing is recorded until they have fewer`,
        );
      isUsedUp = !isRecorded;
      await remove();
    };
    return {
      turn: async (at) => {
        if (at.getTime() < dueAt) return;
        try {
          await turn(at);
          failures = 0;
        } catch (error) {
          lease.signal.throwIfAborted();
          recording = null;
          failures++;
          dueAt = at.getTime() + retryDelayMs(retries.moments, failures);
          this.logger.error({ err: error, failures }, 'moments were not recorded; the server retries it');
        }
      },
      stop: () => {
        for (const end of off) end();
      },
    };
  }

  private async removeOld(lease: Lease): Promise<void> {
    const { momentsKeptDays } = await this.settings.read();
    const before = new Date(Date.now() - momentsKeptDays * DAY_MS);
    const removed = await lease.transaction((session) => this.repository.removeBefore(before, session));
    if (removed > 0) this.logger.log({ removed, momentsKeptDays }, 'removed old moments');
  }
}
