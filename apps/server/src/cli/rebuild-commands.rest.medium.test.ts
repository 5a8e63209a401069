/** `weft-server rebuild` and `weft-server adopt` against a real database, with files as agents write them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lvName, vgName } from '@weft/shared/identity';
import type { NodeDescription } from '@weft/shared/messages/node-description';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testConfig } from '../../test-support/app.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { AssignmentDocument } from '../domain/documents/agent.documents.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { attachment, c1, described, t2, volume } from '../domain/rebuild/descriptions.fixture.js';
import { rebuiltWorld } from '../domain/rebuild/rebuilt-world.js';
import { RebuiltWorldStore } from '../domain/store/rebuild/rebuilt-world-store.service.js';
import type { Arguments, Command } from './arguments.js';
import { execute } from './commands.js';

const [mirror, striped] = [volume(1, 'raid1'), volume(2, 'raid10')];
const descriptions = described({ volumes: [mirror, striped], attachments: [attachment(2, striped, c1)] });
let config: Config;
let mongo: Mongo;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-rebuild-'));
  const { uri, name } = testDatabase();
  config = testConfig(uri, { mongodbDatabase: name, dataDir: folder });
  mongo = await connect(config);
});
afterAll(async () => {
  await mongo?.db.dropDatabase();
  await mongo?.close();
  await rm(folder, { recursive: true, force: true });
});

async function weft(command: Command, more: Partial<Arguments>): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const args = { command, config: undefined, insecureHttp: false, name: 'admin', passwordFile: undefined, ...more };
  const code = await execute(args, config, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

async function files(name: string, of: readonly NodeDescription[]): Promise<string> {
  await mkdir(join(folder, name));
  for (const description of of) await writeFile(join(folder, name, description.node.name), JSON.stringify(description));
  return join(folder, name);
}
const all = <T extends { _id: string }>(collection: string) => mongo.db.collection<T>(collection).find().sort({ _id: 1 }).toArray();

test('names a file that is no description, and writes nothing', async () => {
  const broken = await files('broken', descriptions);
  await writeFile(join(broken, 't1'), '{"form":');
  await expect(weft('rebuild', { file: broken })).rejects.toThrow(
    `${join(broken, 't1')} is not JSON: write it again with "weft-agent describe".`,
  );
  await writeFile(join(broken, 't1'), '{"form":"weft-node-description-1"}');
  await expect(weft('rebuild', { file: broken })).rejects.toThrow(`${join(broken, 't1')} is no description of a node`);
  await expect(weft('rebuild', { file: join(folder, 'nowhere') })).rejects.toThrow('nowhere');
  expect(await mongo.db.listCollections().toArray()).toEqual([]);
});

test('stops at a node that others name and nobody described, unless a person goes on without it', async () => {
  const without = await files(
    'without-t2',
    descriptions.filter(({ node }) => node.id !== t2.id),
  );
  await expect(weft('rebuild', { file: without })).rejects.toThrow(/^1 nodes are not described: t2\. .*--accept-missing/);
  const dry = await weft('rebuild', { file: without, acceptMissing: true, dryRun: true });
  expect(dry.output).toContain('rebuild-node-missing: Node t2 is named by others');
  expect(await mongo.db.listCollections().toArray()).toEqual([]);
});

test('makes the database again with the ids and generations of the nodes, once', async () => {
  const complete = await files('complete', descriptions);
  const { code, output } = await weft('rebuild', { file: complete });
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('5 nodes, 3 drives, 1 drive classes, 2 volumes, 1 attachments'),
  });
  expect(output).toMatch(/administrator accepts it .*: c1, c2, t1, t2, t3/);
  expect((await all<VolumeDocument>('volumes')).map(({ _id, name }) => [_id, name])).toEqual([
    [mirror._id, 'vol-1'],
    [striped._id, 'vol-2'],
  ]);
  for (const { node, held } of descriptions)
    expect(await mongo.db.collection<AssignmentDocument>('assignments').findOne({ _id: node.id })).toMatchObject({
      generation: 7,
      hash: held.hash,
    });
  expect((await all<NodeDocument>('nodes')).every(({ status }) => status.historyDoubt)).toBe(true);
  await expect(weft('rebuild', { file: complete })).rejects.toThrow('is not empty');
  expect((await weft('check', {})).output).not.toContain('allocated');
});

test('adopts a volume into a database that does not have it, and stores nothing in a dry run or when it refuses', async () => {
  const complete = join(folder, 'complete');
  await mongo.db.collection<VolumeDocument>('volumes').deleteOne({ _id: mirror._id });
  const drives = mongo.db.collection<DriveDocument>('drives');
  for (const { driveId, spec } of mirror.legs)
    await drives.updateOne({ _id: driveId }, { $inc: { 'status.allocatedBytes': -spec.sizeBytes } });
  await mongo.db
    .collection<AssignmentDocument>('assignments')
    .updateMany(
      { _id: { $in: mirror.legs.map(({ nodeId }) => nodeId) } },
      { $set: { hash: 'without it' }, $pull: { 'content.legs': { volumeId: mirror._id } } as never },
    );
  const before = {
    volumes: await all('volumes'),
    drives: await all<DriveDocument>('drives'),
    assignments: await all<AssignmentDocument>('assignments'),
  };
  const unchanged = async () =>
    expect({ volumes: await all('volumes'), drives: await all('drives'), assignments: await all('assignments') }).toEqual(before);
  const adopt = (more: Partial<Arguments> = {}) => weft('adopt', { file: complete, volume: 'vol-1', ...more });
  await expect(adopt()).rejects.toThrow('is not connected, or its history is in doubt');
  await unchanged();

  const nodes = mongo.db.collection<NodeDocument>('nodes');
  for (const leg of mirror.legs) {
    const name = `${vgName(leg.driveId)}/${lvName(leg.id)}`;
    const orphan = { kind: 'logical-volume' as const, name, detail: '', inUse: false, since: new Date() };
    await nodes.updateOne(
      { _id: leg.nodeId },
      { $set: { 'status.connection.state': 'online', 'status.orphans': [orphan] }, $unset: { 'status.historyDoubt': '' } },
    );
  }
  expect((await adopt({ dryRun: true })).output).toContain(`would adopt volume vol-1 (${mirror._id})`);
  await unchanged();

  const { code, output } = await adopt();
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`adopted volume vol-1 (${mirror._id})`) });
  const adopted = (await all<VolumeDocument>('volumes')).find(({ _id }) => _id === mirror._id);
  expect(adopted?.legs.map((leg) => [leg.id, leg.spec.orderGeneration])).toEqual(mirror.legs.map((leg) => [leg.id, 8]));
  for (const [at, { _id, nodeId, status }] of (await all<DriveDocument>('drives')).entries()) {
    const bytes = mirror.legs.filter(({ driveId }) => driveId === _id).reduce((sum, leg) => sum + leg.spec.sizeBytes, 0);
    expect(status.allocatedBytes - (before.drives[at]?.status.allocatedBytes ?? 0)).toBe(bytes);
    const assignment = await mongo.db.collection<AssignmentDocument>('assignments').findOne({ _id: nodeId });
    expect(assignment?.generation).toBe(bytes > 0 ? 8 : 7);
  }
  expect(await mongo.db.collection('audit').find({ action: 'database.mend' }).toArray()).toMatchObject([
    {
      ...{ by: expect.stringMatching(/^weft-server adopt \(/), subject: { kind: 'volume', id: mirror._id, name: 'vol-1' } },
      statements: [{ code: 'volume-adopted', text: 'Volume vol-1, which only its drives knew, was adopted with 2 legs.' }],
    },
  ]);
  await expect(adopt()).rejects.toThrow('that this database does not have');
});

test('stores the world of a large cluster, which does not fit into one transaction', { timeout: 120_000 }, async () => {
  const large = await connect({ ...config, mongodbDatabase: `${config.mongodbDatabase}_large` });
  try {
    const text = 'x'.repeat(100_000);
    const volumes = Array.from({ length: 3000 }, (_, at) => {
      const one = storedVolume(`large-${at}`, []);
      return { ...one, spec: { ...one.spec, description: text } };
    });
    const world = rebuiltWorld(descriptions, new Date());
    world.volumes.push(...volumes);
    await new RebuiltWorldStore(large).store(world);
    expect(await large.db.collection('volumes').countDocuments()).toBe(volumes.length + 2);
  } finally {
    await large.db.dropDatabase();
    await large.close();
  }
});
