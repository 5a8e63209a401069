import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type CustomRole, permissionsOf, type RoleCreate, type RoleUpdate } from '@weft/shared/kinds/access/role';
import { type Role, roles } from '@weft/shared/kinds/user';
import type { RoleDocument } from '../core/auth/role.document.js';
import type { Caller } from '../core/http/caller.js';
import { requireOwn } from '../core/http/own-permissions.js';
import { pageInMemory } from '../core/lists/page-in-memory.js';
import { newStored } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { toObject } from '../core/mongo/stored.js';
import { RolesRepository } from './roles.repository.js';

/** Ids and texts of the built-in roles, which are not stored. */
const builtInRoles: Record<Role, { id: string; description: string }> = {
  viewer: { id: '00000000-0000-4000-8000-000000000001', description: 'Sees everything, changes nothing.' },
  operator: { id: '00000000-0000-4000-8000-000000000002', description: 'Also manages volumes, drives and nodes.' },
  administrator: {
    id: '00000000-0000-4000-8000-000000000003',
    description: 'Also manages users, settings and enrollment, and accepts data loss.',
  },
};
const epoch = new Date(0).toISOString();
const builtIn: readonly CustomRole[] = roles.map((name) => ({
  ...{ version: 1, revision: 1, createdAt: epoch, updatedAt: epoch },
  ...builtInRoles[name],
  ...{ name, permissions: permissionsOf(name), volumes: 'all' as const, builtIn: true },
}));

const toRole = (role: RoleDocument): CustomRole => {
  const { name, description, permissions, volumes } = role;
  return toObject<CustomRole>(role, { name, description, permissions, volumes, builtIn: false });
};

@Injectable()
export class RolesService {
  constructor(private readonly roles: RolesRepository) {}

  /** There are few: the built-in ones are among them in the order of the list. */
  async list(query: Query<typeof endpoints.listRoles>): Promise<Page<CustomRole>> {
    const all = [...builtIn, ...(await this.roles.all()).map(toRole)];
    return pageInMemory(all, query, ({ name, createdAt }, field) => (field === 'name' ? name : createdAt));
  }

  async get(id: string): Promise<CustomRole> {
    return builtIn.find((role) => role.id === id) ?? toRole(await this.require(id));
  }

  /** Creates a role, or returns the existing equal one. Nobody makes a role with more than the own permissions. */
  async create(role: RoleCreate, caller: Caller): Promise<CustomRole> {
    requireOwn(caller, role.permissions);
    const existing = await this.roles.findByName(role.name);
    if (existing) {
      const { name, description, permissions, volumes } = existing;
      if (isDeepStrictEqual({ name, description, permissions, volumes }, role)) return toRole(existing);
    }
    const document = { ...newStored(), ...role };
    await this.roles.insert(document);
    return toRole(document);
  }

  async update(id: string, ifMatch: number | undefined, change: RoleUpdate, caller: Caller): Promise<CustomRole> {
    const before = await this.require(id);
    // Also of the permissions that it had: whoever may not give them may not take them.
    requireOwn(caller, [...before.permissions, ...(change.permissions ?? [])]);
    return toRole(await this.roles.update(id, ifMatch, change));
  }

  async remove(id: string, ifMatch: number | undefined, caller: Caller): Promise<void> {
    const { name, permissions } = await this.require(id);
    requireOwn(caller, permissions);
    await this.roles.transaction(async (session) => {
      const { users, tokens } = await this.roles.countOf(name, session);
      if (users + tokens > 0) throw new DomainError('role-in-use', { role: name, users, tokens });
      await this.roles.remove(id, ifMatch, session);
    });
  }

  private async require(id: string): Promise<RoleDocument> {
    const fixed = builtIn.find((role) => role.id === id);
    if (fixed) throw new DomainError('role-built-in', { role: fixed.name });
    const found = await this.roles.find(id);
    if (!found) throw new DomainError('role-not-found', { id });
    return found;
  }
}
