import { Injectable } from '@nestjs/common';
import { type Permission, permissionNames } from '@weft/shared/kinds/access/permissions';
import { permissionsOf } from '@weft/shared/kinds/access/role';
import type { VolumeReach } from '@weft/shared/kinds/access/volume-reach';
import { isBuiltInRole, roles } from '@weft/shared/kinds/user';
import type { Collection } from 'mongodb';
import { Mongo } from '../mongo/mongo.js';
import type { VolumeRights } from '../scope/volume-rights.js';
import type { ApiTokenDocument } from './api-token.document.js';
import type { RoleDocument, VolumeGroupDocument } from './role.document.js';
import type { UserDocument } from './user.document.js';

/** What a role gives. */
export interface RoleRights {
  permissions: readonly Permission[];
  volumes: VolumeReach;
}

export interface Rights {
  permissions: readonly Permission[];
  /** Null: every volume. */
  volumes: VolumeRights | null;
}

const builtIn = new Map<string, RoleRights>(roles.map((role) => [role, { permissions: permissionsOf(role), volumes: 'all' }]));
/** A role that was removed, or that this version does not know. */
const nothing: RoleRights = { permissions: [], volumes: 'groups' };

/** Computes what a caller may do, at each request: a change of a role or of a volume group counts from the next one. */
@Injectable()
export class RightsService {
  private readonly roles: Collection<RoleDocument>;
  private readonly groups: Collection<VolumeGroupDocument>;

  constructor(mongo: Mongo) {
    this.roles = mongo.collection<RoleDocument>('roles');
    this.groups = mongo.collection<VolumeGroupDocument>('volumeGroups');
  }

  /** A token has the permissions that its role and the role of its user share, and the volumes that both reach. */
  async of(user: Pick<UserDocument, '_id' | 'role'>, token?: Pick<ApiTokenDocument, 'role' | 'volumes'>): Promise<Rights> {
    const own = await this.ofRole(user.role);
    const lent = token ? await this.ofRole(token.role) : own;
    const permissions = lent === own ? own.permissions : own.permissions.filter((each) => lent.permissions.includes(each));
    const byGroups = own.volumes === 'groups' || lent.volumes === 'groups';
    const selector = token?.volumes ?? null;
    if (!byGroups && selector === null) return { permissions, volumes: null };
    return { permissions, volumes: { groups: byGroups ? await this.groupsOf(user._id) : null, token: selector } };
  }

  async ofRole(name: string): Promise<RoleRights> {
    if (isBuiltInRole(name)) return builtIn.get(name) ?? nothing;
    const found = await this.roles.findOne({ name });
    if (!found) return nothing;
    // A newer server may have stored permissions that this one does not know.
    return { permissions: permissionNames.filter((each) => found.permissions.includes(each)), volumes: found.volumes };
  }

  private async groupsOf(userId: string): Promise<NonNullable<VolumeRights['groups']>> {
    const found = await this.groups.find({ memberIds: userId }, { projection: { selector: 1, verbs: 1 } }).toArray();
    return found.map(({ selector, verbs }) => ({ selector, verbs }));
  }
}
