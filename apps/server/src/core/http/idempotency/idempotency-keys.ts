import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type Collection, MongoServerError } from 'mongodb';
import { retries } from '../../load/retries.js';
import { Mongo } from '../../mongo/mongo.js';
import { DUPLICATE_KEY } from '../../mongo/objects.js';

/** Collection `idempotencyKeys`: `_id` is a hash of caller, endpoint and key; a TTL index removes it after 24 h. */
interface IdempotencyDocument {
  _id: string;
  /** HMAC with the key, which is not stored: bodies may contain a password. */
  bodyHash: string;
  state: 'running' | 'done';
  /** While `running`: after this time another request may take over, because the server of the first one is offline. */
  runningUntil: Date;
  response: unknown;
  expiresAt: Date;
}

export interface KeyedRequest {
  caller: string;
  endpoint: string;
  key: string;
  body: unknown;
}

const KEPT_MS = 24 * 3_600_000;
const RUNNING_MS = 60_000;
const PATIENCE_MS = 10_000;

/** JSON with sorted keys: equal content gives equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const idOf = ({ caller, endpoint, key }: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([caller, endpoint, key]))
    .digest('hex');
const bodyHashOf = ({ key, body }: KeyedRequest): string =>
  createHmac('sha256', key)
    .update(canonical(body) ?? '')
    .digest('hex');

/** Responses to creates with an Idempotency-Key: a repeated request gets the first response. */
@Injectable()
export class IdempotencyKeys {
  private readonly keys: Collection<IdempotencyDocument>;

  constructor(mongo: Mongo) {
    this.keys = mongo.collection<IdempotencyDocument>('idempotencyKeys');
  }

  /**
   * Runs `work` once for all requests with this key. A request that finds another one running waits up to 10 s for its response.
   * If `work` fails, the key is removed: the next request runs it again.
   * @throws DomainError `idempotency-mismatch` for another body, `wrong-state` while the first is still running.
   */
  async once(request: KeyedRequest, work: () => Promise<unknown>): Promise<{ response: unknown; replayed: boolean }> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let attempts = 1; ; attempts++) {
      if (await this.begin(request)) return { response: await this.finish(request, work), replayed: false };
      const earlier = await this.keys.findOne({ _id: idOf(request) });
      if (earlier?.state === 'done') return { response: earlier.response, replayed: true };
      if (Date.now() > deadline) throw new DomainError('idempotency-key-busy', {});
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(retries.idempotencyKey, attempts)));
    }
  }

  /** @returns whether this request must do the work. */
  private async begin(request: KeyedRequest): Promise<boolean> {
    const now = Date.now();
    const fresh = {
      _id: idOf(request),
      bodyHash: bodyHashOf(request),
      state: 'running' as const,
      runningUntil: new Date(now + RUNNING_MS),
      response: null,
      expiresAt: new Date(now + KEPT_MS),
    };
    try {
      await this.keys.insertOne(fresh);
      return true;
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    }
    const earlier = await this.keys.findOne({ _id: fresh._id });
    if (earlier && earlier.bodyHash !== fresh.bodyHash) throw new DomainError('idempotency-key-reused', {}, { field: 'Idempotency-Key' });
    const takenOver = await this.keys.updateOne(
      { _id: fresh._id, state: 'running', runningUntil: { $lt: new Date(now) } },
      { $set: { runningUntil: fresh.runningUntil } },
    );
    return takenOver.modifiedCount === 1;
  }

  private async finish(request: KeyedRequest, work: () => Promise<unknown>): Promise<unknown> {
    const _id = idOf(request);
    let response: unknown;
    try {
      response = await work();
    } catch (error) {
      await this.keys.deleteOne({ _id });
      throw error;
    }
    await this.keys.updateOne({ _id }, { $set: { state: 'done', response } });
    return response;
  }
}
