import { Injectable } from '@nestjs/common';
import { parseStatisticsObject, statisticsWatchSchema } from '@weft/shared/kinds/statistics';
import type { WatchAnswer } from '@weft/shared/links/console-link';
import { z } from 'zod';
import { VisibleVolumes } from '../core/auth/visible-volumes.js';
import { isPermitted } from '../core/http/caller.js';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import type { ScopeRows } from '../core/scope/scope-rows.js';
import { isVisibleObject } from '../core/scope/visible-objects.js';
import { LiveStatisticsService } from '../stats/live/live-statistics.service.js';
import { type LiveSocket, MAX_WAITING_PACKETS, waitingPackets } from './live-socket.js';

const BURST = 20;
const PER_SECOND = 2;

/** Live statistics of the objects that a browser watches, and of no others. A browser that reads too slowly misses some. */
@Injectable()
export class WatchesService {
  private readonly rate = new RateLimit(BURST, PER_SECOND);

  constructor(
    private readonly statistics: LiveStatisticsService,
    private readonly volumes: VisibleVolumes,
  ) {}

  async watch(socket: LiveSocket, message: unknown): Promise<WatchAnswer> {
    if (this.rate.take(socket.id) > 0) return { ok: false, code: 'rate-limited', detail: 'Too many watch requests. Send them less often.' };
    const parsed = statisticsWatchSchema.safeParse(message);
    if (!parsed.success) return { ok: false, code: 'malformed', detail: z.prettifyError(parsed.error).slice(0, 1000) };
    const { caller } = socket.data;
    if (!isPermitted(caller, 'statistics:read'))
      return { ok: false, code: 'forbidden', detail: 'This needs the permission statistics:read.' };
    if (caller.kind === 'user' && caller.volumes !== null) {
      const rows = await this.volumes.rowsFor(caller, caller.volumes);
      const watched = parsed.data.objects.map(parseStatisticsObject);
      if (!watched.every((object) => isVisibleObject(rows, object)))
        return { ok: false, code: 'forbidden', detail: 'Only statistics of visible volumes, and of nodes and drive classes.' };
      socket.data.watched = watched;
    }
    // Values are current only: a slow reader does not get missed ones later.
    this.statistics.watch(socket.id, [...new Set(parsed.data.objects)], (news) => {
      if (waitingPackets(socket) <= MAX_WAITING_PACKETS) socket.emit('statistics', news);
    });
    return { ok: true };
  }

  /** Ends the watch of a socket that no longer sees all of its objects. @param rows null: it sees everything */
  recheck({ id, data: { watched } }: Pick<LiveSocket, 'id' | 'data'>, rows: ScopeRows | null): void {
    if (rows !== null && watched?.every((object) => isVisibleObject(rows, object)) === false)
      this.statistics.watch(id, [], () => undefined);
  }

  end(socket: LiveSocket): void {
    this.statistics.watch(socket.id, [], () => undefined);
  }
}
