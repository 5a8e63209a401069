import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { isMirrored, mirrorCopies, type VolumeCreate } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES, MOST_COPIES } from '@weft/shared/mirror-sets';
import type { ClientSession } from 'mongodb';
import { THREE_COPIES_SCHEMA } from '../core/mongo/migrations/0037-three-copies.js';
import { endOlderServers } from '../core/mongo/migrations/migrate.js';
import { ARRAY_PER_SET_SCHEMA } from '../core/mongo/migrations/services/0041-array-per-set.js';
import { Mongo } from '../core/mongo/mongo.js';
import { olderServers } from '../core/servers/servers.js';
import { readable } from '../domain/store/readable.js';

type Shape = Pick<VolumeCreate, 'protection' | 'copies'>;
/** The schema from which on servers know such a volume; null: all know it. */
function schemaFor(spec: Shape): number | null {
  if (mirrorCopies(spec) === DEFAULT_COPIES || !isMirrored(spec.protection)) return null;
  return spec.protection === 'raid10' ? ARRAY_PER_SET_SCHEMA : THREE_COPIES_SCHEMA;
}

/**
 * Servers of an earlier version take the third half of a mirror for a mirror set of its own, and look for one array where each mirror set has one: none may run
 * or start once there is such a volume.
 */
@Injectable()
export class ThreeCopies implements OnApplicationBootstrap {
  constructor(private readonly mongo: Mongo) {}

  /** A restored or rebuilt database has such volumes that no request of its own made. */
  async onApplicationBootstrap(): Promise<void> {
    const threefold = { 'spec.copies': { $gt: DEFAULT_COPIES } };
    const protections = await readable(this.mongo, 'volumes').distinct('spec.protection', threefold);
    const schemas = protections.flatMap((protection) => schemaFor({ protection, copies: MOST_COPIES }) ?? []);
    if (schemas.length > 0) await endOlderServers(this.mongo, Math.max(...schemas));
  }

  /** @throws DomainError `servers-without-three-copies`. */
  async require(request: Shape): Promise<void> {
    const schema = schemaFor(request);
    if (schema === null) return;
    const servers = await olderServers(this.mongo, schema);
    if (servers.length > 0) throw new DomainError('servers-without-three-copies', { servers });
  }

  /** From now on no server of an earlier version starts. In the transaction that stores the volume. */
  async endOlderServers(request: Shape, session: ClientSession): Promise<void> {
    const schema = schemaFor(request);
    if (schema !== null) await endOlderServers(this.mongo, schema, session);
  }
}
