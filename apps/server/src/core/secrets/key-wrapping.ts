import type { Sealed } from '../mongo/stored.js';

/** A wrapped key, with what has to unwrap it. */
export type WrappedKey = FileWrapped | VaultWrapped;
/** By the key in `secretsKeyFile`. */
export interface FileWrapped {
  by: 'file';
  sealed: Sealed;
}
/** By a key of a transit engine. `ciphertext` begins with `vault:v<version of that key>:`. */
export interface VaultWrapped {
  by: 'vault';
  mount: string;
  name: string;
  ciphertext: string;
}

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
