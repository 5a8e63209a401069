import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession } from 'mongodb';
import { THIN_SCHEMA } from '../../../core/mongo/migrations/0039-thin.js';
import { endOlderServers } from '../../../core/mongo/migrations/migrate.js';
import { Mongo } from '../../../core/mongo/mongo.js';
import { olderServers } from '../../../core/servers/servers.js';
import { readable } from '../readable.js';

/** Servers of an earlier version assign thin legs as logical volumes of their own: none may run or start once there is a thin volume. */
@Injectable()
export class ThinServers implements OnApplicationBootstrap {
  constructor(private readonly mongo: Mongo) {}

  /** A restored or rebuilt database has what no request of its own made. */
  async onApplicationBootstrap(): Promise<void> {
    const one = { projection: { _id: 1 } };
    if (await readable(this.mongo, 'volumes').findOne({ 'spec.provisioning': 'thin' }, one)) await endOlderServers(this.mongo, THIN_SCHEMA);
  }

  /** @throws DomainError `servers-without-thin`. */
  async requireServers(): Promise<void> {
    const servers = await olderServers(this.mongo, THIN_SCHEMA);
    if (servers.length > 0) throw new DomainError('servers-without-thin', { servers });
  }

  /** From now on no server of an earlier version starts. In the transaction that stores the first thin volume. */
  endOlderServers(session: ClientSession): Promise<void> {
    return endOlderServers(this.mongo, THIN_SCHEMA, session);
  }
}
