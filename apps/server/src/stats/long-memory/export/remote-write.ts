import { setTimeout as delay } from 'node:timers/promises';
import { retryDelayMs } from '@weft/shared/load/retry';
import { retries } from '../../../core/load/retries.js';
import type { LongMemoryHttp } from '../receiver/long-memory-http.js';
import type { RemoteWriteMetrics } from './remote-write-metrics.js';
import { type ExportedSample, writeRequest } from './write-request.js';

/** A receiver may ask for a longer wait, up to this. */
const LONGEST_RETRY_AFTER_MS = 600_000;
/** Answers of receivers are short texts. */
const MOST_ANSWER_BYTES = 64 * 1024;
const SHOWN_CHARACTERS = 300;

/** "Prometheus Remote-Write 1.0 specification", Protocol. */
const headers = {
  'content-encoding': 'snappy',
  'content-type': 'application/x-protobuf',
  'x-prometheus-remote-write-version': '0.1.0',
};

/**
 * Statuses about the sender and not about its samples: a wrong token, tenant or path, or a proxy in between. Such a request is not sent again either, but
 * no further samples are sent until the receiver accepts an empty request.
 */
const ABOUT_SENDER: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407, 415, 421, 426]);

/** The receiver is down, slow or overloaded: the same samples may be sent again. */
export class ReceiverUnavailable extends Error {
  override readonly name = 'ReceiverUnavailable';

  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message);
  }
}

/** The receiver does not take these samples, however often they are sent. */
export interface Refusal {
  status: number;
  reason: string;
}

/** Sends batches, one request at a time: samples of a series arrive in order. */
export class RemoteWrite {
  /** Failures in a row. */
  private failures = 0;
  /** The receiver accepted a request of this sender, and has not refused one as ABOUT_SENDER since. */
  private isAccepted = false;

  constructor(
    private readonly http: Pick<LongMemoryHttp, 'post'>,
    private readonly url: string,
    private readonly metrics: RemoteWriteMetrics,
  ) {}

  /**
   * One attempt. 5xx and 429 may be sent again, all other statuses may not (specification, "Retries & Backoff").
   * @returns the refusal; null: the receiver has the samples
   * @throws ReceiverUnavailable
   */
  async send(samples: readonly ExportedSample[], signal: AbortSignal): Promise<Refusal | null> {
    if (!this.isAccepted) {
      const refused = await this.attempt([], signal);
      if (refused && ABOUT_SENDER.has(refused.status)) return this.failed(refused.reason, 0);
      this.isAccepted = true;
    }
    const refusal = await this.attempt(samples, signal);
    this.failures = 0;
    if (refusal) {
      this.isAccepted = !ABOUT_SENDER.has(refusal.status);
      this.metrics.samplesRefused.inc(samples.length);
    } else this.metrics.sent(samples.length);
    return refusal;
  }

  private async attempt(samples: readonly ExportedSample[], signal: AbortSignal): Promise<Refusal | null> {
    const stop = this.metrics.requestSeconds.startTimer();
    const {
      status,
      body,
      retryAfterSeconds = 0,
    } = await this.http
      .post({ url: this.url, headers, body: writeRequest(samples), mostBytes: MOST_ANSWER_BYTES, signal })
      .catch((error: Error) => this.failed(error.message, 0))
      .finally(stop);
    const reason = `status ${status}${body === '' ? '' : `: ${body.trim().slice(0, SHOWN_CHARACTERS)}`}`;
    if (status >= 500 || status === 429) return this.failed(reason, retryAfterSeconds * 1000);
    return status >= 200 && status < 300 ? null : { status, reason };
  }

  private failed(reason: string, retryAfterMs: number): never {
    this.failures += 1;
    this.metrics.requestsFailed.inc();
    const waitMs = Math.max(retryDelayMs(retries.longMemory, this.failures), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
    throw new ReceiverUnavailable(reason, waitMs);
  }
}

/** Waits, or ends early without an error when the signal aborts. */
export const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
