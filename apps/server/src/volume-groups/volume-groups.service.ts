import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { VolumeGroup, VolumeGroupCreate, VolumeGroupUpdate } from '@weft/shared/kinds/access/volume-group';
import type { VolumeGroupDocument } from '../core/auth/role.document.js';
import { newStored } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { toObject } from '../core/mongo/stored.js';
import { VolumeGroupsRepository } from './volume-groups.repository.js';

@Injectable()
export class VolumeGroupsService {
  constructor(private readonly groups: VolumeGroupsRepository) {}

  async list(query: Query<typeof endpoints.listVolumeGroups>): Promise<Page<VolumeGroup>> {
    const page = await this.groups.page(query);
    return { ...page, items: await this.present(page.items) };
  }

  async get(id: string): Promise<VolumeGroup> {
    const found = await this.groups.find(id);
    if (!found) throw new DomainError('volume-group-not-found', { id });
    return this.presentOne(found);
  }

  /** Creates a group, or returns the existing equal one. */
  async create(group: VolumeGroupCreate): Promise<VolumeGroup> {
    const existing = await this.groups.findByName(group.name);
    if (existing) {
      const { name, description, selector, verbs, memberIds } = existing;
      if (isDeepStrictEqual({ name, description, selector, verbs, memberIds }, group)) return this.presentOne(existing);
    }
    await this.requireUsers(group.memberIds);
    const document = { ...newStored(), ...group };
    await this.groups.insert(document);
    return this.presentOne(document);
  }

  async update(id: string, ifMatch: number | undefined, change: VolumeGroupUpdate): Promise<VolumeGroup> {
    if (change.memberIds) await this.requireUsers(change.memberIds);
    return this.presentOne(await this.groups.update(id, ifMatch, change));
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return this.groups.remove(id, ifMatch);
  }

  private async requireUsers(ids: readonly string[]): Promise<void> {
    const known = new Set((await this.groups.users(ids)).map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw new DomainError('user-not-found', { id: unknown }, { field: 'memberIds' });
  }

  private async present(groups: readonly VolumeGroupDocument[]): Promise<VolumeGroup[]> {
    const users = await this.groups.users(groups.flatMap(({ memberIds }) => memberIds));
    return groups.map((group) => {
      const { name, description, selector, verbs } = group;
      const members = users.filter(({ id }) => group.memberIds.includes(id));
      return toObject<VolumeGroup>(group, { name, description, selector, verbs, members });
    });
  }

  private async presentOne(group: VolumeGroupDocument): Promise<VolumeGroup> {
    const [presented] = await this.present([group]);
    if (!presented) throw new Error('unreachable: one group in, one out');
    return presented;
  }
}
