import { Injectable } from '@nestjs/common';
import { statisticsWatchSchema } from '@weft/shared/kinds/statistics';
import type { WatchAnswer } from '@weft/shared/links/console-link';
import { z } from 'zod';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import { LiveStatisticsService } from '../stats/live/live-statistics.service.js';
import { type LiveSocket, MAX_WAITING_PACKETS, waitingPackets } from './live-socket.js';

const BURST = 20;
const PER_SECOND = 2;

/** Live statistics of the objects that a browser watches, and of no others. A browser that reads too slowly misses some. */
@Injectable()
export class WatchesService {
  private readonly rate = new RateLimit(BURST, PER_SECOND);

  constructor(private readonly statistics: LiveStatisticsService) {}

  watch(socket: LiveSocket, message: unknown): WatchAnswer {
    if (this.rate.take(socket.id) > 0) return { ok: false, code: 'rate-limited', detail: 'Too many watch requests. Send them less often.' };
    const parsed = statisticsWatchSchema.safeParse(message);
    if (!parsed.success) return { ok: false, code: 'malformed', detail: z.prettifyError(parsed.error).slice(0, 1000) };
    // Values are current only: a slow reader does not get missed ones later.
    this.statistics.watch(socket.id, [...new Set(parsed.data.objects)], (news) => {
      if (waitingPackets(socket) <= MAX_WAITING_PACKETS) socket.emit('statistics', news);
    });
    return { ok: true };
  }

  end(socket: LiveSocket): void {
    this.statistics.watch(socket.id, [], () => undefined);
  }
}
