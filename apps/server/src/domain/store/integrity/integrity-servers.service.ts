import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession } from 'mongodb';
import { endOlderServers } from '../../../core/mongo/migrations/migrate.js';
import { INTEGRITY_SCHEMA } from '../../../core/mongo/migrations/services/0040-integrity.js';
import { Mongo } from '../../../core/mongo/mongo.js';
import { olderServers } from '../../../core/servers/servers.js';
import { readable } from '../readable.js';

/** Servers of an earlier version order legs without checksums: none may run or start once there is a volume on dm-integrity. */
@Injectable()
export class IntegrityServers implements OnApplicationBootstrap {
  constructor(private readonly mongo: Mongo) {}

  /** A restored or rebuilt database has what no request of its own made. */
  async onApplicationBootstrap(): Promise<void> {
    const found = await readable(this.mongo, 'volumes').findOne({ 'spec.integrity': 'dm-integrity' }, { projection: { _id: 1 } });
    if (found) await endOlderServers(this.mongo, INTEGRITY_SCHEMA);
  }

  /** @throws DomainError `servers-without-integrity`. */
  async requireServers(): Promise<void> {
    const servers = await olderServers(this.mongo, INTEGRITY_SCHEMA);
    if (servers.length > 0) throw new DomainError('servers-without-integrity', { servers });
  }

  /** From now on no server of an earlier version starts. In the transaction that stores the first such volume. */
  endOlderServers(session: ClientSession): Promise<void> {
    return endOlderServers(this.mongo, INTEGRITY_SCHEMA, session);
  }
}
