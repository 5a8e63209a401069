import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.schema.js';
import type { WrappedKey } from '../mongo/stored.js';
import { FileWrapping } from './file-wrapping.js';
import type { KeyWrapping } from './key-wrapping.js';
import { SealedSecrets } from './sealed-secrets.js';
import { type VaultSettings, VaultWrapping } from './vault-wrapping.js';

/** Wraps as the setting `keyWrapping` says, and unwraps what either has wrapped: so a cluster can change from one to the other. */
@Injectable()
export class ClusterKeyWrapping implements KeyWrapping {
  private readonly file: FileWrapping;
  private readonly vault: VaultWrapping;

  constructor(
    secrets: SealedSecrets,
    @Inject(CONFIG) private readonly config: VaultSettings & Pick<Config, 'keyWrapping'>,
  ) {
    this.file = new FileWrapping(secrets);
    this.vault = new VaultWrapping(config);
  }

  wrap(key: string, owner: string): Promise<WrappedKey> {
    return this.config.keyWrapping === 'vault' ? this.vault.wrap(key, owner) : this.file.wrap(key, owner);
  }
  unwrap(wrapped: WrappedKey, owner: string): Promise<string> {
    return wrapped.by === 'vault' ? this.vault.unwrap(wrapped, owner) : this.file.unwrap(wrapped, owner);
  }
  async rewrap(wrapped: WrappedKey, owner: string): Promise<WrappedKey | null> {
    if (wrapped.by !== this.config.keyWrapping) return this.wrap(await this.unwrap(wrapped, owner), owner);
    return wrapped.by === 'vault' ? this.vault.rewrap(wrapped, owner) : this.file.rewrap(wrapped, owner);
  }
  canUnwrap(wrapped: WrappedKey): boolean {
    return wrapped.by === 'vault' ? this.vault.canUnwrap() : this.file.canUnwrap(wrapped);
  }
}
