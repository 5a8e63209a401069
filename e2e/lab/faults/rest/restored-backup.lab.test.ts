/** The whole database is lost and restored from a backup with `weft-server restore`, while nodes have newer state (S9, S14). */
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import type { Fabric } from '../../fabric/fabric.js';
import { attach, createVolume, detach, remove } from '../../fabric/provision.js';
import type { Machine } from '../../machines/machine.js';
import { mismatches } from '../client.js';
import { faultLab } from '../fault-lab.js';

const folder = mkdtempSync(join(tmpdir(), 'weft-backups-'));
const kept = { WEFT_BACKUP_FREQUENT_KEEP: '0', WEFT_BACKUP_HOURLY_KEEP: '0', WEFT_BACKUP_DAILY_KEEP: '0' };
const lab = faultLab({ environment: { WEFT_BACKUP_DIR: folder, WEFT_BACKUP_KEY: '5'.repeat(64), ...kept } });
afterAll(() => rm(folder, { recursive: true }));

async function dropDatabase({ mongo }: Fabric): Promise<void> {
  const client = await new MongoClient(mongo.uri).connect();
  await client
    .db('weft')
    .dropDatabase()
    .finally(() => client.close());
}

const legsOn = async (machine: Machine): Promise<string> => machine.run('lvs --devicesfile weft --noheadings -o lv_name,lv_tags');
const sumOf = async (machine: Machine, device: string): Promise<string> =>
  (await machine.run(`dd if=${device} bs=1M iflag=direct status=none | sha256sum`, { timeoutSeconds: 180 })).trim();

/** Writes random bytes over the whole volume. @returns their checksum. */
async function fill(machine: Machine, device: string): Promise<string> {
  await machine.run(`dd if=/dev/urandom of=${device} bs=1M oflag=direct status=none conv=fsync 2>/dev/null || test $? = 1`, {
    timeoutSeconds: 180,
  });
  return sumOf(machine, device);
}

describe.sequential('database restored from a backup', () => {
  test('row: back up, make and delete volumes, move one, lose the database, restore: no byte lost, no second writer, differences right (S9, S14)', async () => {
    const { now } = lab;
    const { fabric } = now;
    const [c1, c2] = [fabric.machine('c1'), fabric.machine('c2')];
    const spec = { driveClassId: now.driveClass.id, sizeBytes: 64 * MiB, protection: 'raid1' as const };
    const moved = await now.mirror();
    const movedSum = await fill(c1, moved.device);
    const removed = await createVolume(fabric, { ...spec, name: 'removed' });
    expect(await fabric.server.command(['backup'])).toMatchObject({ code: 0 });
    const [file = expect.fail('no backup')] = (await readdir(folder)).filter((name) => !name.startsWith('.'));

    await remove(fabric, removed);
    const added = await createVolume(fabric, { ...spec, name: 'added' });
    await attach(fabric, added, 'c1');
    const addedSum = await fill(c1, '/dev/weft/added');
    await detach(fabric, moved.attachment);
    const after = { ...moved, client: c2, attachment: await attach(fabric, moved.volume, 'c2') };
    await fabric.server.kill();
    await dropDatabase(fabric);
    expect(await fabric.server.command(['restore', join(folder, file)])).toMatchObject({ code: 0 });
    await fabric.server.start();
    await fabric.api.login('admin', (await readFile(fabric.server.passwordFile, 'utf8')).trim());

    const targetsOf = (volume: Volume) => volume.legs.map((leg) => ({ legId: leg.id, name: leg.node.name }));
    const doubts = await until('the differences of every node', 180, async () => {
      const { doubts } = await fabric.api.call(endpoints.getHistory);
      const known = doubts.filter(({ effects }) => !effects.some(({ code }) => code === 'differences-unknown'));
      return known.length === fabric.nodes.length ? doubts : undefined;
    });
    console.log(doubts.flatMap(({ effects }) => effects.map(({ message }) => message)).join('\n'));
    const effect = (node: string, code: string): string =>
      doubts.find((doubt) => doubt.node.name === node)?.effects.find((each) => each.code === code)?.message ?? '';
    for (const { legId, name } of targetsOf(added)) expect(effect(name, 'node-only-objects')).toContain(`leg ${legId}`);
    for (const { legId, name } of targetsOf(removed)) expect(effect(name, 'database-only-legs')).toContain(`leg ${legId}`);
    expect(effect('c1', 'database-only-objects')).toContain(`the attachment of ${moved.volume.name}`);
    expect(effect('c2', 'node-only-objects')).toContain(`attachment ${after.attachment.id}`);

    const nothingLost = async () => {
      expect(await sumOf(c1, '/dev/weft/added')).toBe(addedSum);
      expect(await sumOf(c2, after.device)).toBe(movedSum);
      expect((await c1.exec(`test -e ${moved.device}`)).code).not.toBe(0);
    };
    await nothingLost();

    // Clients first, as docs/operating.md has it.
    for (const isClient of [true, false]) {
      const doubtIds = doubts.filter(({ node }) => node.name.startsWith('c') === isClient).map(({ id }) => id);
      await fabric.api.call(endpoints.acceptHistory, { body: { doubtIds } });
      for (const { node } of doubts.filter(({ id }) => doubtIds.includes(id)))
        await until(`${node.name} following the database`, 180, async () => {
          const { assignment } = await fabric.node(node.name);
          return assignment.acceptedGeneration === assignment.generation ? true : undefined;
        });
      await nothingLost();
    }

    await until('the legs made after the backup among the orphans', 120, async () => {
      const { items } = await fabric.api.call(endpoints.listOrphans, { query: { side: 'host', limit: 200 } });
      return targetsOf(added).every(({ legId }) => items.some(({ name }) => name.includes(legId))) ? true : undefined;
    });
    for (const { legId, name } of targetsOf(removed)) expect(await legsOn(fabric.machine(name))).not.toContain(legId);
    for (const { legId, name } of targetsOf(added)) expect(await legsOn(fabric.machine(name))).toContain(legId);
    await nothingLost();
    expect(await mismatches(after)).toBe(0);
  });
});
