import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession } from 'mongodb';
import { CACHES_SCHEMA } from '../core/mongo/migrations/0038-caches.js';
import { endOlderServers } from '../core/mongo/migrations/migrate.js';
import { Mongo } from '../core/mongo/mongo.js';
import { olderServers } from '../core/servers/servers.js';
import { readable } from '../domain/store/readable.js';

/** Servers of an earlier version place legs on cache drives: none may run or start once there is one, or a volume with a cache. */
@Injectable()
export class CacheServers implements OnApplicationBootstrap {
  constructor(private readonly mongo: Mongo) {}

  /** A restored or rebuilt database has what no request of its own made. */
  async onApplicationBootstrap(): Promise<void> {
    const one = { projection: { _id: 1 } };
    const drive = await readable(this.mongo, 'drives').findOne({ 'spec.role': 'cache' }, one);
    if (drive ?? (await readable(this.mongo, 'volumes').findOne({ 'spec.cache': { $ne: null } }, one)))
      await endOlderServers(this.mongo, CACHES_SCHEMA);
  }

  /** @throws DomainError `servers-without-caches`. */
  async requireServers(): Promise<void> {
    const servers = await olderServers(this.mongo, CACHES_SCHEMA);
    if (servers.length > 0) throw new DomainError('servers-without-caches', { servers });
  }

  /** From now on no server of an earlier version starts. In the transaction that stores the first of them. */
  endOlderServers(session: ClientSession): Promise<void> {
    return endOlderServers(this.mongo, CACHES_SCHEMA, session);
  }
}
