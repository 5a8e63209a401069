import { randomUUID } from 'node:crypto';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { beginRestore, endRestore, migrate } from '../core/mongo/migrations/migrate.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import { refuseContent } from '../core/mongo/refuse-content.js';
import { type RebuiltWorld, rebuiltWorld } from '../domain/rebuild/rebuilt-world.js';
import { RebuiltWorldStore } from '../domain/store/rebuild/rebuilt-world-store.service.js';
import type { SettingsDocument } from '../settings/settings.service.js';
import type { Arguments } from './arguments.js';
import { newHistory } from './new-history.js';
import { readDescriptions } from './node-descriptions.js';

async function store(mongo: Mongo, config: Config, world: RebuiltWorld, folder: string): Promise<string[]> {
  await refuseContent(mongo, 'A rebuild');
  await beginRestore(mongo, folder);
  await migrate(mongo, undefined, 'restore');
  const settings = mongo.collection<SettingsDocument>('settings');
  const { clusterId, settings: spec } = world;
  await new RebuiltWorldStore(mongo).store(world);
  await settings.insertOne({ ...newStored(), _id: 'cluster', clusterId, historyId: randomUUID(), simulated: config.simulated, spec });
  const doubtful = await newHistory(mongo);
  await endRestore(mongo);
  return doubtful;
}

/** `weft-server rebuild FOLDER`: an empty database from what the nodes know, when there is no backup. No node follows it before a person accepts it. */
export async function rebuildCommand(
  config: Config,
  print: (line: string) => void,
  { file: folder = '', dryRun = false, acceptMissing = false }: Arguments,
): Promise<number> {
  const world = rebuiltWorld(await readDescriptions(folder), new Date());
  for (const note of world.notes) print(`${note.code}: ${textOfMessage(note)}`);
  const { nodes, drives, driveClasses, volumes, attachments, missing } = world;
  print(
    `cluster ${world.clusterId}: ${nodes.length} nodes, ${drives.length} drives, ${driveClasses.length} drive classes, ${volumes.length} volumes, ${attachments.length} attachments`,
  );
  if (dryRun) return 0;
  if (missing.length > 0 && !acceptMissing)
    throw new Error(
      `${missing.length} nodes are not described: ${missing.join(', ')}. Give their files, or go on without them with --accept-missing.`,
    );
  const mongo = await connect(config);
  try {
    const doubtful = await store(mongo, config, world, folder);
    print('the database is made again, with a new history');
    if (doubtful.length > 0)
      print(
        `nodes that get no orders until an administrator accepts it (GET /api/v1/history, POST /api/v1/history-acceptances): ${doubtful.join(', ')}`,
      );
    return 0;
  } finally {
    await mongo.close();
  }
}
