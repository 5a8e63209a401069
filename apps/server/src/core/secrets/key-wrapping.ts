import { Injectable } from '@nestjs/common';
import type { Sealed } from '../mongo/stored.js';
import { SealedSecrets } from './sealed-secrets.js';

/** A wrapped key, with what has to unwrap it. */
export type WrappedKey = { by: 'file'; sealed: Sealed };

/** Encrypts keys with a key of the cluster, which is not in MongoDB. `owner`: a wrapped key does not open for another object. */
export interface KeyWrapping {
  /** @throws DomainError why it cannot. */
  wrap(key: string, owner: string): Promise<WrappedKey>;
  /** @throws DomainError why it cannot, now or at all. */
  unwrap(wrapped: WrappedKey, owner: string): Promise<string>;
  /** False: it was wrapped by another service or key than `wrap` uses now. */
  isCurrent(wrapped: WrappedKey): boolean;
  /** False: this server certainly cannot unwrap it. */
  canUnwrap(wrapped: WrappedKey): boolean;
}

/** By the key in `secretsKeyFile`. */
class FileWrapping implements KeyWrapping {
  constructor(private readonly secrets: SealedSecrets) {}

  async wrap(key: string, owner: string): Promise<WrappedKey> {
    return { by: 'file', sealed: this.secrets.seal(key, owner) };
  }
  async unwrap({ sealed }: WrappedKey, owner: string): Promise<string> {
    return this.secrets.open(sealed, owner);
  }
  isCurrent({ sealed }: WrappedKey): boolean {
    return this.secrets.isCurrent(sealed);
  }
  canUnwrap({ sealed }: WrappedKey): boolean {
    return this.secrets.canOpen(sealed);
  }
}

/** The wrapping that this server is configured for. */
@Injectable()
export class ClusterKeyWrapping implements KeyWrapping {
  private readonly file: FileWrapping;

  constructor(secrets: SealedSecrets) {
    this.file = new FileWrapping(secrets);
  }

  wrap(key: string, owner: string): Promise<WrappedKey> {
    return this.file.wrap(key, owner);
  }
  unwrap(wrapped: WrappedKey, owner: string): Promise<string> {
    return this.file.unwrap(wrapped, owner);
  }
  isCurrent(wrapped: WrappedKey): boolean {
    return this.file.isCurrent(wrapped);
  }
  canUnwrap(wrapped: WrappedKey): boolean {
    return this.file.canUnwrap(wrapped);
  }
}
