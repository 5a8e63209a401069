/** Backup, restore, rebuild and check of the database of 128 targets, 3,072 drives, 1,000 volumes, 2,000 attachments and 1,128 agents. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onBenchServer } from './clusters/bench-server.js';
import { describeCluster } from './clusters/described-cluster.js';
import { timed } from './clusters/large-cluster.js';
import { seedLargeCluster } from './clusters/seeded-cluster.js';
import type { Measurement } from './measure/result.js';

const ROUNDS = 3;
const KEY = '8'.repeat(64);

/** Each command as a person runs it: the times include the start of its process. The best of some rounds: others shared the machine with something. */
export async function benchBackup(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-bench-backups-'));
  const environment = { WEFT_BACKUP_DIR: folder, WEFT_BACKUP_KEY: KEY };
  try {
    return await onBenchServer(async ({ server, api, db, agents }) => {
      agents.push(...(await seedLargeCluster(api, db)).agents);
      const run = async (what: string, words: string[], codes: readonly number[], more: Record<string, string> = {}) => {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const began = performance.now();
          const { code, output } = await server.command(words, { environment: { ...environment, ...more, ...databaseOf(words, round) } });
          times.push(performance.now() - began);
          if (code === null || !codes.includes(code)) throw new Error(`${what} ended with ${code}: ${output}`);
        }
        console.log(`bench: ${what}: ${times.map((time) => (time / 1000).toFixed(1)).join(', ')} s`);
        return Math.min(...times) / 1000;
      };
      const backup = await run('backup', ['backup'], [0]);
      const [name = ''] = (await readdir(folder)).filter((file) => !file.startsWith('.'));
      const file = join(folder, name);
      const verify = await run('verification', ['verify-backup', file], [0]);
      const restore = await run('restore', ['restore', file], [0]);
      const described = join(folder, 'nodes');
      await timed('described the nodes', () => describeCluster(db, described));
      const rebuild = await run('rebuild', ['rebuild', described], [0]);
      // The bench holds a lease by hand, which the check finds.
      const check = await run('check', ['check', '--json'], [1]);
      const documents = await timed('counted documents', async () => {
        const names = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()).map((each) => each.name);
        const counts = await Promise.all(names.map((each) => db.collection(each).countDocuments()));
        return counts.reduce((sum, count) => sum + count, 0);
      });
      return [
        { name: 'documents in the database', value: documents, unit: 'count' },
        { name: 'backup: time', value: backup, unit: 's' },
        { name: 'backup: size of the file', value: (await stat(file)).size / 2 ** 20, unit: 'MiB' },
        { name: 'verification of every byte: time', value: verify, unit: 's' },
        { name: 'restore into an empty database: time', value: restore, unit: 's' },
        { name: 'rebuild from the descriptions of 1,128 nodes: time', value: rebuild, unit: 's' },
        { name: 'check of database and hosts: time', value: check, unit: 's' },
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A restore and a rebuild need an empty database: each round has its own. */
const databaseOf = ([command]: readonly string[], round: number): Record<string, string> =>
  command === 'restore' || command === 'rebuild' ? { WEFT_MONGODB_DATABASE: `${command}-${round}` } : {};
