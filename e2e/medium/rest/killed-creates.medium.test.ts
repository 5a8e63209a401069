/** Kills a real server process while it creates volumes: acknowledged volumes exist afterwards, and nothing stays half made (S9). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { ServerProcess } from '../../support/server-process.js';
import { takeDrives } from '../../support/take-drives.js';

const ROUNDS = 3;
const CREATES = 12;
const SIZE_BYTES = GiB / 16;

let directory: string;
let server: ServerProcess;
let api: ApiClient;
let target: ScriptedAgent;
let driveClassId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-creates-'));
  const { uri, name: database } = testDatabase();
  server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: uri, database });
  api = await server.administrator();
  const { version } = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, { body: { storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/16'] }] }, ifMatch: version });
  target = await ScriptedAgent.enroll(api, 't1', [{ serial: 't1-d', sizeBytes: 100 * GiB }], { network: 1 });
  await takeDrives(api, 1);
  const members = { by: 'selector' as const, selector: { models: ['scripted'] } };
  driveClassId = (await api.call(endpoints.createDriveClass, { body: { name: 'all', members } })).id;
}, 120_000);

afterAll(async () => {
  await target?.close();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

const create = (name: string) =>
  api.call(endpoints.createVolume, { body: { name, sizeBytes: SIZE_BYTES, protection: 'concatenated', driveClassId } });
const volumes = async () => (await api.call(endpoints.listVolumes, { query: { limit: 200 } })).items;

/** Creates several volumes at once and kills the server after the first acknowledgement. @returns the acknowledged ones. */
async function killWhileCreating(round: number): Promise<Awaited<ReturnType<typeof create>>[]> {
  const acknowledged: Awaited<ReturnType<typeof create>>[] = [];
  let first: () => void;
  const begun = new Promise<void>((resolve) => {
    first = resolve;
  });
  const asked = Array.from({ length: CREATES }, (_, index) =>
    create(`r${round}-${index}`).then((answer) => {
      acknowledged.push(answer);
      first();
    }),
  );
  const settled = Promise.allSettled(asked);
  await Promise.race([begun, settled]);
  await sleep(Math.random() * 30); // at any moment: the test knows what was acknowledged by then
  await server.kill();
  await settled;
  return acknowledged;
}

it('keeps every volume that it acknowledged, and leaves none half made (S9)', { timeout: 300_000 }, async () => {
  const kept: string[] = [];
  let unanswered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const acknowledged = await killWhileCreating(round);
    unanswered += CREATES - acknowledged.length;
    await server.start();
    kept.push(...acknowledged.map(({ volume }) => volume.id));
    const there = new Set((await volumes()).map(({ id }) => id));
    expect(kept.filter((id) => !there.has(id))).toEqual([]);
    // Each acknowledged job exists too, and ends.
    for (const { job } of acknowledged) await api.done(job.id, 60);
  }
  // The kills hit the middle: some creates were acknowledged, and some were not.
  expect(kept.length).toBeGreaterThanOrEqual(ROUNDS);
  expect(unanswered).toBeGreaterThan(0);

  // A create without an answer happened completely or not at all: each existing volume becomes available and has all of its space.
  await until('every volume available', 60, async () => {
    const states = (await volumes()).map(({ state }) => state);
    return states.every((state) => state === 'available') ? true : undefined;
  });
  const all = await volumes();
  expect(all.map(({ legs }) => legs.length)).toEqual(all.map(() => 1));
  const [drive] = (await api.call(endpoints.listDrives)).items;
  const bookedBytes = all.flatMap(({ legs }) => legs).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(drive?.allocatedBytes).toBe(bookedBytes);

  // A repeated create returns the existing volume, or makes it now.
  for (let round = 0; round < ROUNDS; round++)
    for (let index = 0; index < CREATES; index++) {
      const { volume } = await create(`r${round}-${index}`);
      const before = all.find(({ name }) => name === volume.name);
      if (before) expect(volume.id).toBe(before.id);
    }
  expect(await volumes()).toHaveLength(ROUNDS * CREATES);
});
