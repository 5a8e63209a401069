import { Inject, Injectable, Logger } from '@nestjs/common';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { z } from 'zod';
import { CONFIG, type Config } from '../../../config/config.schema.js';
import { concurrency } from '../../../core/load/concurrency.js';
import type { Point } from '../../points/point.js';
import { LongMemoryHttp } from '../receiver/long-memory-http.js';
import { pointsOf, rangeAnswerSchema } from './answered-points.js';
import { expression, type LongMemoryRead } from './long-memory-query.js';

const MOST_ANSWER_BYTES = 64 * 2 ** 20;
/** Prometheus refuses a query of more than 11,000 steps. */
const MOST_STEPS = 10_000;
const SHOWN_CHARACTERS = 200;

const refusalSchema = z.object({ error: z.string() });

/** Why the long memory gave nothing, as a message for people. */
export class LongMemoryFailure extends Error {
  override readonly name = 'LongMemoryFailure';

  constructor(
    readonly problem: Message,
    cause?: unknown,
  ) {
    super(problem.code, { cause });
  }
}

/** Reads points that MongoDB keeps no longer, by the HTTP API of Prometheus. */
@Injectable()
export class LongMemory {
  private readonly logger = new Logger(LongMemory.name);
  /** Of the last query; null: it was answered. */
  private failure: LongMemoryFailure | null = null;
  private isTrying = false;
  private readonly reads = new ConcurrencyLimit(
    concurrency.longMemoryReads,
    () => new LongMemoryFailure(messageOf('long-memory-busy', {})),
  );

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly http: LongMemoryHttp,
  ) {}

  get isConfigured(): boolean {
    return this.config.longMemoryQueryUrl !== null;
  }

  /**
   * Points of whole steps, in no order.
   * @throws LongMemoryFailure within the time limit of the settings, for each 10,000 steps
   */
  async *read(read: LongMemoryRead): AsyncGenerator<Point[]> {
    const length = MOST_STEPS * read.stepMs;
    for (let { from } = read; from < read.to; from += length) {
      const piece = { ...read, from, to: Math.min(read.to, from + length) };
      yield await this.reads.run(() => this.readIfAnswering(piece));
    }
  }

  /** After a failure one query at a time tries again, and the others fail at once: no chart waits for the time limit of those before it. */
  private async readIfAnswering(read: LongMemoryRead): Promise<Point[]> {
    if (this.failure === null) return this.readPiece(read);
    if (this.isTrying) throw this.failure;
    this.isTrying = true;
    try {
      return await this.readPiece(read);
    } finally {
      this.isTrying = false;
    }
  }

  private async readPiece(read: LongMemoryRead): Promise<Point[]> {
    const { longMemoryQueryUrl: url } = this.config;
    if (url === null) return [];
    const body = new URLSearchParams({
      query: expression(read),
      start: String((read.from + read.stepMs) / 1000),
      end: String(read.to / 1000),
      step: String(read.stepMs / 1000),
      // VictoriaMetrics ("Backfilling"): its cache would have the time before samples of this age were sent. Others ignore it.
      nocache: '1',
      timeout: `${this.config.longMemoryTimeoutSeconds}s`,
    }).toString();
    try {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      const answer = await this.http.post({ url: rangeUrl(url), headers, body, mostBytes: MOST_ANSWER_BYTES });
      const parsed = rangeAnswerSchema.safeParse(jsonOf(answer.body));
      if (answer.status !== 200 || !parsed.success) throw new Error(refusalOf(answer.status, answer.body));
      this.failure = null;
      return pointsOf(parsed.data.data.result, read);
    } catch (error) {
      const failure = (error as Error).message;
      if (this.failure === null) this.logger.error({ err: error }, 'the long memory answers no query; charts show what MongoDB has');
      this.failure = new LongMemoryFailure(messageOf('long-memory-failed', { failure }), error);
      throw this.failure;
    }
  }
}

const rangeUrl = (base: string): string => {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/query_range`;
  return url.href;
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, body: string): string {
  const { data } = refusalSchema.safeParse(jsonOf(body));
  if (status === 200) return 'its answer is not that of a Prometheus';
  return `status ${status}${data ? `: ${data.error.slice(0, SHOWN_CHARACTERS)}` : ''}`;
}
