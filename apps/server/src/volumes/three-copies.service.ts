import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { mirrorCopies, type VolumeCreate } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import type { ClientSession } from 'mongodb';
import { THREE_COPIES_SCHEMA } from '../core/mongo/migrations/0037-three-copies.js';
import { endOlderServers } from '../core/mongo/migrations/migrate.js';
import { Mongo } from '../core/mongo/mongo.js';
import { olderServers } from '../core/servers/servers.js';
import { readable } from '../domain/store/readable.js';

type Shape = Pick<VolumeCreate, 'protection' | 'copies'>;
const isThreefold = (spec: Shape): boolean => mirrorCopies(spec) > DEFAULT_COPIES;

/** Servers of an earlier version take the third half of a mirror for a mirror set of its own: none may run or start once there is such a volume. */
@Injectable()
export class ThreeCopies implements OnApplicationBootstrap {
  constructor(private readonly mongo: Mongo) {}

  /** A restored or rebuilt database has such volumes that no request of its own made. */
  async onApplicationBootstrap(): Promise<void> {
    const threefold = { 'spec.copies': { $gt: DEFAULT_COPIES } };
    if (await readable(this.mongo, 'volumes').findOne(threefold, { projection: { _id: 1 } }))
      await endOlderServers(this.mongo, THREE_COPIES_SCHEMA);
  }

  /** @throws DomainError `servers-without-three-copies`. */
  async require(request: Shape): Promise<void> {
    if (!isThreefold(request)) return;
    const servers = await olderServers(this.mongo, THREE_COPIES_SCHEMA);
    if (servers.length > 0) throw new DomainError('servers-without-three-copies', { servers });
  }

  /** From now on no server of an earlier version starts. In the transaction that stores the volume. */
  async endOlderServers(request: Shape, session: ClientSession): Promise<void> {
    if (isThreefold(request)) await endOlderServers(this.mongo, THREE_COPIES_SCHEMA, session);
  }
}
