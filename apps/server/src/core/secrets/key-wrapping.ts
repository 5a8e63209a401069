import type { WrappedKey } from '../mongo/stored.js';

/** Encrypts keys with a key of the cluster, which is not in MongoDB. `owner`: a wrapped key does not open for another object. */
export interface KeyWrapping<Wrapped extends WrappedKey = WrappedKey> {
  /** @throws DomainError why it cannot. */
  wrap(key: string, owner: string): Promise<Wrapped>;
  /** @throws DomainError why it cannot, now or at all. */
  unwrap(wrapped: Wrapped, owner: string): Promise<string>;
  /** Wrapped with the newest key; null: it is already. @throws DomainError why it cannot. */
  rewrap(wrapped: Wrapped, owner: string): Promise<Wrapped | null>;
  /** False: this server certainly cannot unwrap it. Asks no other service. */
  canUnwrap(wrapped: Wrapped): boolean;
}
