import { DomainError } from '@weft/shared/errors/domain-error';
import type { ErrorParams } from '@weft/shared/text/errors/error-catalogue';

type Limit =
  | 'too-many-requests'
  | 'too-many-failed-logins'
  | 'too-many-plans'
  | 'too-many-large-queries'
  | 'oidc-device-logins-open'
  | 'too-many-searches';

/** Too many requests; `retryAfterSeconds` becomes the Retry-After header. */
export class RateLimited<R extends Limit = Limit> extends DomainError<R> {
  readonly retryAfterSeconds: number;
  constructor(reason: R, params: ErrorParams<R>) {
    super(reason, params);
    this.retryAfterSeconds = params.retryAfterSeconds;
  }
}

/** Token buckets by key in bounded memory: above `maxKeys` keys, the least recently used one is removed. */
export class RateLimit {
  private readonly buckets = new Map<string, { tokens: number; at: number }>();

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
    private readonly maxKeys = 10_000,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {}

  /** Takes one token. @returns 0, or the seconds until a token is available. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait === 0) this.bucketOf(key).tokens -= 1;
    return wait;
  }

  /** @returns 0 if a token is available, or the seconds until one is. */
  wait(key: string): number {
    const { tokens } = this.bucketOf(key);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.perSecond);
  }

  /** Whether the key was used before and is still stored. */
  knows(key: string): boolean {
    return this.buckets.has(key);
  }

  /** Returns a token, because the action that took it succeeded. */
  giveBack(key: string): void {
    const bucket = this.bucketOf(key);
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1);
  }

  get size(): number {
    return this.buckets.size;
  }

  private bucketOf(key: string): { tokens: number; at: number } {
    const now = this.now();
    const known = this.buckets.get(key);
    const bucket = known
      ? { tokens: Math.min(this.burst, known.tokens + (now - known.at) * this.perSecond), at: now }
      : { tokens: this.burst, at: now };
    this.buckets.delete(key); // moves the key to the end of the Map's order
    this.buckets.set(key, bucket);
    const oldest = this.buckets.keys().next();
    if (this.buckets.size > this.maxKeys && !oldest.done) this.buckets.delete(oldest.value);
    return bucket;
  }
}
