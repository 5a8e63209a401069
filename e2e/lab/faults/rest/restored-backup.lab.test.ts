/** The whole database is lost and restored from a backup with `weft-server restore`, while nodes have newer state (S9, S14). */
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
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
const lab = faultLab({ environment: { WEFT_BACKUP_DIR: folder, WEFT_BACKUP_KEY: '5'.repeat(64) } });
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

/** Every leg has its label. */
const labelled = (fabric: Fabric, { legs }: Volume): Promise<true> =>
  until('the labels of all legs', 60, async () => {
    for (const { id, node } of legs) {
      const lines = (await legsOn(fabric.machine(node.name))).split('\n');
      if (!lines.some((line) => line.includes(id) && line.includes('weft.is.array='))) return undefined;
    }
    return true;
  });

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
    // The newest: the server took one of its own when it started. Names begin with the time.
    const file =
      (await readdir(folder))
        .filter((name) => !name.startsWith('.'))
        .sort()
        .at(-1) ?? expect.fail('no backup');

    await remove(fabric, removed);
    const added = await createVolume(fabric, { ...spec, name: 'added' });
    const addedTo = await attach(fabric, added, 'c1');
    const addedSum = await fill(c1, '/dev/weft/added');
    const spare = await createVolume(fabric, { ...spec, name: 'spare' });
    await labelled(fabric, added);
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

    // A person removes the traces of the volumes made after the backup: none while it is in use, then from the top down.
    const orphans = async (kind: ListedOrphan['kind'], marks: string): Promise<ListedOrphan[]> => {
      const { items } = await fabric.api.call(endpoints.listOrphans, { query: { side: 'host', kind, limit: 200 } });
      return items.filter(({ name, detail, volume }) =>
        `${name} ${detail} ${volume.references.map(({ id }) => id).join(' ')}`.includes(marks),
      );
    };
    const removal = async (orphan: ListedOrphan): Promise<Job> => {
      const serial = orphan.mayHoldOnlyCopy === 'no' ? {} : { serial: orphan.driveSerial ?? '' };
      const { job } = await fabric.api.call(endpoints.cleanOrphan, { params: { id: orphan.id }, body: serial });
      return until(`the removal of ${orphan.name}`, 120, async () => {
        const now = await fabric.api.call(endpoints.getJob, { params: { id: job.id } });
        return now.state === 'running' ? undefined : now;
      });
    };
    const gone = (orphan: ListedOrphan) =>
      until(`${orphan.name} gone from the list`, 60, async () => {
        const { items } = await fabric.api.call(endpoints.listOrphans, { query: { limit: 200 } });
        return items.some(({ id }) => id === orphan.id) ? undefined : true;
      });
    const array = async () => (await orphans('array', '')).filter(({ node }) => node.name === 'c1');
    const [subsystem = expect.fail('no subsystem')] = await orphans('subsystem', addedTo.id);
    const [path = expect.fail('no path')] = await orphans('controller', addedTo.id);
    for (const used of [subsystem, path, ...(await array())])
      expect(await removal(used)).toMatchObject({ state: 'failed', error: { code: 'orphan-in-use' } });
    await nothingLost();
    const holder = (await c1.run(`setsid sh -c 'exec 9<>/dev/weft/added; exec sleep 1000' > /dev/null 2>&1 & echo $!`)).trim();
    await c1.run(`for i in $(seq 50); do [ -e /proc/${holder}/fd/9 ] && exit 0; sleep 0.1; done; exit 1`);
    const [mapping = expect.fail('no mapping')] = await orphans('mapping', added.id);
    expect(await removal(mapping)).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('sleep') } });
    await c1.run(`kill -KILL ${holder}; while [ -e /proc/${holder}/fd/9 ]; do sleep 0.1; done`);
    for (const found of [
      () => orphans('mapping', added.id),
      array,
      () => orphans('controller', addedTo.id),
      () => orphans('subsystem', addedTo.id),
      () => orphans('logical-volume', spare.id),
    ]) {
      const all = await found();
      expect(all.length).toBeGreaterThan(0);
      for (const orphan of all) {
        expect(await removal(orphan), orphan.name).toMatchObject({ state: 'done', error: null });
        await gone(orphan);
      }
    }
    for (const { legId, name } of targetsOf(spare)) expect(await legsOn(fabric.machine(name))).not.toContain(legId);
    expect(
      (await c1.run('nvme list-subsys; cat /proc/mdstat; dmsetup ls; ls /dev/weft 2>/dev/null || true')).replaceAll('-', ''),
    ).not.toContain(addedTo.id.replaceAll('-', ''));
    expect((await c1.exec('test -e /dev/weft/added')).code).not.toBe(0);

    // What lies on the drives becomes a volume again.
    const files = join(folder, 'nodes');
    await mkdir(files);
    for (const machine of fabric.nodes)
      await writeFile(join(files, machine.name), await machine.run('weft-agent describe', { timeoutSeconds: 60 }));
    const adoption = ['adopt', files, '--volume', 'added'];
    const dry = await fabric.server.command([...adoption, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining(`would adopt volume added (${added.id})`) });
    expect(await fabric.server.command(adoption)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`adopted volume added (${added.id})`),
    });
    expect(await fabric.server.command(adoption)).toMatchObject({ code: 1 });
    const adopted = await until('the adopted volume', 60, async () => {
      const volume = await fabric.api.call(endpoints.getVolume, { params: { id: added.id } });
      return volume.state === 'available' && volume.health !== 'unknown' ? volume : undefined;
    });
    expect(targetsOf(adopted)).toEqual(targetsOf(added));
    const again = await attach(fabric, adopted, 'c2');
    expect(await sumOf(c2, '/dev/weft/added')).toBe(addedSum);
    await detach(fabric, again);
    expect(await fabric.server.command(['check', '--json'])).toMatchObject({ output: expect.not.stringContaining(added.id) });
    expect(await sumOf(c2, after.device)).toBe(movedSum);
    expect(await mismatches(after)).toBe(0);
  });
});
