import { soundHealths } from '@weft/shared/kinds/volume';
import { nodeRef, volumeRef } from '@weft/shared/text/references';
import { newestBackup, placeOf } from '../../backups/backup-operations.service.js';
import type { Config } from '../../config/config.schema.js';
import { schemaFacts } from '../../core/mongo/migrations/migrate.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import { mayRemoveAudit } from '../../core/mongo/rights/append-only.js';
import { ONLINE, type ServerDocument } from '../../core/servers/servers.js';
import { isInDoubt } from '../../domain/node/doubts.js';
import { readable } from '../../domain/store/readable.js';
import type { SettingsDocument } from '../../settings/settings.service.js';
import type { UpgradeFacts } from './findings.js';

/** `replSetGetStatus`: 1 is PRIMARY, 2 SECONDARY, 7 ARBITER (MongoDB manual, Replica Set Member States). */
const HEALTHY_STATES = [1, 2, 7];

async function members(mongo: Mongo): Promise<UpgradeFacts['members']> {
  try {
    const status = await mongo.db.client.db('admin').command({ replSetGetStatus: 1 });
    const all = status['members'] as { name: string; health: number; state: number; stateStr: string }[];
    return {
      down: all
        .filter(({ health, state }) => health !== 1 || !HEALTHY_STATES.includes(state))
        .map(({ name, stateStr }) => `${name} ${stateStr}`),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function objects(mongo: Mongo): Promise<NonNullable<UpgradeFacts['objects']>> {
  const nodes = await readable(mongo, 'nodes')
    .find({}, { sort: { name: 1 } })
    .toArray();
  const volumes = await readable(mongo, 'volumes')
    .find({}, { sort: { name: 1 } })
    .toArray();
  return {
    nodes: nodes.map((node) => ({
      node: nodeRef(node._id, node.name),
      agent: node.status.agent ?? null,
      isOnline: node.status.connection.state === 'online',
      isInDoubt: isInDoubt(node),
    })),
    unhealthy: volumes
      .filter(
        ({ status: { health, conditions } }) =>
          !soundHealths.includes(health) || !conditions.some(({ type, status }) => type === 'Healthy' && status === 'true'),
      )
      .map(({ _id, name }) => volumeRef(_id, name)),
  };
}

async function backups(config: Config, mongo: Mongo): Promise<UpgradeFacts['backups']> {
  const place = placeOf(config);
  if (place === null) return 'off';
  const settings = await mongo.collection<SettingsDocument>('settings').findOne({ _id: 'cluster' });
  if (!settings) return { newestAt: null };
  try {
    return { newestAt: await newestBackup(config, settings.clusterId) };
  } catch (error) {
    return { folder: place, error: (error as Error).message };
  }
}

/** Reads the facts, and writes nothing. */
export async function upgradeFacts(config: Config, mongo: Mongo): Promise<UpgradeFacts> {
  const schema = await schemaFacts(mongo);
  const due = schema.due.map(({ version, name, keepsOlderServers = false }) => ({ name: `${version} ${name}`, keepsOlderServers }));
  const servers = await mongo
    .collection<ServerDocument>('servers')
    .find(ONLINE, { sort: { hostname: 1 } })
    .toArray();
  const hasForm =
    schema.isUsable && schema.restoring === null && schema.found > 0 && due.every(({ keepsOlderServers }) => keepsOlderServers);
  return {
    schema,
    due,
    mayMigrate: await mayRemoveAudit(mongo.db),
    servers: servers.map(({ hostname }) => hostname),
    members: await members(mongo),
    backups: await backups(config, mongo),
    objects: hasForm ? await objects(mongo) : null,
  };
}
