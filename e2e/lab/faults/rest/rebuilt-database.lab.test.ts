/** The whole database is lost under load, with no backup, and made again from what the nodes know (`weft-agent describe`, `weft-server rebuild`). */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import type { Fabric } from '../../fabric/fabric.js';
import { fio } from '../../fabric/fio.js';
import { attach, createVolume, detach } from '../../fabric/provision.js';
import type { Machine } from '../../machines/machine.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab();
const folder = await mkdtemp(join(tmpdir(), 'weft-rebuild-'));
afterAll(() => rm(folder, { recursive: true }));

async function dropDatabase({ mongo }: Fabric): Promise<void> {
  const client = await new MongoClient(mongo.uri).connect();
  await client
    .db('weft')
    .dropDatabase()
    .finally(() => client.close());
}

const sumOf = async (machine: Machine, device: string): Promise<string> =>
  (await machine.run(`dd if=${device} bs=1M iflag=direct status=none | sha256sum`, { timeoutSeconds: 180 })).trim();

async function fill(machine: Machine, device: string): Promise<string> {
  await machine.run(`dd if=/dev/urandom of=${device} bs=1M oflag=direct status=none conv=fsync 2>/dev/null || test $? = 1`, {
    timeoutSeconds: 180,
  });
  return sumOf(machine, device);
}

/** Every leg says what it is on its drive. */
const labelled = (fabric: Fabric, legs: readonly { id: string; node: { name: string } }[]): Promise<true> =>
  until('the labels of all legs', 60, async () => {
    for (const { id, node } of legs) {
      const tags = await fabric.machine(node.name).run('lvs --devicesfile weft --noheadings -o lv_name,lv_tags');
      if (!tags.split('\n').some((line) => line.includes(id) && line.includes('weft.is.volume='))) return undefined;
    }
    return true;
  });

describe.sequential('database made again from the nodes', () => {
  test('row: drop the database during fio, rebuild, detach, attach elsewhere: no I/O error, same bytes, same ids (S3, S11, S14)', async () => {
    const { now } = lab;
    const { fabric } = now;
    const [c1, c2] = [fabric.machine('c1'), fabric.machine('c2')];
    const busy = await now.mirror();
    const spec = { driveClassId: now.driveClass.id, sizeBytes: 64 * MiB };
    const made = [
      await createVolume(fabric, { ...spec, name: 'idle-mirror', protection: 'raid1' }),
      await createVolume(fabric, { ...spec, name: 'stripes', protection: 'raid0', stripeWidth: 2 }),
    ];
    const sums = new Map<string, string>();
    for (const volume of made) {
      const attachment = await attach(fabric, volume, 'c1');
      sums.set(volume.name, await fill(c1, `/dev/weft/${volume.name}`));
      await detach(fabric, attachment);
    }
    const before = await Promise.all([busy.volume, ...made].map(({ id }) => fabric.api.call(endpoints.getVolume, { params: { id } })));
    await labelled(
      fabric,
      before.flatMap(({ legs }) => legs),
    );

    const load = fio(
      c1,
      busy.device,
      ['--rw=randrw', '--size=32M', '--iodepth=4', '--time_based', '--runtime=60', '--verify_backlog=64'],
      180,
    );
    await fabric.server.kill();
    await dropDatabase(fabric);
    const files = join(folder, 'nodes');
    await mkdir(files);
    for (const machine of fabric.nodes)
      await writeFile(join(files, machine.name), await machine.run('weft-agent describe', { timeoutSeconds: 60 }));
    const dry = await fabric.server.command(['rebuild', files, '--dry-run']);
    console.log(dry.output);
    const beganMs = performance.now();
    const rebuilt = await fabric.server.command(['rebuild', files]);
    console.log(`rebuilt in ${((performance.now() - beganMs) / 1000).toFixed(1)} s: ${rebuilt.output.split('\n').slice(-4).join('; ')}`);
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(rebuilt.output).not.toMatch(/rebuild-(volume-left-out|legs-unlabelled|leg-missing|facts-lost|node-missing)/);
    // A second one would write over the first.
    expect(await fabric.server.command(['rebuild', files])).toMatchObject({ code: 1 });
    expect((await load).errors).toBe(0);
    await c1.run(`sync; blockdev --flushbufs ${busy.device}`);
    sums.set(busy.volume.name, await sumOf(c1, busy.device));

    await fabric.server.start();
    // A new database has new users.
    await rm(fabric.server.passwordFile);
    await fabric.server.administrator();
    await fabric.api.login('admin', (await readFile(fabric.server.passwordFile, 'utf8')).trim());
    // A node that was never assigned anything holds generation 0, as the new database does: nothing is to accept there.
    const nodes = await Promise.all(fabric.nodes.map(({ name }) => fabric.node(name)));
    const doubted = nodes.filter(({ assignment: { acceptedGeneration } }) => (acceptedGeneration ?? 0) > 0).map(({ name }) => name);
    expect(doubted).toEqual(expect.arrayContaining(before.flatMap(({ legs }) => legs.map(({ node }) => node.name))));
    const doubts = await until('the differences of every node', 180, async () => {
      const { doubts } = await fabric.api.call(endpoints.getHistory);
      const known = doubts.filter(({ effects }) => !effects.some(({ code }) => code === 'differences-unknown'));
      return known.length === doubted.length ? doubts : undefined;
    });
    console.log(doubts.flatMap(({ node, effects }) => effects.map(({ message }) => `${node.name}: ${message}`)).join('\n'));
    // What the database assigns is what the nodes have.
    const codes = doubts.flatMap(({ effects }) => effects.map(({ code }) => code));
    for (const code of ['node-only-objects', 'database-only-legs', 'database-only-objects']) expect(codes).not.toContain(code);
    for (const isClient of [true, false]) {
      const doubtIds = doubts.filter(({ node }) => node.name.startsWith('c') === isClient).map(({ id }) => id);
      await fabric.api.call(endpoints.acceptHistory, { body: { doubtIds } });
    }
    for (const machine of fabric.nodes)
      await until(`${machine.name} following the database`, 180, async () => {
        const { assignment } = await fabric.node(machine.name);
        return assignment.acceptedGeneration === assignment.generation ? true : undefined;
      });

    for (const { id, name, sizeBytes, protection, legs } of before) {
      const after = await until(`${name} as before`, 120, async () => {
        const volume = await fabric.api.call(endpoints.getVolume, { params: { id } });
        return ['healthy', 'detached'].includes(volume.health) ? volume : undefined;
      });
      expect(after).toMatchObject({ name, sizeBytes, protection, state: 'available' });
      expect(after.legs.map((leg) => [leg.id, leg.index, leg.drive.id, leg.node.name])).toEqual(
        legs.map((leg) => [leg.id, leg.index, leg.drive.id, leg.node.name]),
      );
    }
    const { items } = await fabric.api.call(endpoints.listOrphans, { query: { limit: 200 } });
    expect(items).toEqual([]);

    // Elsewhere: the rebuilt attachment is detached as any other, and the other client reads the same bytes.
    const { items: attachments } = await fabric.api.call(endpoints.listAttachments, { query: { volumeId: busy.volume.id } });
    expect(attachments.map(({ id, node }) => [id, node.name])).toEqual([[busy.attachment.id, 'c1']]);
    await detach(fabric, attachments[0] ?? expect.fail('no attachment'));
    for (const volume of before) {
      const attachment = await attach(fabric, volume, 'c2');
      expect(await sumOf(c2, `/dev/weft/${volume.name}`), volume.name).toBe(sums.get(volume.name));
      await detach(fabric, attachment);
    }
  });
});
