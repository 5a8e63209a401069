import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ExportedVolumeKey, VolumeKeyExport, VolumeKeyImport } from '@weft/shared/kinds/volume';
import type { WeftRequest } from '../core/http/request.js';
import { volumeOf } from '../domain/documents/references.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { Proofs } from '../users/proofs.service.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';
import { VolumesRepository } from './volumes.repository.js';

/** Requests of administrators about the key of one encrypted volume. */
@Injectable()
export class VolumeKeyRequests {
  constructor(
    private readonly volumes: VolumesRepository,
    private readonly keys: VolumeKeys,
    private readonly proofs: Proofs,
  ) {}

  /** The key itself. The audit has who asked for it, and no answer. */
  async export(id: string, { volumeName, currentPassword }: VolumeKeyExport, request: WeftRequest): Promise<ExportedVolumeKey> {
    await this.proofs.confirm(request, currentPassword);
    const { volume, keyId } = await this.encrypted(id);
    if (volumeName !== volume.name)
      throw new DomainError('volume-name-not-repeated', { volume: volumeOf(volume), sentName: volumeName }, { field: 'volumeName' });
    const stored = await this.keys.find(id);
    if (!stored || stored.keyId !== keyId) throw new DomainError('volume-key-unusable', { volume: volumeOf(volume), problem: 'missing' });
    const keyHex = Buffer.from(await this.keys.open(stored), 'base64').toString('hex');
    return { keyId, cipher: 'aes-xts-plain64', keyHex };
  }

  /** Stores the key of a volume that was made again from its drives, or whose wrapped key nobody can unwrap. */
  async import(id: string, { keyHex }: VolumeKeyImport): Promise<void> {
    const { volume, keyId } = await this.encrypted(id);
    const key = Buffer.from(keyHex, 'hex').toString('base64');
    if ((await this.keys.problemOf(volume)) === null) throw new DomainError('volume-key-present', { volume: volumeOf(volume) });
    if (!(await this.keys.replace(id, keyId, key)))
      throw new DomainError('volume-key-wrong', { volume: volumeOf(volume), keyId }, { field: 'keyHex' });
  }

  private async encrypted(id: string): Promise<{ volume: VolumeDocument; keyId: string }> {
    const volume = await this.volumes.find(id);
    if (!volume) throw new DomainError('volume-not-found', { id });
    const { encryptionKeyId: keyId } = volume.spec;
    if (keyId === undefined) throw new DomainError('volume-not-encrypted', { volume: volumeOf(volume) });
    return { volume, keyId };
  }
}
