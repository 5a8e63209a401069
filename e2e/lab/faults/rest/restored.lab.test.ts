/** The database is rolled back to a backup while nodes have newer state (S14). */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Document, MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { attach, detach } from '../../fabric/provision.js';
import { mismatches } from '../client.js';
import { type FaultLab, faultLab } from '../fault-lab.js';

const lab = faultLab();
/** Collections that mongodump would leave out, or that servers recreate. */
const NOT_KEPT = /^(system\.|servers$|leases$|sessions$)/;

async function withDatabase<T>({ fabric }: FaultLab, work: (db: ReturnType<MongoClient['db']>) => Promise<T>): Promise<T> {
  const client = await new MongoClient(fabric.mongo.uri).connect();
  return work(client.db('weft')).finally(() => client.close());
}

const backup = (now: FaultLab): Promise<Map<string, Document[]>> =>
  withDatabase(now, async (db) => {
    const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    const names = collections.map(({ name }) => name).filter((name) => !NOT_KEPT.test(name));
    return new Map(await Promise.all(names.map(async (name) => [name, await db.collection(name).find().toArray()] as const)));
  });

const restore = (now: FaultLab, dump: Map<string, Document[]>): Promise<void> =>
  withDatabase(now, async (db) => {
    for (const [name, documents] of dump) {
      await db.collection(name).deleteMany({});
      if (documents.length > 0) await db.collection(name).insertMany(documents);
    }
  });

describe.sequential('restored databases', () => {
  test('row: restored older database: back up, move the volume, restore: no client writes beside the current one (S14)', async () => {
    const { now } = lab;
    const { fabric } = now;
    const old = await now.mirror();
    const dump = await backup(now);
    await detach(fabric, old.attachment);
    const moved = { ...old, client: fabric.machine('c2'), attachment: await attach(fabric, old.volume, 'c2') };
    await fabric.server.kill();
    await restore(now, dump);
    // Raise the older database's counters above those that the agents hold: only the recorded history shows that it is older.
    await withDatabase(now, (db) => db.collection('assignments').updateMany({}, { $inc: { generation: 1000 } }));
    await fabric.server.start();

    const onlyC2Writes = async () => {
      expect((await fabric.machine('c1').exec(`test -e ${old.device}`)).code).not.toBe(0);
      expect((await moved.client.exec(`dd if=/dev/zero of=${moved.device} bs=4k count=1 oflag=direct`)).code).toBe(0);
    };
    const doubtful = ['c1', 'c2', ...new Set(old.volume.legs.map(({ node }) => node.name))].sort();
    const doubts = await until('every node of the volume in doubt', 120, async () => {
      const { doubts } = await fabric.api.call(endpoints.getHistory);
      const names = doubts.map(({ node }) => node.name).sort();
      return doubtful.every((name) => names.includes(name)) ? doubts : undefined;
    });
    console.log(doubts.map(({ message }) => message).join('\n'));
    // The API lists the doubt before the agent has the answer that tells it.
    await until("the doubt in the agent's own status", 60, async () =>
      /problem: .*restored/.test(await fabric.machine('c1').run('weft-agent status')) ? true : undefined,
    );
    expect((await fabric.machine('c1').exec(`test -e ${old.device}`)).code).not.toBe(0);

    // Accept the backup's client first: its paths lead to targets that still follow their last orders.
    const c1 = doubts.find(({ node }) => node.name === 'c1');
    await fabric.api.call(endpoints.acceptHistory, { body: { doubtIds: [c1?.id ?? ''] } });
    await until('c1 following the database', 60, async () => {
      const { assignment } = await fabric.node('c1');
      return assignment.acceptedGeneration === assignment.generation ? true : undefined;
    });
    await onlyC2Writes();

    // Then accept everything: the targets have the legs enabled for c2, and enable none for c1 beside it.
    const others = doubts.filter(({ node }) => node.name !== 'c1');
    await fabric.api.call(endpoints.acceptHistory, { body: { doubtIds: others.map(({ id }) => id) } });
    await until('no node in doubt', 120, async () => {
      const { doubts } = await fabric.api.call(endpoints.getHistory);
      if (doubts.length > 0) console.log(doubts.map(({ message, since }) => `since ${since}: ${message}`).join('\n'));
      return doubts.length === 0 ? true : undefined;
    });
    await sleep(30_000);
    await onlyC2Writes();
    expect(await mismatches(moved)).toBe(0);
  });
});
