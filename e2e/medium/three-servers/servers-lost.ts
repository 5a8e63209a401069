import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/api-client.js';
import type { FollowedServers } from '../../support/followed-servers.js';
import { OneName } from '../../support/one-name.js';

const SPREAD_WITHIN_SECONDS = 120;

/** A browser that has the console open under a name of all servers. `heard`: ids of changed objects. */
async function browser(cluster: FollowedServers) {
  const name = await OneName.of(cluster.urls);
  const heard = new Set<string>();
  const socket = io(name.url + CONSOLE_NAMESPACE, {
    ...{ transports: ['websocket'], forceNew: true, reconnectionDelayMax: 3000 },
    extraHeaders: { cookie: cluster.api(0).sessionCookie ?? '' },
  });
  socket.on('changes', (changes: { id: string }[]) => {
    for (const { id } of changes) heard.add(id);
  });
  onTestFinished(() => {
    socket.disconnect();
    name.close();
  });
  await until('the browser connected', 20, async () => (socket.connected ? true : undefined));
  return { socket, heard, api: cluster.api(0).at(name.url) };
}

/** A server dies and returns. */
export async function loseServer(three: FollowedServers): Promise<void> {
  const { agentCount, volumeBytes: sizeBytes, jobSeconds, movedWithinSeconds } = three.options;
  await three.agentsSpread(SPREAD_WITHIN_SECONDS);
  const { socket, heard, api } = await browser(three);
  const create = (at: number, name: string) =>
    three.api(at).call(endpoints.createVolume, {
      body: { name, sizeBytes, protection: 'raid1', driveClassId: three.driveClassId },
    });
  // A request to any server: its change reaches the browser, which is connected to the first one.
  for (const at of [0, 1, 2]) {
    const { volume, job } = await create(at, `by-${at}`);
    await until(`the change of server ${at} at the browser`, 20, async () => (heard.has(volume.id) ? true : undefined));
    await three.api((at + 1) % 3).done(job.id, jobSeconds);
  }

  const lost = once(socket);
  await three.lose(0);
  const killedAt = performance.now();
  const { seconds, agents } = await three.allAgentsAt([1, 2], movedWithinSeconds);
  await lost;
  await until('the browser connected again', movedWithinSeconds, async () => (socket.connected ? true : undefined));
  const browserSeconds = (performance.now() - killedAt) / 1000;
  console.log(
    `a server killed: agents moved in ${seconds.toFixed(1)} s (${agents.join(', ')}), the browser in ${browserSeconds.toFixed(1)} s`,
  );
  // A handful of agents may choose one server.
  if (agentCount >= 12) expect(agents.filter((each) => each > 0)).toHaveLength(2);
  // The session that began at the killed server is valid at the others, also under the common name.
  await api.call(endpoints.getSettings);
  const { volume, job } = await create(1, 'by-two-servers');
  await until('a change at the browser', 20, async () => (heard.has(volume.id) ? true : undefined));
  await three.api(2).done(job.id, jobSeconds);

  await three.restore(0);
  const spread = await three.agentsSpread(SPREAD_WITHIN_SECONDS);
  console.log(`the server is back: agents spread in ${spread.seconds.toFixed(1)} s (${spread.agents.join(', ')})`);
  const { items } = await three.api(0).call(endpoints.listNodes, { query: { limit: 200 } });
  expect(items.map(({ connection }) => connection.state)).toEqual(Array(agentCount).fill('online'));
}

export function serversLost(cluster: () => FollowedServers): void {
  test('moves agents and browsers from a killed server, with their sessions, and spreads agents after its return', () =>
    loseServer(cluster()));
}

const once = (socket: ReturnType<typeof io>) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
