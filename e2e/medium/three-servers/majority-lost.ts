import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { GiB } from '@weft/shared/units';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { ProblemError, until } from '../../support/api-client.js';
import type { ThreeServers } from '../../support/three-servers.js';

/** Status, `Age` and body of a read. */
async function read(three: ThreeServers, at: number, path: string) {
  const response = await fetch(three.server(at).url + path, { headers: { cookie: three.api(at).sessionCookie ?? '' } });
  return { status: response.status, age: response.headers.get('age'), body: (await response.json()) as Record<string, unknown> };
}

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProblemError ? error.problem : expect.fail(`not refused: ${String(error)}`);
};

/** What must hold while a majority is missing, and after `recover`. `lose` ends two members. */
export async function withoutMajority(three: ThreeServers, lose: () => Promise<void>, recover: () => Promise<void>): Promise<void> {
  const [volume] = (await three.api(0).call(endpoints.listVolumes)).items;
  const browser = io(three.server(0).url + CONSOLE_NAMESPACE, {
    ...{ transports: ['websocket'], forceNew: true },
    extraHeaders: { cookie: three.api(0).sessionCookie ?? '' },
  });
  let resyncs = 0;
  browser.on('resync', () => resyncs++);
  onTestFinished(() => void browser.disconnect());
  await until('the browser connected', 20, async () => (browser.connected ? true : undefined));

  await lose();
  const lostAt = performance.now();
  for (const at of [0, 1, 2]) {
    const old = await until(`an answer of server ${at} with its age`, 30, async () => {
      const answer = await read(three, at, '/api/v1/volumes');
      return answer.status === 200 && answer.age !== null ? answer : undefined;
    });
    expect(Number(old.age)).toBeGreaterThan(0);
    expect(Number(old.age)).toBeLessThan(60);
    expect(JSON.stringify(old.body)).toContain(volume?.id);
    expect(await read(three, at, '/readyz')).toMatchObject({ status: 503, body: { reason: { code: 'database-without-primary' } } });
    expect((await read(three, at, '/healthz')).status).toBe(200);
    const startedAt = performance.now();
    const body = { name: `refused-${at}`, sizeBytes: GiB, protection: 'raid1' as const, driveClassId: three.driveClassId };
    expect(await refusal(three.api(at).call(endpoints.createVolume, { body }))).toMatchObject({
      status: 503,
      code: 'unavailable',
      reason: { code: 'database-without-primary', params: { reachable: 1, members: 3 } },
    });
    // At once, not after the driver's wait for a primary.
    expect(performance.now() - startedAt).toBeLessThan(4000);
  }
  const age = Number((await read(three, 0, '/api/v1/nodes')).age);
  await until('a greater age', 20, async () => (Number((await read(three, 0, '/api/v1/nodes')).age) > age ? true : undefined));
  await until('the browser was told to read again', 20, async () => (resyncs > 0 ? true : undefined));
  console.log(
    `the majority lost: answers with an age, and refusals, at all servers after ${((performance.now() - lostAt) / 1000).toFixed(1)} s`,
  );

  const told = resyncs;
  const startedAt = performance.now();
  await recover();
  for (const at of [0, 1, 2])
    await until(`server ${at} ready`, 60, async () => ((await read(three, at, '/readyz')).status === 200 ? true : undefined));
  console.log(`the majority is back: all servers ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  expect((await read(three, 0, '/api/v1/volumes')).age).toBeNull();
  await until('the browser was told again', 20, async () => (resyncs > told ? true : undefined));
  await three.allAgentsAt([0, 1, 2], 60);
  const body = { name: `after-${Math.round(lostAt)}`, sizeBytes: GiB, protection: 'raid1' as const, driveClassId: three.driveClassId };
  const { job } = await three.api(2).call(endpoints.createVolume, { body });
  await three.api(1).done(job.id, 60);
}

export function majorityLost(cluster: () => ThreeServers): void {
  test("answers reads with their age and refuses changes without MongoDB's majority, and recovers", async () => {
    const three = cluster();
    const members = [await three.mongo.primary()];
    members.push(members[0] === 0 ? 1 : 0);
    await withoutMajority(
      three,
      async () => {
        for (const member of members) await three.mongo.kill(member);
      },
      async () => {
        // The one that is left needs one of them for a majority.
        await Promise.all(members.map((member) => three.mongo.restart(member)));
      },
    );
  });
}
