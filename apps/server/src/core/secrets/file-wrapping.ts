import type { FileWrapped } from '../mongo/stored.js';
import type { KeyWrapping } from './key-wrapping.js';
import type { SealedSecrets } from './sealed-secrets.js';

/** By the key in `secretsKeyFile`. */
export class FileWrapping implements KeyWrapping<FileWrapped> {
  constructor(private readonly secrets: SealedSecrets) {}

  async wrap(key: string, owner: string): Promise<FileWrapped> {
    return { by: 'file', sealed: this.secrets.seal(key, owner) };
  }
  async unwrap({ sealed }: FileWrapped, owner: string): Promise<string> {
    return this.secrets.open(sealed, owner);
  }
  async rewrap(wrapped: FileWrapped, owner: string): Promise<FileWrapped | null> {
    return this.secrets.isCurrent(wrapped.sealed) ? null : this.wrap(await this.unwrap(wrapped, owner), owner);
  }
  canUnwrap({ sealed }: FileWrapped): boolean {
    return this.secrets.canOpen(sealed);
  }
}
