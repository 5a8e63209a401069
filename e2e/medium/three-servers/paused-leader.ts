import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import type { FollowedServers } from '../../support/followed-servers.js';

/** What the domain decides on, and jobs. A server without agents and requests writes none of them, except under a lease. */
const DECIDED = ['volumes', 'attachments', 'assignments', 'objectStatuses', 'drives', 'driveClasses', 'nodes', 'jobs'];

interface Profiled {
  ns: string;
  ts: Date;
  op: string;
  command?: object;
  errCode?: number;
  nModified?: number;
  ninserted?: number;
  ndeleted?: number;
}

/** Profiles the operations of one server on the primary. @returns reads them. */
async function profile(three: FollowedServers, appName: string): Promise<() => Promise<Profiled[]>> {
  const { database } = three;
  await database.command({ profile: 0 });
  await database
    .collection('system.profile')
    .drop()
    .catch(() => undefined); // there is none before the first time
  await database.createCollection('system.profile', { capped: true, size: 64 * 2 ** 20 });
  await database.command({ profile: 1, filter: { appName } });
  return async () => database.collection<Profiled>('system.profile').find().toArray() as Promise<Profiled[]>;
}

const hadEffect = ({ errCode, nModified = 0, ninserted = 0, ndeleted = 0 }: Profiled) =>
  errCode === undefined && nModified + ninserted + ndeleted > 0;

/** Gives the reconcilers work and pauses their server repeatedly, until a pause falls between two operations of a transaction. @returns the server. */
async function pauseInTransaction(three: FollowedServers): Promise<number> {
  let made = 0;
  return until('the leading server paused in a transaction', 120, async () => {
    const { at } = await three.reconciler();
    if (at < 0) return undefined;
    const asked = three
      .api((at + 1) % 3)
      .call(endpoints.createVolume, {
        body: { name: `paused-${++made}`, sizeBytes: three.options.volumeBytes, protection: 'raid1', driveClassId: three.driveClassId },
      })
      .catch(() => undefined); // in the way of its conflicts
    for (let tries = 0; tries < 40; tries++) {
      await sleep(Math.random() * 20); // at any moment: `leaseIsLocked` shows which one
      await three.pause(at);
      if (await three.leaseIsLocked()) return at;
      await three.resume(at);
    }
    await asked;
    return undefined;
  });
}

/** When the first agent moved to a server, or never: what its connection writes is no old work. */
async function firstAgentAt({ database }: FollowedServers, serverId: string): Promise<number> {
  const nodes = database.collection<{ _id: string; status: { connection: { since: Date } } }>('nodes');
  const found = await nodes.find({ 'status.connection.serverId': serverId }).toArray();
  return Math.min(Number.POSITIVE_INFINITY, ...found.map(({ status }) => status.connection.since.getTime()));
}

/**
 * Pauses the leading server while another one leads, lets it go on, and expects that none of its writes takes effect.
 * @param pause pauses the server that leads. @returns it
 */
export async function pauseLeader(
  three: FollowedServers,
  { pauseSeconds, pause = pauseInTransaction }: { pauseSeconds: number; pause?: (three: FollowedServers) => Promise<number> },
): Promise<void> {
  await three.allAgentsAt([0, 1, 2], 60);
  const before = await three.reconciler();
  const paused = await pause(three);
  const pausedAt = performance.now();
  const { _id: pausedId, mongoAppName = '' } = await three.stored(paused);
  const others = [0, 1, 2].filter((at) => at !== paused);
  // A paused server ends no connection: its agents notice that it is silent.
  const { seconds } = await three.allAgentsAt(others, 30);
  const next = await until('another server leads', 30, async () => {
    const { at, term } = await three.reconciler();
    return at >= 0 && at !== paused && term > before.term ? { at, term } : undefined;
  });
  console.log(
    `the leader paused: agents moved in ${seconds.toFixed(1)} s, server ${next.at} leads after ${((performance.now() - pausedAt) / 1000).toFixed(1)} s`,
  );
  const body = {
    name: `while-paused-${pauseSeconds}`,
    sizeBytes: three.options.volumeBytes,
    protection: 'raid1' as const,
    driveClassId: three.driveClassId,
  };
  const { job } = await three.api(next.at).call(endpoints.createVolume, { body });
  await three.api(next.at).done(job.id, three.options.jobSeconds);
  await sleep(Math.max(0, pauseSeconds * 1000 - (performance.now() - pausedAt))); // the pause that the test is named after

  const operations = await profile(three, mongoAppName);
  const resumedAt = new Date();
  await three.resume(paused);
  await until('a heartbeat of the resumed server', 30, async () => {
    const { _id, seenAt } = await three.stored(paused);
    return _id === pausedId && seenAt > resumedAt ? true : undefined;
  });
  // It tries to write under its old term, and is refused by the store.
  const tried = await until('an attempt to write the lease', 30, async () => {
    const found = (await operations()).filter(({ ns }) => ns === 'weft.leases');
    return found.length > 0 ? found : undefined;
  });
  expect(tried.filter(hadEffect).length, JSON.stringify(tried)).toBe(0);
  await until('three further heartbeats', 30, async () =>
    (await operations()).filter((each) => each.ns === 'weft.servers' && hadEffect(each)).length > 3 ? true : undefined,
  );
  const recorded = await operations();
  const agentsSinceMs = await firstAgentAt(three, pausedId);
  const effects = recorded.filter(
    (each) => each.ts.getTime() < agentsSinceMs && DECIDED.some((name) => each.ns === `weft.${name}`) && hadEffect(each),
  );
  expect(effects.map(({ ns, op, command }) => ({ ns, op, command: JSON.stringify(command).slice(0, 600) }))).toEqual([]);
  await three.database.command({ profile: 0 });
  expect(await three.reconciler()).toEqual(next);
  await three.api(paused).done(job.id);
}

export function pausedLeader(cluster: () => FollowedServers, { pauseSeconds }: { pauseSeconds: number }): void {
  test(`lets no write of a leader take effect that was paused for ${pauseSeconds} s while another leads (S3)`, () =>
    pauseLeader(cluster(), { pauseSeconds }));
}
